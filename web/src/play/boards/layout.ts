/**
 * Layout of a board in a box of character columns and lines: frames, and words with their room.
 *
 * One layout serves every drawing: characters use it as it is, SVG scales its units to lengths.
 */

import { unreachable } from "../../closed";
import type { BoardShown, Laid, PlaceShown, Target, ThingShown, Words } from "./classes";
import { layOutMap } from "./mapLayout";
import { layOutPicture } from "./pictureLayout";
import { layOutPlan } from "./plan";
import { targetsOfPlace } from "./targets";
import {
  attachSeparators,
  EMPTY_LAYOUT,
  joinLines,
  keepWorstLines,
  lineWidth,
  MIN_FRAME_WIDTH,
  makePart,
  makeWords,
  markLine,
  marksLine,
  NOTHING_DRAWN,
  overflowPart,
  runningOffsets,
  SIGN_COLUMNS,
  type StyledLine,
  shortThing,
  shrinkWidths,
  signColumns,
  sortBadFirst,
  thingLines,
  truncateLine,
  wrapParts,
} from "./textFitting";
import { countCharacters } from "./textWrap";

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
    signs: layout.signs.filter((sign) => sign.column < columns && sign.line < lines),
  };
}

// --- a table: a row for each place

/**
 * Lay places out as rows of a table: the name, then the fixed marks in columns, then other things.
 *
 * A column that is too narrow for one of its texts has the short ones. What is still too wide is wrapped, if there are
 * lines for it; cards lie side by side, on several lines if need be.
 */
function layOutTable(board: BoardShown, columns: number, lines: number | null): Laid {
  const rows = board.places.map((place) => tableRow(place, (thing) => thing));
  if (!rows.length) return EMPTY_LAYOUT;
  /** The cell of a row at an index; empty past its end. */
  const cellAt = (row: readonly StyledLine[], at: number): StyledLine => row[at] ?? [];
  const wide = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: wide }, (_, at) => Math.max(...rows.map((row) => lineWidth(cellAt(row, at)))));
  const used = [...widths.keys()].filter((at) => widths[at]);
  const longest = used.map((at) => Math.max(...rows.map((row) => longestWord(cellAt(row, at)))));
  const usedWidths = used.map((at) => widths[at]!);
  const room = shrinkColumns(usedWidths, longest, columns - COLUMN_GAP * (used.length - 1));
  const begins = runningOffsets(room.map((each) => each + COLUMN_GAP));
  const shown = chooseCells(board, rows, used, room);
  let wrapped = shown.map((row) => row.map((cell, at) => wrapCell(cell, room[at]!)));
  /** The lines that the cells of a row take. */
  const heightOf = (cells: readonly (readonly StyledLine[])[]): number => Math.max(...cells.map((cell) => cell.length));
  if (lines !== null && wrapped.reduce((sum, cells) => sum + heightOf(cells), 0) > lines)
    wrapped = shown.map((row) => row.map((cell, at) => cutCell(cell, room[at]!)));
  const words: Words[] = [];
  const hidden: StyledLine[] = [];
  const targets: Target[] = [];
  const tableWidth = room.reduce((sum, each) => sum + each, COLUMN_GAP * (room.length - 1));
  let line = 0;
  for (const [number, cells] of wrapped.entries()) {
    const height = heightOf(cells);
    const hasRoom = lines === null || line + height <= lines - (number < rows.length - 1 ? 1 : 0);
    if (hidden.length || !hasRoom) {
      hidden.push(joinLines(rows[number]!, ""));
      continue;
    }
    for (const [index, cell] of cells.entries()) {
      const kind = used[index] ? "mark" : "title";
      words.push(...cell.map((parts, down) => makeWords(begins[index]!, line + down, parts, kind)));
    }
    const place = board.places[number]!;
    targets.push(...targetsOfPlace(place, place.title, [0, line, tableWidth, line + height]));
    line += height;
  }
  const more = hidden.length && lines ? [overflowPart(hidden)] : [];
  if (more.length) words.push(makeWords(0, line, more, "more"));
  const width = Math.max(tableWidth, lineWidth(more));
  return { columns: width, lines: line + (more.length ? 1 : 0), frames: [], words, ...NOTHING_DRAWN, targets };
}

