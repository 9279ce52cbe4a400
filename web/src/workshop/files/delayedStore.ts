/**
 * Writes what is typed after a pause, and what could not be written, again with the next.
 *
 * Whoever writes a file need not wait, and meets no error: the text is in the page, whatever becomes of the storage.
 */

import { BROWSER_CLOCK, type Clock } from "../checks";
import type { FileStore, FileVersion, KeptFile } from "./fileStore";

/** Milliseconds without a key after which a text is written. */
export const WRITING_PAUSE = 300;

/** Hears what became of texts. */
export interface WritingListener {
  /** A text has been written, or a file removed. */
  written(path: string): void;
  /** A text could not be written: it is tried again with the next. */
  failed(error: unknown): void;
}

/** A store that writes soon. */
export class DelayedStore implements FileStore {
  private readonly pending = new Map<string, string>();
  /** The texts that are in the store. */
  private readonly stored = new Map<string, string>();
  private cancelTimer = () => {};
  private listener: WritingListener = { written: () => {}, failed: () => {} };
  private error: unknown = null;

  constructor(
    private readonly store: FileStore,
    private readonly clock: Clock = BROWSER_CLOCK,
  ) {}

  /** Tell a listener from now on, first what has failed already. */
  attach(listener: WritingListener): void {
    this.listener = listener;
    if (this.error !== null) listener.failed(this.error);
  }

  /** Whether a text is not in the store yet. */
  isPending(path: string): boolean {
    return this.pending.has(path);
  }

  /** The texts that are not in the store yet, by path. */
  get unwritten(): ReadonlyMap<string, string> {
    return this.pending;
  }

  /** Whether texts could not be written. */
  get hasFailed(): boolean {
    return this.error !== null;
  }

  async list(): Promise<readonly KeptFile[]> {
    const files = await this.store.list();
    for (const { path, text } of files) this.stored.set(path, text);
    return files;
  }

  listRemoved(): Promise<readonly KeptFile[]> {
    return this.store.listRemoved();
  }

  async read(path: string): Promise<string | null> {
    return this.pending.get(path) ?? this.store.read(path);
  }

  async write(path: string, text: string, original?: string): Promise<void> {
    if (this.stored.get(path) === text && !this.pending.has(path)) return;
    const isNew = !this.stored.has(path);
    this.pending.set(path, text);
    this.cancelTimer();
    if (isNew) {
      await this.writePending(path, original);
      return this.store.endVersion(path); // the text with which a file begins stays in its history
    }
    this.cancelTimer = this.clock.after(WRITING_PAUSE, () => void this.flush());
  }

  /** Take note of a text that another tab has stored. */
  noteStored(path: string, text: string): void {
    this.stored.set(path, text);
  }

  /** Write now what has not been written yet. */
  async flush(): Promise<void> {
    this.cancelTimer();
    await Promise.all([...this.pending.keys()].map((path) => this.writePending(path)));
  }

  async writeCursor(path: string, cursor: number): Promise<void> {
    if (this.stored.has(path)) await this.store.writeCursor(path, cursor).catch(() => {}); // no more than convenience
  }

  async remove(path: string): Promise<void> {
    await this.flush();
    this.pending.delete(path);
    this.stored.delete(path);
    try {
      await this.store.remove(path);
      this.listener.written(path);
    } catch (error) {
      this.listener.failed(error);
    }
  }

  async history(path: string): Promise<readonly FileVersion[]> {
    await this.flush();
    return this.store.history(path);
  }

  endVersion(path: string): void {
    this.store.endVersion(path);
  }

  private async writePending(path: string, original?: string): Promise<void> {
    const text = this.pending.get(path);
    if (text === undefined) return;
    this.stored.set(path, text);
    try {
      await this.store.write(path, text, original);
      if (this.pending.get(path) === text) this.pending.delete(path);
      if (this.pending.size === 0) this.error = null;
      this.listener.written(path);
    } catch (error) {
      this.error = error;
      this.listener.failed(error);
    }
  }
}
