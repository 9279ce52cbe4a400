/**
 * Layout of a board in a box of character columns and lines: frames, and words with their room.
 *
 * One layout serves every drawing: characters use it as it is, SVG scales its units to lengths.
 */

import { unreachable } from "../../closed";
import type { BoardShown, Laid, PlaceShown, Words } from "./classes";
import { layOutMap } from "./mapLayout";
import { layOutPicture } from "./pictureLayout";
import { layOutPlan } from "./plan";
import { targetsOfPlace } from "./targets";
import {
  EMPTY_LAYOUT,
  joinLines,
  keepWorstLines,
  lineWidth,
  MIN_FRAME_WIDTH,
  makePart,
  makeWords,
  marksLine,
  NOTHING_DRAWN,
  overflowPart,
  runningOffsets,
  type StyledLine,
  shrinkWidths,
  sortBadFirst,
  thingLines,
  truncateLine,
} from "./textFitting";

/** Columns between the columns of a table. */
const COLUMN_GAP = 2;

/** The height of a line of characters in hundredths of a column's width, as in most terminals. */
const LINE_HEIGHT = 210;

/**
 * Lay a board out in a box of characters; `lines` of null gives it the height that it needs.
 *
 * `lineHeight` is the height of a line in hundredths of a column's width, for pictures.
 */
export function layOutBoard(
  board: BoardShown,
  columns: number,
  lines: number | null = null,
  lineHeight = LINE_HEIGHT,
): Laid {
  const all = board.notes.flatMap((thing) => thingLines(thing, columns));
  const notes = lines === null ? all : keepWorstLines(all, Math.max(1, Math.floor(lines / 3)));
  const room = lines === null ? null : Math.max(0, lines - notes.length);
  const layout = layOutPlaces(board, columns, room, lineHeight);
  const beside = notes.map((parts, at): Words => makeWords(0, layout.lines + at, parts, "mark"));
  const total = layout.lines + notes.length;
  const wide = Math.max(layout.columns, ...notes.map(lineWidth));
  const whole = { ...layout, columns: wide, lines: total, frames: layout.frames, words: [...layout.words, ...beside] };
  return clipLayout(whole, columns, lines ?? total);
}

/** Lay out the places of a board in a box of characters. */
function layOutPlaces(board: BoardShown, columns: number, lines: number | null, lineHeight: number): Laid {
  switch (board.layout) {
    case "rows":
      return layOutTable(board, columns, lines);
    case "columns":
    case "plan":
      return layOutPlan(board, columns, lines);
    case "map":
      return layOutMap(board, columns, lines);
    case "picture":
      return layOutPicture(board, columns, lines, lineHeight);
    default:
      return unreachable(board.layout);
  }
}

/** Clip a layout to its box of characters, for a box that is far too small. */
function clipLayout(layout: Laid, columns: number, lines: number): Laid {
  if (layout.columns <= columns && layout.lines <= lines) return layout;
  return {
    ...layout,
    columns: Math.min(layout.columns, columns),
    lines: Math.min(layout.lines, lines),
    frames: layout.frames.filter((frame) => frame.right < columns && frame.bottom < lines),
    words: layout.words
      .map((one) => ({ ...one, parts: truncateLine(one.parts, columns - one.column) }))
      .filter((one) => one.parts.length && one.line < lines),
  };
}

// --- a table: a row for each place

/** Lay places out as rows of a table: the name, then the fixed marks in columns, then other things. */
function layOutTable(board: BoardShown, columns: number, lines: number | null): Laid {
  const rows = board.places.map(tableRow);
  if (!rows.length) return EMPTY_LAYOUT;
  const wide = Math.max(...rows.map((row) => row.length));
  /** The cell of a row at an index; empty past its end. */
  const cellAt = (row: readonly StyledLine[], at: number): StyledLine => row[at] ?? [];
  const shownRows = lines === null || rows.length <= lines ? rows : rows.slice(0, Math.max(0, lines - 1));
  const widths = Array.from({ length: wide }, (_, at) => Math.max(...rows.map((row) => lineWidth(cellAt(row, at)))));
  const used = [...widths.keys()].filter((at) => widths[at]);
  const room = shrinkWidths(
    used.map((at) => widths[at]!),
    columns - COLUMN_GAP * (used.length - 1),
    MIN_FRAME_WIDTH,
  );
  const begins = runningOffsets(room.map((each) => each + COLUMN_GAP));
  const words = shownRows.flatMap((row, line) =>
    used.flatMap((at, number): Words[] => {
      const parts = cellAt(row, at);
      const kind = at ? "mark" : "title";
      return parts.length ? [makeWords(begins[number]!, line, truncateLine(parts, room[number]!), kind)] : [];
    }),
  );
  const lost = rows.slice(shownRows.length).map((row) => joinLines(row, ""));
  const more = lost.length && lines ? [overflowPart(lost)] : [];
  if (more.length) words.push(makeWords(0, shownRows.length, more, "more"));
  const width = Math.max(
    room.reduce((sum, each) => sum + each, COLUMN_GAP * (room.length - 1)),
    lineWidth(more),
  );
  const targets = board.places
    .slice(0, shownRows.length)
    .flatMap((place, line) => targetsOfPlace(place, place.title, [0, line, width, line + 1]));
  const height = Math.min(rows.length, lines || rows.length);
  return { columns: width, lines: height, frames: [], words, ...NOTHING_DRAWN, targets };
}

/** The cells of a place's row: its name, then the marks of each column, bad ones first. */
function tableRow(place: PlaceShown): StyledLine[] {
  const marks = place.things.flatMap((thing) => thing.marks);
  const last = Math.max(-1, ...marks.map((mark) => mark.column));
  const rest = Array.from({ length: last + 1 }, (_, column) => {
    const marksByThing = place.things.map((thing) => thing.marks.filter((mark) => mark.column === column));
    const parts = marksByThing
      .filter((each) => each.length)
      .map((each) => marksLine(sortBadFirst(each, (mark) => mark.tone)));
    return joinLines(parts, "; ");
  });
  return [[makePart(place.title)], ...rest];
}
