/** A map laid out: its numbers to scale in a frame, a key for what stands there, and below it what each key means. */

import type { BoardShown, Frame, Laid, PlaceShown, ThingShown, Words } from "./classes";
import { cutLine, kept, LEAST, type Line, linesOf, part, sizeOf } from "./room";

/** How much higher a line is than a column is wide. */
const HIGHER = 2.3;

/** What stands on a map for what stands in a cell; where there are more cells, the last of them share one. */
const KEYS = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Columns before what a key means: the key and a space. */
const KEYED = 2;

/** What has a key: an area, or a place in the cell of points, and all that stands in it. */
type Keyed = readonly [PlaceShown, readonly ThingShown[]];

/** A map in its frame with what stands on it, in so many columns, and lines; null where there is room for all. */
export function layChart(board: BoardShown, columns: number, lines: number | null): Laid {
  const [wide, high] = scaleOf(board, columns - 2, lines);
  const frames: Frame[] = [{ left: 0, top: 0, right: wide + 1, bottom: high + 1 }];
  const words: Words[] = [];
  const told: Line[] = [];
  for (const [number, [place, things]] of keyedIn(board, wide, high).entries()) {
    const frame = framed(board, place, wide, high);
    const key = KEYS[Math.min(number, KEYS.length - 1)]!;
    if (isArea(place)) {
      frames.push(frame);
      words.push({ column: frame.left + 2, line: frame.top, parts: [part(key)], kind: "key" });
    } else {
      words.push({ column: frame.left + 1, line: frame.top + 1, parts: [part(key)], kind: "key" });
    }
    told.push(...meaning(key, things, columns));
  }
  const meant = lines === null ? told : kept(told, Math.max(0, lines - high - 2));
  words.push(...meant.map((parts, at): Words => ({ column: 0, line: high + 2 + at, parts, kind: "mark" })));
  return { columns: Math.max(wide + 2, ...meant.map(sizeOf)), lines: high + 2 + meant.length, frames, words };
}

/** How many columns and lines the frame holds: all columns, or fewer where the box is too low for them. */
function scaleOf(board: BoardShown, columns: number, lines: number | null): [number, number] {
  let [wide, high] = [columns, Math.floor((columns * board.rows) / board.columns / HIGHER + 0.5)];
  if (lines !== null) {
    const keys = board.places.reduce((sum, place) => sum + place.things.length, 0);
    const most = lines - 2 - Math.min(keys, Math.floor(lines / 2));
    if (high > most) {
      [wide, high] = [Math.min(wide, Math.floor((most * HIGHER * board.columns) / board.rows + 0.5)), most];
    }
  }
  return [Math.max(LEAST, wide), Math.max(1, high)];
}

/** Whether a place is more than a point. */
function isArea(place: PlaceShown): boolean {
  return place.columns > 1 || place.rows > 1;
}

/** What has a key: each area, then each cell in which points lie, with all that stands in it, line by line. */
function keyedIn(board: BoardShown, wide: number, high: number): Keyed[] {
  const areas: Keyed[] = [];
  const points = new Map<number, PlaceShown[]>();
  for (const place of board.places) {
    if (isArea(place)) {
      areas.push([place, place.things]);
      continue;
    }
    const frame = framed(board, place, wide, high);
    const cell = frame.top * (wide + 1) + frame.left;
    const before = points.get(cell);
    if (before) before.push(place);
    else points.set(cell, [place]);
  }
  const cells = [...points].sort(([one], [other]) => one - other);
  return [...areas, ...cells.map(([, held]): Keyed => [held[0]!, held.flatMap((place) => place.things)])];
}

/** The frame around a place: that of the map has its sides at 0 and behind the last column and line. */
function framed(board: BoardShown, place: PlaceShown, wide: number, high: number): Frame {
  const across = (at: number): number => Math.floor((at * wide) / board.columns);
  const down = (at: number): number => Math.floor((at * high) / board.rows);
  return {
    left: across(place.column),
    top: down(place.row),
    right: across(place.column + place.columns - 1) + 2,
    bottom: down(place.row + place.rows - 1) + 2,
  };
}

/** What a key stands for: a line for each thing, or several. */
function meaning(key: string, things: readonly ThingShown[], columns: number): Line[] {
  const lines = things.flatMap((thing) => linesOf(thing, columns - KEYED));
  return lines.map((line, at) => cutLine([part(at ? "  " : `${key} `), ...line], columns));
}
