/**
 * Keeps files in the browser: a database of its own for each site.
 *
 * Two tabs may write one file. Each writes without reading, so that it can do so in the moment in which it is closed: the
 * text is that of the last one, and its history has those of both.
 */

import {
  BrowserDatabase,
  createStores,
  type DatabaseForm,
  type StorageListener,
} from "../../page/storage/browserDatabase";
import { storageName } from "../../page/storage/database";
import { requestResult } from "../../page/storage/requests";
import type { FileStore, FileVersion, KeptFile } from "./fileStore";
import { findBeginning, findSurplus, type OpenVersion } from "./versions";

type StoreName = "files" | "versions" | "cursors";

interface FileRow {
  readonly path: string;
  readonly text: string;
  readonly written: number;
  readonly original: string;
  /** When it was removed, in milliseconds since 1970; 0 for a file that is there. */
  readonly removed: number;
}

interface VersionRow {
  readonly path: string;
  readonly began: number;
  /** The tab that wrote it. */
  readonly writer: string;
  readonly written: number;
  readonly text: string;
}

interface CursorRow {
  readonly path: string;
  readonly cursor: number;
  /** When the file was left; rows of older pages have none. */
  readonly left?: number;
}

const KEY_PATHS: Readonly<Record<StoreName, string | string[]>> = {
  files: "path",
  versions: ["path", "began", "writer"],
  cursors: "path",
};

/** The most removed files that can be brought back. */
export const MAX_REMOVED = 50;

/** A step from one version of the database to the next. */
export type UpgradeStep = (database: IDBDatabase, transaction: IDBTransaction) => void;

/** The steps that make the database what this page reads; a change of its form adds one, and changes none. */
export const UPGRADE_STEPS: readonly UpgradeStep[] = [(database) => createStores(database, KEY_PATHS)];

const CLOSED = "The browser has closed its storage: what you write now is in this page only. Load it again soon.";

function makeForm(steps: readonly UpgradeStep[]): DatabaseForm<StoreName> {
  return {
    name: () => `${storageName()} workshop`,
    version: steps.length,
    keyPaths: KEY_PATHS,
    upgrade: (database, oldVersion, transaction) => {
      for (const step of steps.slice(oldVersion)) step(database, transaction);
    },
    sentences: {
      newerVersion: "A newer version of this page keeps your files in this browser by now: load this page again.",
      closed: CLOSED,
      full: "There is no room left in the browser's storage: what you write now is in this page only. Save it as a file.",
    },
  };
}

/** All versions of a file. */
function versionsOf(path: string): IDBKeyRange {
  return IDBKeyRange.bound([path], [path, []]);
}

/** Keeps files in the browser. */
export class BrowserFileStore implements FileStore {
  private readonly database: BrowserDatabase<StoreName>;
  private readonly originals = new Map<string, string>();
  private readonly open = new Map<string, OpenVersion>();
  /** The name of this tab. */
  readonly writer = crypto.getRandomValues(new Uint32Array(2)).join("-");

  /**
   * Make a store, whose database is opened at its first use.
   * @param now - The time in milliseconds since 1970.
   * @param steps - What upgrades the database.
   */
  constructor(
    private readonly now: () => number = Date.now,
    steps = UPGRADE_STEPS,
  ) {
    this.database = new BrowserDatabase(makeForm(steps));
  }

  /** Add a listener that hears when nothing is stored. */
  watch(listener: StorageListener): () => void {
    return this.database.watch(listener);
  }

  async list(): Promise<readonly KeptFile[]> {
    return (await this.rows()).filter((row) => row.removed === 0);
  }

  async listRemoved(): Promise<readonly KeptFile[]> {
    return (await this.rows()).filter((row) => row.removed > 0).sort((one, other) => other.removed - one.removed);
  }

  async read(path: string): Promise<string | null> {
    const row = await this.database.read(["files"], (within) =>
      requestResult<FileRow | undefined>(within.objectStore("files").get(path)),
    );
    return row === undefined || row.removed > 0 ? null : row.text;
  }

  async write(path: string, text: string, original = this.originals.get(path) ?? ""): Promise<void> {
    const now = this.now();
    const open = this.open.get(path) ?? null;
    const began = findBeginning(open, text.length, now);
    this.originals.set(path, original);
    this.open.set(path, { began, length: text.length });
    await this.database.write(["files", "versions"], (within) => {
      const version: VersionRow = { path, began, writer: this.writer, written: now, text };
      within.objectStore("versions").put(version);
      within.objectStore("files").put({ path, text, written: now, original, removed: 0 } satisfies FileRow);
    });
    if (began !== open?.began) await this.dropSurplus(path);
  }

  endVersion(path: string): void {
    const open = this.open.get(path);
    if (open) this.open.set(path, { began: open.began, length: Number.POSITIVE_INFINITY });
  }

  writeCursor(path: string, cursor: number): Promise<void> {
    return this.database.write(["cursors"], (within) => {
      within.objectStore("cursors").put({ path, cursor, left: this.now() } satisfies CursorRow);
    });
  }

  async remove(path: string): Promise<void> {
    const rows = await this.rows();
    const row = rows.find((each) => each.path === path);
    if (row === undefined) return;
    this.endVersion(path);
    const removed = rows.filter((each) => each.removed > 0).sort((one, other) => other.removed - one.removed);
    await this.database.write(["files", "versions", "cursors"], (within) => {
      const { cursor: _, left: __, ...kept } = row;
      within.objectStore("files").put({ ...kept, removed: this.now() } satisfies FileRow);
      for (const { path: old } of removed.slice(MAX_REMOVED - 1)) {
        within.objectStore("files").delete(old);
        within.objectStore("cursors").delete(old);
        within.objectStore("versions").delete(versionsOf(old));
      }
    });
  }

  async history(path: string): Promise<readonly FileVersion[]> {
    return [...(await this.versions(path))].sort(
      (one, other) => other.written - one.written || other.began - one.began,
    );
  }

  private async rows(): Promise<readonly (FileRow & KeptFile)[]> {
    const [rows, cursors] = await this.database.read(["files", "cursors"], (within) =>
      Promise.all([
        requestResult<FileRow[]>(within.objectStore("files").getAll()),
        requestResult<CursorRow[]>(within.objectStore("cursors").getAll()),
      ]),
    );
    const places = new Map(cursors.map((row) => [row.path, row]));
    for (const { path, original } of rows) this.originals.set(path, original);
    return rows.map((row) => {
      const { cursor = 0, left = 0 } = places.get(row.path) ?? {};
      return { ...row, cursor, left };
    });
  }

  private versions(path: string): Promise<readonly VersionRow[]> {
    return this.database.read(["versions"], (within) =>
      requestResult<VersionRow[]>(within.objectStore("versions").getAll(versionsOf(path))),
    );
  }

  private async dropSurplus(path: string): Promise<void> {
    const surplus = findSurplus(await this.versions(path));
    if (surplus.length === 0) return;
    await this.database.write(["versions"], (within) => {
      for (const { began, writer } of surplus) within.objectStore("versions").delete([path, began, writer]);
    });
  }
}