/** Choose the cells of the used columns of each row: short ones in columns that are too narrow for one of their texts. */
function chooseCells(
  board: BoardShown,
  rows: readonly (readonly StyledLine[])[],
  used: readonly number[],
  room: readonly number[],
): StyledLine[][] {
  const isShort = used.map((at, index) => rows.some((row) => lineWidth(row[at] ?? []) > room[index]!));
  return rows.map((row, number) => {
    const short = tableRow(board.places[number]!, shortThing, true);
    return used.map((at, index) => (isShort[index] ? short[at] : undefined) ?? row[at] ?? []);
  });
}

/** The width in columns that a cell needs for its longest word, with sign or indentation; a card is one. */
function longestWord(cell: StyledLine): number {
  let longest = 0;
  for (const [number, part] of attachSeparators(cell).entries()) {
    const words = part.sign === "card" ? [part.text] : part.text.split(/\s+/).filter((word) => word);
    for (const [at, word] of words.entries()) {
      const indent = number || at ? SIGN_COLUMNS : 0;
      longest = Math.max(longest, indent + (at ? 0 : signColumns(part)) + countCharacters(word));
    }
  }
  return longest;
}

/** Shrink the columns of a table until they fit into a room: at first those in which no word would be cut. */
function shrinkColumns(preferred: readonly number[], longest: readonly number[], room: number): number[] {
  const widths = [...preferred];
  let sum = widths.reduce((total, each) => total + each, 0);
  while (sum > room) {
    const spare = [...widths.keys()].filter((at) => widths[at]! > Math.max(MIN_FRAME_WIDTH, longest[at]!));
    if (!spare.length) return shrinkWidths(widths, room, MIN_FRAME_WIDTH);
    const most = Math.max(...spare.map((at) => widths[at]!));
    widths[spare.find((at) => widths[at] === most)!]!--;
    sum--;
  }
  return widths;
}

/**
 * The cells of a place's row: its name, then the marks of each column, bad ones first.
 *
 * `textsOf` chooses the texts of a thing; `isShort` says whether the place has its short title, if there is one.
 */
function tableRow(place: PlaceShown, textsOf: (thing: ThingShown) => ThingShown, isShort = false): StyledLine[] {
  const things = place.things.map(textsOf);
  const marks = things.flatMap((thing) => thing.marks);
  const last = Math.max(-1, ...marks.map((mark) => mark.column));
  const separator = marks.some((mark) => mark.sign === "card") ? " " : "; ";
  const rest = Array.from({ length: last + 1 }, (_, column) => {
    const lines = things.map((thing) => marksInColumn(thing, column));
    return joinLines(
      lines.filter((line) => line.length),
      separator,
    );
  });
  const title = makePart(isShort && place.short ? place.short : place.title);
  return [[{ ...title, isChanged: place.isChanged }], ...rest];
}

/** Join the marks of a thing in a column of a table into one line, bad ones first; empty if it has none there. */
function marksInColumn({ marks, isChanged }: ThingShown, column: number): StyledLine {
  const own = marks.filter((mark) => mark.column === column);
  return markLine(marksLine(sortBadFirst(own, (mark) => mark.tone)), isChanged);
}

/** Whether a cell of a table holds cards. */
function isHand(cell: StyledLine): boolean {
  return cell.some((part) => part.sign === "card");
}

/** Lay out a cell of a table in a width: on one line, or on several; cards lie side by side. */
function wrapCell(cell: StyledLine, width: number): StyledLine[] {
  if (!cell.length) return [];
  if (lineWidth(cell) <= width) return [cell];
  return isHand(cell) ? wrapCards(cell, width) : wrapParts(cell, width);
}

/** Lay out a cell of a table on one line, cut at a width; but cards on several. */
function cutCell(cell: StyledLine, width: number): StyledLine[] {
  return isHand(cell) ? wrapCell(cell, width) : [truncateLine(cell, width)];
}

/** Lay out cards side by side in a width, on as many lines as they need. */
function wrapCards(cards: StyledLine, width: number): StyledLine[] {
  const lines: StyledLine[] = [];
  for (const card of cards) {
    if (card.text === " ") continue;
    const last = lines.at(-1);
    const longer = last === undefined ? [card] : [...last, makePart(" "), card];
    if (last !== undefined && lineWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(truncateLine([card], width));
  }
  return lines;
}
