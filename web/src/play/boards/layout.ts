/**
 * Layout of a board in a box of character columns and lines: frames, and words with their room.
 *
 * One layout serves every drawing: characters use it as it is, SVG scales its units to lengths.
 */

import { unreachable } from "../../closed";
import type { BoardShown, Laid, Words } from "./classes";
import { layOutMap } from "./mapLayout";
import { layOutPicture } from "./pictureLayout";
import { layOutGrid } from "./plan";
import { layOutTable } from "./tableLayout";
import { keepWorstLines, lineWidth, makeWords, thingLines, truncateLine } from "./textFitting";

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
      return layOutGrid(board, columns, lines);
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
    signs: layout.signs.filter((sign) => sign.column < columns && sign.line < lines),
  };
}
