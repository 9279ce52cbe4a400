/** The saves in the browser's storage: lines as in a save's file, and beside them what a list of saves shows. */

import { readStorage, writeStorage } from "./database";
import { requestResult } from "./requests";

/** A save as a list shows it. */
export interface Save {
  readonly id: string;
  readonly game: string;
  /** As an address calls the game that it was begun from. */
  readonly place: string;
  readonly title: string;
  /** Of the game file that it is played by. */
  readonly digest: string;
  /** What is played: the mission, or a campaign. */
  readonly what: string;
  /** Where it stands, in words. */
  readonly standing: string;
  readonly isOver: boolean;
  /** The procedure before which play is to stop; empty for none. */
  readonly until: string;
  /** When it was begun, and last played, in milliseconds since 1970. */
  readonly begun: number;
  readonly played: number;
  /** How many lines it has. */
  readonly lines: number;
}

/** What of a save changes as it is played. */
export type SaveProgress = Pick<Save, "standing" | "isOver" | "until">;

/** A row: a line of a save, or several that follow one another, with line ends between them. */
interface LineRow {
  readonly save: string;
  /** Of the first line in it. */
  readonly number: number;
  readonly text: string;
}

/** A name for a new save. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, "0")).join("");
}

/** All saves, the last played first. */
export async function listSaves(): Promise<Save[]> {
  const all = await readStorage(["saves"], (transaction) =>
    requestResult<Save[]>(transaction.objectStore("saves").getAll()),
  );
  return all.sort((one, other) => other.played - one.played);
}

/** A save; undefined where there is none of this name. */
export function findSave(id: string): Promise<Save | undefined> {
  return readStorage(["saves"], (transaction) =>
    requestResult<Save | undefined>(transaction.objectStore("saves").get(id)),
  );
}

/** The lines of a save. */
export async function loadLines(id: string): Promise<string[]> {
  return readStorage(["lines"], (transaction) => readLines(transaction, id));
}

/** Lines as a save's file holds them. */
export function encodeLines(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
}

/** A save, and its lines. */
export interface SaveWithLines {
  readonly save: Save;
  readonly lines: readonly string[];
}

/** A save with its lines; undefined where there is none of this name. */
export async function loadSave(id: string): Promise<SaveWithLines | undefined> {
  const [save, lines] = await readStorage(["saves", "lines"], (transaction) =>
    Promise.all([
      requestResult<Save | undefined>(transaction.objectStore("saves").get(id)),
      readLines(transaction, id),
    ]),
  );
  return save && { save, lines };
}

async function readLines(transaction: IDBTransaction, id: string): Promise<string[]> {
  const rows = await requestResult<LineRow[]>(transaction.objectStore("lines").getAll(lineKeyRange(id)));
  return rows.flatMap(({ text }) => text.split("\n"));
}

/** So many lines stand in one row at most: a save that is played has a row for each, one from a file has few. */
const LINES_PER_ROW = 500;

/** Write a save, and further lines of it. */
export function putSave(transaction: IDBTransaction, save: Save, lines: readonly string[]): void {
  const store = transaction.objectStore("lines");
  const size = lines.length > LINES_PER_ROW ? LINES_PER_ROW : 1;
  for (let at = 0; at < lines.length; at += size) {
    // A line that is there already is another tab's: better to stop than to mix two games.
    const text = lines.slice(at, at + size).join("\n");
    store.add({ save: save.id, number: save.lines + at, text } satisfies LineRow);
  }
  transaction.objectStore("saves").put({ ...save, lines: save.lines + lines.length });
}

/** Throw a save away. */
export function deleteSave(id: string): Promise<void> {
  return writeStorage(["saves", "lines"], (transaction) => {
    transaction.objectStore("saves").delete(id);
    transaction.objectStore("lines").delete(lineKeyRange(id));
  });
}

function lineKeyRange(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
}

/**
 * Hold a save, so that no other tab plays it; null where another does.
 *
 * Returns what lets it go. Where the browser knows no locks, nothing is held: two tabs that write the same line are told
 * apart by the storage.
 */
export function lockSave(id: string): Promise<(() => void) | null> {
  if (!navigator.locks) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    void navigator.locks.request(`bombsight ${id}`, { ifAvailable: true }, (lock) => {
      if (lock === null) {
        resolve(null);
        return undefined;
      }
      return new Promise<void>((release) => resolve(release));
    });
  });
}
