/** The storage of seats in the browser: their files line by line, and how far their stories were read. */

import { InputError } from "../../errors";
import { SeatFile } from "../../seat/seatFile";
import type { KeptOrders } from "../../seat/seatOrders";
import { BrowserDatabase, createStores, isDomError, type StorageListener } from "../storage/browserDatabase";
import { requestResult } from "../storage/requests";

/** The stores: the lines of seats' files, by seat and number; and a row for each seat. */
const KEY_PATHS = { lines: ["seat", "number"], seats: "seat" };

type StoreName = keyof typeof KEY_PATHS;

const database = new BrowserDatabase<StoreName>({
  name: () => "bombsight seats",
  version: 1,
  keyPaths: KEY_PATHS,
  upgrade: (created) => createStores(created, KEY_PATHS),
  sentences: {
    newerVersion: "A newer version of this page keeps seats in this browser by now: load this page again.",
    closed: "The browser has closed its storage: load this page again.",
    full: "There is no room left in the browser's storage: keep your seat's file, and make room.",
  },
});

/** What is known of a seat beside its file. */
export interface SeatRow {
  /** The token that admits the seat. */
  readonly seat: string;
  /** The title of the game, and of the player; empty before the game has begun. */
  readonly title: string;
  readonly player: string;
  /** How many events of its story were shown; null for all. */
  readonly shownEvents: number | null;
  /** The line of what was revealed at the end; empty before. */
  readonly revealed: string;
  /** The standing orders; rows of older pages have none. */
  readonly kept?: KeptOrders;
}

interface LineRow {
  readonly seat: string;
  readonly number: number;
  readonly line: string;
}

/** Add a listener that is called when the browser stores nothing for this page. */
export function watchSeats(listener: StorageListener): () => void {
  return database.watch(listener);
}

/** List the seats that are kept here. */
export function listSeats(): Promise<SeatRow[]> {
  return database.read(["seats"], (within) => requestResult<SeatRow[]>(within.objectStore("seats").getAll()));
}

/** Load what is known of a seat; a new one if it is not kept here. */
export async function loadSeat(seat: string): Promise<SeatRow> {
  const found = await database.read(["seats"], (within) =>
    requestResult<SeatRow | undefined>(within.objectStore("seats").get(seat)),
  );
  return found ?? { seat, title: "", player: "", shownEvents: 0, revealed: "" };
}

/** Store what is known of a seat. */
export function storeSeat(row: SeatRow): Promise<void> {
  return database.write(["seats"], (within) => {
    within.objectStore("seats").put(row);
  });
}

/** Open the file of a seat, which is empty at first. */
export async function openSeatFile(seat: string): Promise<SeatFile> {
  const rows = await database.read(["lines"], (within) =>
    requestResult<LineRow[]>(within.objectStore("lines").getAll(linesOf(seat))),
  );
  const lines = rows.sort((one, other) => one.number - other.number).map(({ line }) => line);
  return new SeatFile(lines, { append: (number, line) => appendLine({ seat, number, line }) });
}

/** Store the lines of a seat's file in place of those that are kept. */
export function replaceSeatFile(seat: string, lines: readonly string[]): Promise<void> {
  return database.write(["lines"], (within) => {
    const store = within.objectStore("lines");
    store.delete(linesOf(seat));
    for (const [number, line] of lines.entries()) store.put({ seat, number, line } satisfies LineRow);
  });
}

/** The keys of the lines of a seat. */
function linesOf(seat: string): IDBKeyRange {
  return IDBKeyRange.bound([seat, 0], [seat, Number.MAX_SAFE_INTEGER]);
}

/** Add a line; throws an {@link InputError} if another tab has written one with its number. */
async function appendLine(row: LineRow): Promise<void> {
  try {
    await database.write(["lines"], (within) => {
      within.objectStore("lines").add(row);
    });
  } catch (error) {
    if (!isDomError(error, "ConstraintError")) throw error;
    throw new InputError("this seat is played in another tab or window", "", "Go on there; or load this page again.");
  }
}
