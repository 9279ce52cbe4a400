/** Where the files that somebody writes are kept. */

/** A file. */
export interface KeptFile {
  /** Its path: `/mine/my_rule.rules`, or that of a game's file of which it is a changed copy. */
  readonly path: string;
  readonly text: string;
  /** When it was written, in milliseconds since 1970. */
  readonly written: number;
}

/** An earlier text of a file. */
export interface FileVersion {
  readonly text: string;
  /** When it was written, in milliseconds since 1970. */
  readonly written: number;
}

/** Keeps files with their history. */
export interface FileStore {
  /** List the files in the order of their paths. */
  list(): Promise<readonly KeptFile[]>;
  /** Read the text of a file; null if there is none. */
  read(path: string): Promise<string | null>;
  /** Write a file, or another text of it. */
  write(path: string, text: string): Promise<void>;
  /** Remove a file; its history stays, so that it can be brought back. */
  remove(path: string): Promise<void>;
  /** The texts that a file had, the last first. */
  history(path: string): Promise<readonly FileVersion[]>;
}

/** Keeps files in memory, as long as the page is open. */
export class MemoryFileStore implements FileStore {
  private readonly files = new Map<string, KeptFile>();
  private readonly versions = new Map<string, FileVersion[]>();

  list(): Promise<readonly KeptFile[]> {
    return Promise.resolve([...this.files.values()].sort((one, other) => (one.path < other.path ? -1 : 1)));
  }

  read(path: string): Promise<string | null> {
    return Promise.resolve(this.files.get(path)?.text ?? null);
  }

  write(path: string, text: string): Promise<void> {
    const version = { text, written: Date.now() };
    this.files.set(path, { path, ...version });
    this.versions.set(path, [version, ...(this.versions.get(path) ?? [])]);
    return Promise.resolve();
  }

  remove(path: string): Promise<void> {
    this.files.delete(path);
    return Promise.resolve();
  }

  history(path: string): Promise<readonly FileVersion[]> {
    return Promise.resolve(this.versions.get(path) ?? []);
  }
}
