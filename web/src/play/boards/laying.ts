/**
 * A board laid out in a box of so many columns and lines of characters: frames, and words with the room they have.
 *
 * One layout serves every drawing: characters put it as it is, SVG takes its units as lengths.
 */

import { layChart } from "./chart";
import type { BoardShown, Laid, PlaceShown, Words } from "./classes";
import { layPlan } from "./plan";
import {
  badFirst,
  cutLine,
  EMPTY,
  fitted,
  joined,
  kept,
  LEAST,
  type Line,
  linesOf,
  more,
  part,
  partsOf,
  running,
  sizeOf,
} from "./room";

/** Between the columns of a table. */
const GAP = 2;

/** A board laid out in so many columns, and lines; null where there is room for all. */
export function lay(board: BoardShown, columns: number, lines: number | null = null): Laid {
  const all = board.notes.flatMap((thing) => linesOf(thing, columns));
  const notes = lines === null ? all : kept(all, Math.max(1, Math.floor(lines / 3)));
  const room = lines === null ? null : Math.max(0, lines - notes.length);
  const layouts = { rows: layTable, columns: layPlan, plan: layPlan, map: layChart };
  const laid = layouts[board.layout](board, columns, room);
  const beside = notes.map((parts, at): Words => ({ column: 0, line: laid.lines + at, parts, kind: "mark" }));
  const total = laid.lines + notes.length;
  const wide = Math.max(laid.columns, ...notes.map(sizeOf));
  const whole = { columns: wide, lines: total, frames: laid.frames, words: [...laid.words, ...beside] };
  return clipped(whole, columns, lines ?? total);
}

/** What of a layout is within the box: all, but where that is far too small. */
function clipped(laid: Laid, columns: number, lines: number): Laid {
  if (laid.columns <= columns && laid.lines <= lines) return laid;
  return {
    columns: Math.min(laid.columns, columns),
    lines: Math.min(laid.lines, lines),
    frames: laid.frames.filter((frame) => frame.right < columns && frame.bottom < lines),
    words: laid.words
      .map((one) => ({ ...one, parts: cutLine(one.parts, columns - one.column) }))
      .filter((one) => one.parts.length && one.line < lines),
  };
}

// --- a table: a row for each place

/** Places below each other: the name of each, then what always stands there in columns, then the rest. */
function layTable(board: BoardShown, columns: number, lines: number | null): Laid {
  const rows = board.places.map(rowOf);
  if (!rows.length) return EMPTY;
  const wide = Math.max(...rows.map((row) => row.length));
  const cell = (row: readonly Line[], at: number): Line => row[at] ?? [];
  const shown = lines === null || rows.length <= lines ? rows : rows.slice(0, Math.max(0, lines - 1));
  const widths = Array.from({ length: wide }, (_, at) => Math.max(...rows.map((row) => sizeOf(cell(row, at)))));
  const used = [...widths.keys()].filter((at) => widths[at]);
  const room = fitted(
    used.map((at) => widths[at]!),
    columns - GAP * (used.length - 1),
    LEAST,
  );
  const begins = running(room.map((each) => each + GAP));
  const words = shown.flatMap((row, line) =>
    used.flatMap((at, number): Words[] => {
      const parts = cell(row, at);
      const kind = at ? "mark" : "title";
      return parts.length ? [{ column: begins[number]!, line, parts: cutLine(parts, room[number]!), kind }] : [];
    }),
  );
  const lost = rows.slice(shown.length).map((row) => joined(row, ""));
  if (lost.length && lines) words.push({ column: 0, line: shown.length, parts: [more(lost)], kind: "more" });
  const width = room.reduce((sum, each) => sum + each, 0) + GAP * (room.length - 1);
  return { columns: width, lines: Math.min(rows.length, lines || rows.length), frames: [], words };
}

/** The name of a place, and what stands in each column of its row, what is bad first; things stand apart. */
function rowOf(place: PlaceShown): Line[] {
  const marks = place.things.flatMap((thing) => thing.marks);
  const last = Math.max(-1, ...marks.map((mark) => mark.column));
  const rest = Array.from({ length: last + 1 }, (_, column) => {
    const held = place.things.map((thing) => thing.marks.filter((mark) => mark.column === column));
    const parts = held.filter((each) => each.length).map((each) => partsOf(badFirst(each, (mark) => mark.tone)));
    return joined(parts, "; ");
  });
  return [[part(place.title)], ...rest];
}
