/** Storage of saves: their lines as in a file, and the summary that lists show. */

import type { Level } from "../../modes";
import { readStorage, writeStorage } from "./database";
import { requestResult } from "./requests";

/** The summary of a save, for lists and for going on with it. */
export interface Save {
  readonly id: string;
  readonly game: string;
  /** The name of its game in addresses. */
  readonly place: string;
  readonly title: string;
  /** The digest of its game file. */
  readonly digest: string;
  /** Its entry: the mission, or a campaign. */
  readonly what: string;
  /** Its status, for display. */
  readonly standing: string;
  readonly isOver: boolean;
  /** The procedure before which play stops; empty for none. */
  readonly until: string;
  /** The level of questions that it is played at; missing before its first question, and in rows of older versions. */
  readonly ask?: Level;
  /**
   * The number of events of its journal that the player has been shown: 0 before its first question, null if it is all
   * of them. Missing, as in rows of older versions and of imported saves, it is all of them, too. It is in no save's file.
   */
  readonly shownEvents?: number | null;
  /** The times of its start and last move, in milliseconds since 1970. */
  readonly begun: number;
  readonly played: number;
  /** The number of its lines. */
  readonly lines: number;
}

/** The part of the summary that changes during play. */
export type SaveProgress = Pick<Save, "standing" | "isOver" | "until" | "ask" | "shownEvents">;

/** A row of one line of a save, or several joined by line ends. */
interface LineRow {
  readonly save: string;
  /** The number of its first line. */
  readonly number: number;
  readonly text: string;
}

const IN_STORY_TEXT = "In the middle of its story";

/** Make a random id for a new save. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, "0")).join("");
}

/** List the summaries of all saves, the last played first. */
export async function listSaves(): Promise<Save[]> {
  const all = await readStorage(["saves"], (transaction) =>
    requestResult<Save[]>(transaction.objectStore("saves").getAll()),
  );
  return all.sort((one, other) => other.played - one.played);
}

/** Find the summary of a save by its id; undefined for none. */
export function findSave(id: string): Promise<Save | undefined> {
  return readStorage(["saves"], (transaction) =>
    requestResult<Save | undefined>(transaction.objectStore("saves").get(id)),
  );
}

/** Load the lines of a save by its id. */
export async function loadLines(id: string): Promise<string[]> {
  return readStorage(["lines"], (transaction) => readLines(transaction, id));
}

/** Encode lines as the bytes of a save's file. */
export function encodeLines(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
}

/** A save with its lines. */
export interface SaveWithLines {
  readonly save: Save;
  readonly lines: readonly string[];
}

/** Load a save's summary and lines by its id; undefined for none. */
export async function loadSave(id: string): Promise<SaveWithLines | undefined> {
  const [save, lines] = await readStorage(["saves", "lines"], (transaction) =>
    Promise.all([
      requestResult<Save | undefined>(transaction.objectStore("saves").get(id)),
      readLines(transaction, id),
    ]),
  );
  return save && { save, lines };
}

/** Read the lines of a save by its id, in a transaction. */
async function readLines(transaction: IDBTransaction, id: string): Promise<string[]> {
  const rows = await requestResult<LineRow[]>(transaction.objectStore("lines").getAll(lineKeyRange(id)));
  return rows.flatMap(({ text }) => text.split("\n"));
}

/** Maximum lines of a row: during play each line is a row, an imported save has few. */
const LINES_PER_ROW = 500;

/** Hears of the further lines of a save, and of the save before them. */
type LineListener = (save: Save, lines: readonly string[]) => void;

const lineListeners = new Set<LineListener>();

/** Call a function with each save that is written, and its further lines. */
export function watchLines(listener: LineListener): void {
  lineListeners.add(listener);
}

/** Write the summary of a save, and its further lines, in a transaction. */
export function putSave(transaction: IDBTransaction, save: Save, lines: readonly string[]): void {
  const store = transaction.objectStore("lines");
  const size = lines.length > LINES_PER_ROW ? LINES_PER_ROW : 1;
  for (let at = 0; at < lines.length; at += size) {
    // An existing line is another tab's: better to stop than to mix two games.
    const text = lines.slice(at, at + size).join("\n");
    store.add({ save: save.id, number: save.lines + at, text } satisfies LineRow);
  }
  transaction.objectStore("saves").put({ ...save, lines: save.lines + lines.length });
  for (const listener of lineListeners) listener(save, lines);
}

/**
 * Store how many events of a save the player has been shown, null for all, unless another tab has played it on since its
 * first `lines` lines.
 */
export function storeShownEvents({ id, lines }: Save, shownEvents: number | null): Promise<void> {
  return writeStorage(["saves"], (transaction) => {
    const store = transaction.objectStore("saves");
    const request = store.get(id) as IDBRequest<Save | undefined>;
    request.onsuccess = () => request.result?.lines === lines && store.put({ ...request.result, shownEvents });
  });
}

/** Whether the player left a save in the middle of its story, so that nobody tells him how it goes on. */
export function isInStory({ shownEvents }: Save): boolean {
  return Number.isSafeInteger(shownEvents) && shownEvents! > 0; // anything else is damaged
}

/** Whether a save is over, for all that the player knows. */
export function isKnownOver(save: Save): boolean {
  return save.isOver && !isInStory(save);
}

/** Describe what a save plays and where it stands, for all that the player knows. */
export function describeProgress(save: Save): string {
  return `${save.what} · ${describeStanding(save)}`;
}

/** Describe where a save stands, for all that the player knows. */
export function describeStanding(save: Save): string {
  return isInStory(save) ? IN_STORY_TEXT : save.standing;
}

/** Delete a save, with its lines, by its id. */
export function deleteSave(id: string): Promise<void> {
  return writeStorage(["saves", "lines"], (transaction) => {
    transaction.objectStore("saves").delete(id);
    transaction.objectStore("lines").delete(lineKeyRange(id));
  });
}

/** The range of the database keys of a save's lines. */
function lineKeyRange(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
}

/**
 * Lock a save against play in other tabs; returns the function that unlocks it, null if another tab has it.
 *
 * Returns the function that unlocks it. Browsers without locks, or that refuse them to a page without storage, hold
 * nothing: if two tabs write the same line, the storage detects it.
 */
export function lockSave(id: string): Promise<(() => void) | null> {
  if (!navigator.locks) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    const request = navigator.locks.request(`bombsight ${id}`, { ifAvailable: true }, (lock) => {
      if (lock === null) {
        resolve(null);
        return undefined;
      }
      return new Promise<void>((release) => resolve(release));
    });
    request.catch(() => resolve(() => {}));
  });
}
