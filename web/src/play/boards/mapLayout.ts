/** Layout of a map: its coordinates to scale in a frame, keys for its things, and a legend below. */

import type { BoardShown, Frame, Laid, PlaceShown, ThingShown, Words } from "./classes";
import {
  keepWorstLines,
  lineWidth,
  MIN_FRAME_WIDTH,
  makePart,
  NOTHING_DRAWN,
  type StyledLine,
  thingLines,
  truncateLine,
} from "./textFitting";

/** The height of a line in widths of a column. */
const LINE_HEIGHT_RATIO = 2.3;

/** The keys of a map's cells; if there are more cells, the last ones share a key. */
const MAP_KEYS = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Columns of a key with its space in the legend. */
const KEY_COLUMNS = 2;

/** A legend entry: an area, or a place in a cell of points, with all its things. */
type KeyedThings = readonly [PlaceShown, readonly ThingShown[]];

/** Lay a map out in its frame, with its things and its legend; `lines` of null gives it the height that it needs. */
export function layOutMap(board: BoardShown, columns: number, lines: number | null): Laid {
  const [wide, high] = scaleToFit(board, columns - 2, lines);
  const frames: Frame[] = [{ left: 0, top: 0, right: wide + 1, bottom: high + 1 }];
  const words: Words[] = [];
  const keyTexts: StyledLine[] = [];
  for (const [number, [place, things]] of keyedCells(board, wide, high).entries()) {
    const frame = frameOf(board, place, wide, high);
    const key = MAP_KEYS[Math.min(number, MAP_KEYS.length - 1)]!;
    if (isArea(place)) {
      frames.push(frame);
      words.push({ column: frame.left + 2, line: frame.top, parts: [makePart(key)], kind: "key", middle: null });
    } else {
      words.push({ column: frame.left + 1, line: frame.top + 1, parts: [makePart(key)], kind: "key", middle: null });
    }
    keyTexts.push(...describeKey(key, things, columns));
  }
  const shownTexts = lines === null ? keyTexts : keepWorstLines(keyTexts, Math.max(0, lines - high - 2));
  words.push(
    ...shownTexts.map((parts, at): Words => ({ column: 0, line: high + 2 + at, parts, kind: "mark", middle: null })),
  );
  return {
    columns: Math.max(wide + 2, ...shownTexts.map(lineWidth)),
    lines: high + 2 + shownTexts.length,
    frames,
    ...NOTHING_DRAWN,
    words,
  };
}

/**
 * Compute the width and height inside the frame of a map: all columns, or fewer if the box is too low for the map's
 * proportions.
 */
function scaleToFit(board: BoardShown, columns: number, lines: number | null): [number, number] {
  let [wide, high] = [columns, Math.floor((columns * board.rows) / board.columns / LINE_HEIGHT_RATIO + 0.5)];
  if (lines !== null) {
    const keys = board.places.reduce((sum, place) => sum + place.things.length, 0);
    const most = lines - 2 - Math.min(keys, Math.floor(lines / 2));
    if (high > most) {
      [wide, high] = [Math.min(wide, Math.floor((most * LINE_HEIGHT_RATIO * board.columns) / board.rows + 0.5)), most];
    }
  }
  return [Math.max(MIN_FRAME_WIDTH, wide), Math.max(1, high)];
}

/** Whether a place on a map is larger than a point. */
function isArea(place: PlaceShown): boolean {
  return place.columns > 1 || place.rows > 1;
}

/**
 * List the places of a map that get a key in the legend, with the things there: areas, then cells of the drawing that
 * hold points.
 */
function keyedCells(board: BoardShown, width: number, height: number): KeyedThings[] {
  const areas: KeyedThings[] = [];
  const points = new Map<number, PlaceShown[]>();
  for (const place of board.places) {
    if (isArea(place)) {
      areas.push([place, place.things]);
      continue;
    }
    const frame = frameOf(board, place, width, height);
    const cell = frame.top * (width + 1) + frame.left;
    const before = points.get(cell);
    if (before) before.push(place);
    else points.set(cell, [place]);
  }
  const cells = [...points].sort(([one], [other]) => one - other);
  return [...areas, ...cells.map(([, places]): KeyedThings => [places[0]!, places.flatMap((place) => place.things)])];
}

/** The frame around a place of a map that is drawn `width` columns wide and `height` lines high. */
function frameOf(board: BoardShown, place: PlaceShown, width: number, height: number): Frame {
  /** The character column at which a column of the map begins. */
  const columnAt = (column: number): number => Math.floor((column * width) / board.columns);
  /** The text line at which a row of the map begins. */
  const lineAt = (row: number): number => Math.floor((row * height) / board.rows);
  return {
    left: columnAt(place.column),
    top: lineAt(place.row),
    right: columnAt(place.column + place.columns - 1) + 2,
    bottom: lineAt(place.row + place.rows - 1) + 2,
  };
}

/** The legend's lines for a key: one line or several for each thing, wrapped at `columns`. */
function describeKey(key: string, things: readonly ThingShown[], columns: number): StyledLine[] {
  const lines = things.flatMap((thing) => thingLines(thing, columns - KEY_COLUMNS));
  return lines.map((line, at) => truncateLine([makePart(at ? "  " : `${key} `), ...line], columns));
}
