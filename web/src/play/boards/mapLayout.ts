/** Layout of a map: its coordinates to scale in a frame, keys for its things, and a legend below. */

import type { BoardShown, Frame, Laid, Part, PlaceShown, Target, ThingShown, Words } from "./classes";
import { columnAt, type Extent, hasFooter, layOutFooter, layOutShapes, lineAt } from "./drawingLayout";
import type { CellBox } from "./takenCells";
import { targetsOfPlace } from "./targets";
import {
  keepWorstLines,
  lineWidth,
  MIN_FRAME_WIDTH,
  makePart,
  makeWords,
  type StyledLine,
  signPart,
  sortBadFirst,
  thingLines,
  truncateLine,
} from "./textFitting";
import { countCharacters } from "./textWrap";
import { thingTone } from "./tones";

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
  const footer = hasFooter(board) ? 1 : 0;
  const [wide, high] = scaleToFit(board, columns - 2, lines === null ? null : lines - footer);
  const extent: Extent = { unitsAcross: board.columns, unitsDown: board.rows, columns: wide, lines: high };
  const frames: Frame[] = [{ left: 0, top: 0, right: wide + 1, bottom: high + 1 }];
  const words: Words[] = [];
  const keyTexts: StyledLine[] = [];
  const targets: Target[] = [];
  const cells = keyedCells(board, wide, high).map(([place, things]) => ({
    place: { ...place, things, isChanged: things.some((thing) => thing.isChanged) },
    frame: frameOf(board, place, wide, high),
  }));
  const taken = new Set(cells.map(({ frame }) => `${frame.left} ${frame.top}`));
  for (const [number, { place, frame }] of cells.entries()) {
    const key = MAP_KEYS[Math.min(number, MAP_KEYS.length - 1)]!;
    if (isArea(place)) {
      frames.push(frame);
      words.push(makeWords(frame.left + 2, frame.top, [keyPart(key, place.isChanged)], "key"));
    } else words.push(...keyWords(frame, key, place.things, !taken.has(`${frame.left + 1} ${frame.top}`)));
    keyTexts.push(...describeKey(key, place.things, columns));
    targets.push(...targetsOfPlace(place, "", cellsOfFrame(frame, place)));
  }
  for (const caption of board.places) words.push(...captionWords(caption, extent, words));
  const shownTexts = lines === null ? keyTexts : keepWorstLines(keyTexts, Math.max(0, lines - high - 2 - footer));
  const [below, bars] = layOutFooter(board, extent, high + 2);
  words.push(...below);
  words.push(...shownTexts.map((parts, at): Words => makeWords(0, high + 2 + footer + at, parts, "mark")));
  return {
    columns: Math.max(
      wide + 2,
      ...shownTexts.map(lineWidth),
      ...below.map((each) => each.column + lineWidth(each.parts)),
    ),
    lines: high + 2 + footer + shownTexts.length,
    frames,
    words,
    signs: [],
    shapes: [...layOutShapes(board, extent, 1, 1), ...bars],
    shapeLeft: 1,
    shapeTop: 1,
    shapeColumns: wide,
    shapeLines: high,
    targets,
  };
}

/** The cells in which a place is pointed at: those of its frame, or of a point its key and its neighbours. */
function cellsOfFrame({ left, top, right, bottom }: Frame, place: PlaceShown): CellBox {
  return isArea(place) ? [left, top, right, bottom] : [left, top + 1, right + 1, bottom];
}

/**
 * The words at a point of a map: the sign of a thing, bad ones first, with the key beside it if the next cell is free;
 * or else the key alone.
 */
function keyWords({ left, top }: Frame, key: string, things: readonly ThingShown[], hasRoom: boolean): Words[] {
  const marks = sortBadFirst(things, thingTone).flatMap((thing) => thing.marks);
  const mark = marks.find(({ sign }) => sign);
  const isChanged = things.some((thing) => thing.isChanged);
  if (mark === undefined) return [makeWords(left + 1, top + 1, [keyPart(key, isChanged)], "key")];
  const sign = makeWords(left + 1, top + 1, [{ ...signPart(mark), isChanged }], "mark");
  return hasRoom ? [sign, makeWords(left + 2, top + 1, [keyPart(key, isChanged)], "key")] : [sign];
}

/** Make the key of things, of which one may have changed. */
function keyPart(key: string, isChanged: boolean): Part {
  return { ...makePart(key), isChanged };
}

/** The words of a caption on a map, their middle at its point; nothing for other places, or without room. */
function captionWords(place: PlaceShown, extent: Extent, words: readonly Words[]): Words[] {
  const width = countCharacters(place.title);
  const column = 1 + columnAt(place.column, extent) - Math.floor(width / 2);
  const line = 1 + Math.min(lineAt(place.row, extent), extent.lines - 1);
  const overlaps = words.some(
    (each) => each.line === line && each.column <= column + width && column <= each.column + lineWidth(each.parts),
  );
  if (place.name || column < 1 || column + width > extent.columns + 1 || overlaps) return [];
  return [makeWords(column, line, [{ ...makePart(place.title), isChanged: place.isChanged }], "title")];
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
    if (!place.name) continue; // A caption.
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
