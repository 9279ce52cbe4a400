/** Layout of a picture: shapes to scale, words in their places, and below a legend of the words without room. */

import type { BoardShown, Laid, Words } from "./classes";
import { columnsForHeight, type Extent, hasFooter, layOutFooter, layOutShapes, linesForWidth } from "./drawingLayout";
import { type PlacedPicture, placePicture } from "./picturePlaces";
import {
  joinLines,
  lineWidth,
  makePart,
  makeWords,
  type StyledLine,
  sortBadFirst,
  thingLine,
  wrapParts,
} from "./textFitting";
import { thingTone } from "./tones";

/** The least width of a picture, if the box has it: smaller ones are hard to read. */
const MIN_COLUMNS = 56;

/** By how many columns the widths that are tried differ. */
const WIDTH_STEP = 8;

/** How many heights are tried in a box of limited lines; the last one leaves a third of them for the legend. */
const MAX_HEIGHTS = 4;

/** A picture in its places, its size, and its legend. */
type PlacedInBox = readonly [PlacedPicture, Extent, readonly StyledLine[]];

/**
 * Lay a picture out in a box: as small as its words allow, or as large as the box allows, if `lines` is not null.
 *
 * `lineHeight` is the height of a line in hundredths of a column's width.
 */
export function layOutPicture(board: BoardShown, columns: number, lines: number | null, lineHeight: number): Laid {
  const footer = hasFooter(board) ? 1 : 0;
  const [placed, extent, legend] =
    lines === null
      ? withLegend(board, columns, placeWhereWordsFit(board, columns, lineHeight))
      : placeInBox(board, columns, lines - footer, lineHeight);
  const [words, bars] = layOutFooter(board, extent, extent.lines);
  const first = extent.lines + footer;
  const room = lines === null ? legend.length : Math.max(0, lines - first);
  const shown = legend.length <= room ? legend : legend.slice(0, Math.max(0, room - 1));
  words.push(...shown.map((line, at): Words => makeWords(0, first + at, line, "mark")));
  if (shown.length < legend.length && room) {
    const count = makePart(`${legend.length - shown.length} more`);
    words.push(makeWords(0, first + shown.length, [count], "more"));
  }
  return {
    columns: Math.max(extent.columns, ...words.map((each) => each.column + lineWidth(each.parts))),
    lines: first + Math.min(legend.length, room),
    frames: [],
    words: [...placed.words, ...words],
    signs: placed.signs,
    shapes: [...layOutShapes(board, extent, 0, 0), ...bars],
    shapeLeft: 0,
    shapeTop: 0,
    shapeColumns: extent.columns,
    shapeLines: extent.lines,
    targets: placed.targets,
  };
}

/** Place a picture in an extent. */
function placeInExtent(board: BoardShown, extent: Extent): readonly [PlacedPicture, Extent] {
  return [placePicture(board, extent), extent];
}

/** Add the legend to a picture in an extent. */
function withLegend(
  board: BoardShown,
  columns: number,
  [placed, extent]: readonly [PlacedPicture, Extent],
): PlacedInBox {
  return [placed, extent, legendLines(board, placed, columns)];
}

/** Place a picture at the least width at which all of its words have room, or at the largest at which most have. */
function placeWhereWordsFit(board: BoardShown, columns: number, lineHeight: number): readonly [PlacedPicture, Extent] {
  const [least, ...others] = widthsToTry(columns);
  let best = placeInExtent(board, extentAt(board, least!, lineHeight));
  for (const width of others) {
    if (!best[0].wanting) break;
    const next = placeInExtent(board, extentAt(board, width, lineHeight));
    if (next[0].wanting <= best[0].wanting) best = next;
  }
  return best;
}

/** The widths from the least to that of the box. */
function widthsToTry(columns: number): number[] {
  const widths: number[] = [];
  for (let width = Math.min(MIN_COLUMNS, columns); width < columns; width += WIDTH_STEP) widths.push(width);
  return [...widths, columns];
}

/** The size of a picture at a width. */
function extentAt(board: BoardShown, columns: number, lineHeight: number): Extent {
  return makeExtent(board, columns, linesForWidth(board, columns, lineHeight));
}

/** Make the size of a picture. */
function makeExtent(board: BoardShown, columns: number, lines: number): Extent {
  return { unitsAcross: board.columns, unitsDown: board.rows, columns, lines };
}

/**
 * Place a picture as large as a box allows with its legend, which is left one line in three at most; there may be too few
 * lines for it.
 */
function placeInBox(board: BoardShown, columns: number, lines: number, lineHeight: number): PlacedInBox {
  const occupied = board.places.filter((place) => place.things.length).length;
  const least = Math.max(1, lines - Math.min(occupied, Math.floor(lines / 3)));
  let room = Math.max(1, lines);
  for (let tries = 1; tries < MAX_HEIGHTS && room > least; tries++) {
    const tried = withLegend(board, columns, placeInExtent(board, extentOfHeight(board, columns, room, lineHeight)));
    const [, extent, legend] = tried;
    if (extent.lines + legend.length <= lines) return tried;
    room = Math.min(extent.lines - 1, lines - legend.length);
  }
  return withLegend(board, columns, placeInExtent(board, extentOfHeight(board, columns, least, lineHeight)));
}

/** The size of a picture that fits into a box. */
function extentOfHeight(board: BoardShown, columns: number, lines: number, lineHeight: number): Extent {
  const extent = extentAt(board, columns, lineHeight);
  if (extent.lines <= lines) return extent;
  return makeExtent(board, Math.min(columns, columnsForHeight(board, lines, lineHeight)), lines);
}

// --- the legend

/** Lay out the words without room, and what good and bad shapes mean: bad ones first. */
function legendLines(board: BoardShown, placed: PlacedPicture, columns: number): StyledLine[] {
  const things = placed.legend.map(([title, things]) => ({
    tone: things.some((thing) => thingTone(thing) === "bad") ? ("bad" as const) : ("" as const),
    parts: [...(title ? [makePart(`${title}: `)] : []), ...joinLines(things.map(thingLine), "; ")],
  }));
  const shapes = (["bad", "good"] as const).flatMap((tone) => {
    const texts = board.shapes.filter((shape) => shape.text && shape.tone === tone).map(({ text }) => text);
    const meanings = [...new Set(texts)].map((text) => [makePart(text, tone)]);
    return meanings.length ? [{ tone, parts: [...joinLines(meanings, "; ")] }] : [];
  });
  const entries = sortBadFirst([...things, ...shapes], (entry) => entry.tone);
  return entries.flatMap(({ parts }) => wrapParts(parts, columns));
}
