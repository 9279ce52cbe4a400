/** Where the files that somebody writes are kept. */

/** A file. */
export interface KeptFile {
  /** Its path: `/mine/my_rule.rules`, or that of a game's file of which it is a changed copy. */
  readonly path: string;
  readonly text: string;
  /** When it was written, in milliseconds since 1970. */
  readonly written: number;
  /** The digest of the game's file of which it is a changed copy, as that was then; empty for other files. */
  readonly original: string;
  /** The offset at which it was left. */
  readonly cursor: number;
  /** When it was left there, in milliseconds since 1970; 0 if it never was. */
  readonly left: number;
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
  /** List the removed files, the last removed first. */
  listRemoved(): Promise<readonly KeptFile[]>;
  /** Read the text of a file; null if there is none. */
  read(path: string): Promise<string | null>;
  /** Write a file, or another text of it; a new file with the digest of its `original`. */
  write(path: string, text: string, original?: string): Promise<void>;
  /** Keep the offset at which a file is left. */
  writeCursor(path: string, cursor: number): Promise<void>;
  /** Remove a file; its history stays, so that it can be brought back. */
  remove(path: string): Promise<void>;
  /** The texts that a file had, the last first. */
  history(path: string): Promise<readonly FileVersion[]>;
  /** Begin another version with the next text that is written, so that the present one stays. */
  endVersion(path: string): void;
}

/** Keeps files in memory, as long as the page is open. */
export class MemoryFileStore implements FileStore {
  private readonly files = new Map<string, KeptFile>();
  private readonly removed = new Map<string, KeptFile>();
  private readonly versions = new Map<string, FileVersion[]>();

  list(): Promise<readonly KeptFile[]> {
    return Promise.resolve([...this.files.values()].sort((one, other) => (one.path < other.path ? -1 : 1)));
  }

  listRemoved(): Promise<readonly KeptFile[]> {
    return Promise.resolve([...this.removed.values()].reverse());
  }

  read(path: string): Promise<string | null> {
    return Promise.resolve(this.files.get(path)?.text ?? null);
  }

  write(path: string, text: string, original = this.files.get(path)?.original ?? ""): Promise<void> {
    const version = { text, written: Date.now() };
    this.files.set(path, { path, ...version, original, cursor: 0, left: 0 });
    this.removed.delete(path);
    this.versions.set(path, [version, ...(this.versions.get(path) ?? [])]);
    return Promise.resolve();
  }

  writeCursor(): Promise<void> {
    return Promise.resolve();
  }

  remove(path: string): Promise<void> {
    const file = this.files.get(path);
    if (file) this.removed.set(path, file);
    this.files.delete(path);
    return Promise.resolve();
  }

  history(path: string): Promise<readonly FileVersion[]> {
    return Promise.resolve(this.versions.get(path) ?? []);
  }

  endVersion(): void {} // each text is a version
}
