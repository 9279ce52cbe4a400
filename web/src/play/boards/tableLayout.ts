/**
 * Layout of tables: a row for each place, its name and then its marks in aligned columns.
 *
 * No word is cut for which there is room: columns take short texts, then wrap; a box too narrow for columns has a list.
 */

import type { BoardShown, Laid, PlaceShown, Target, ThingShown, Words } from "./classes";
import { targetsOfPlace } from "./targets";
import {
  attachSeparators,
  EMPTY_LAYOUT,
  joinLines,
  lineWidth,
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
  shrinkColumns,
  signColumns,
  sortBadFirst,
  truncateLine,
  worstTone,
  wrapParts,
  wrapTitle,
} from "./textFitting";
import { countCharacters } from "./textWrap";

/** Columns between the columns of a table. */
const COLUMN_GAP = 2;

/** The columns by which marks stand in below their name in a list. */
const INDENT_COLUMNS = 2;

/** The cells of a row. */
type Row = readonly StyledLine[];

/** The lines of each cell of a row. */
type WrappedRow = readonly (readonly StyledLine[])[];

/** The columns of a table that hold anything: their numbers and widths, and whether none is narrower than a word. */
interface Columns {
  readonly used: readonly number[];
  readonly widths: readonly number[];
  readonly areWhole: boolean;
}

/**
 * Lay a board out as a table; where columns would cut words, as a list of names with their marks below.
 *
 * `lines` of null gives it the height that it needs.
 */
export function layOutTable(board: BoardShown, columns: number, lines: number | null): Laid {
  const [rows, shorts] = [tableRows(board, false), tableRows(board, true)];
  if (!rows.length) return EMPTY_LAYOUT;
  const fitted = fitColumns(rows, shorts, columns);
  if (!fitted.areWhole) {
    const stacked = layOutList(board, rows, columns);
    if (lines === null || stacked.lines <= lines) return stacked;
  }
  let shown = chooseCells(rows, shorts, fitted, true);
  let wrapped = wrapRows(shown, fitted);
  if (lines !== null && sum(wrapped.map(rowHeight)) > lines) {
    shown = chooseCells(rows, shorts, fitted, false);
    wrapped = wrapRows(shown, fitted);
  }
  if (lines === null) return placeRows(board, rows, wrapped, fitted, lines);
  const cut = shown.map((row) => row.map((cell, at) => cutCell(cell, fitted.widths[at]!)));
  return placeRows(board, rows, chooseHeights(rows, wrapped, cut, lines), fitted, lines);
}

/** The rows of a table, all with as many cells. */
function tableRows(board: BoardShown, isShort: boolean): Row[] {
  const rows = board.places.map((place) => tableRow(place, isShort));
  const wide = Math.max(0, ...rows.map((row) => row.length));
  return rows.map((row) => [...row, ...Array.from({ length: wide - row.length }, () => [])]);
}

/**
 * The cells of a place's row: its name, then the marks of each column, bad ones first.
 *
 * `isShort` says whether its name and its marks have their short texts, if there are any.
 */
function tableRow(place: PlaceShown, isShort: boolean): StyledLine[] {
  const things = isShort ? place.things.map(shortThing) : place.things;
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

/**
 * Fit the columns of a table into a width: by the words of its texts, or else by those of the short ones.
 *
 * Where not all has room on a line each, names are short, so that less is wrapped.
 */
function fitColumns(rows: readonly Row[], shorts: readonly Row[], columns: number): Columns {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => lineWidth(row[at]!))));
  const used = [...widths.keys()].filter((at) => widths[at]);
  const room = columns - COLUMN_GAP * (used.length - 1);
  if (sum(used.map((at) => widths[at]!)) > room)
    widths[0] = Math.min(widths[0]!, Math.max(...shorts.map((row) => lineWidth(row[0]!))));
  /** The longest word of each used column. */
  const longestIn = (all: readonly Row[]): number[] =>
    used.map((at) => Math.max(...all.map((row) => longestWord(row[at]!))));
  let longest = longestIn(rows);
  if (sum(longest) > room) {
    const short = longestIn(shorts);
    longest = longest.map((each, at) => Math.min(each, short[at]!));
  }
  const shrunk = shrinkColumns(
    used.map((at) => widths[at]!),
    longest,
    room,
  );
  return { used, widths: shrunk, areWhole: sum(longest) <= room };
}

/**
 * Choose the cells of each row: short ones in columns that are too narrow for one of their texts; if `areCardsWhole`,
 * cards rather take more lines.
 */
function chooseCells(
  rows: readonly Row[],
  shorts: readonly Row[],
  { used, widths }: Columns,
  areCardsWhole: boolean,
): Row[] {
  const isShort = used.map((at, index) => rows.some((row) => neededWidth(row[at]!, areCardsWhole) > widths[index]!));
  return rows.map((row, number) => used.map((at, index) => (isShort[index] ? shorts[number]! : row)[at]!));
}

/** The width in columns above which a cell has its long texts: that of its line, or of its widest card. */
function neededWidth(cell: StyledLine, areCardsWhole: boolean): number {
  return areCardsWhole && cell.some(({ sign }) => sign === "card")
    ? Math.max(...cell.map((part) => lineWidth([part])))
    : lineWidth(cell);
}

/** Lay out the cells of rows in the widths of their columns. */
function wrapRows(rows: readonly Row[], { widths }: Columns): WrappedRow[] {
  return rows.map((row) => row.map((cell, at) => wrapCell(cell, widths[at]!)));
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

/** Choose for each row whether it is wrapped or cut: as many are wrapped as there are lines for, bad ones first. */
function chooseHeights(
  rows: readonly Row[],
  wrapped: readonly WrappedRow[],
  cut: readonly WrappedRow[],
  lines: number,
): WrappedRow[] {
  const chosen = [...cut];
  let spare = lines - sum(cut.map(rowHeight));
  for (const at of sortBadFirst([...rows.keys()], (row) => worstTone(rows[row]!.flat()))) {
    const more = rowHeight(wrapped[at]!) - rowHeight(cut[at]!);
    if (more > spare) continue;
    chosen[at] = wrapped[at]!;
    spare -= more;
  }
  return chosen;
}

/** The lines that a row takes. */
function rowHeight(row: WrappedRow): number {
  return Math.max(...row.map((cell) => cell.length));
}

/** Place the rows of a table below each other; those without room are counted. */
function placeRows(
  board: BoardShown,
  rows: readonly Row[],
  wrapped: readonly WrappedRow[],
  { used, widths }: Columns,
  lines: number | null,
): Laid {
  const begins = runningOffsets(widths.map((each) => each + COLUMN_GAP));
  const tableWidth = sum(widths) + COLUMN_GAP * (widths.length - 1);
  const words: Words[] = [];
  const hidden: StyledLine[] = [];
  const targets: Target[] = [];
  let line = 0;
  for (const [number, cells] of wrapped.entries()) {
    const height = rowHeight(cells);
    const hasRoom = lines === null || line + height <= lines - (number < rows.length - 1 ? 1 : 0);
    if (hidden.length || !hasRoom) {
      hidden.push(joinLines(rows[number]!, ""));
      continue;
    }
    const firstWord = words.length;
    for (const [index, cell] of cells.entries()) {
      const kind = used[index] ? "mark" : "title";
      words.push(...cell.map((parts, down) => makeWords(begins[index]!, line + down, parts, kind)));
    }
    const place = board.places[number]!;
    targets.push(...targetsOfPlace(place, place.title, [0, line, tableWidth, line + height], words.slice(firstWord)));
    line += height;
  }
  const more = hidden.length && lines ? [overflowPart(hidden)] : [];
  if (more.length) words.push(makeWords(0, line, more, "more"));
  const width = Math.max(tableWidth, lineWidth(more));
  return { columns: width, lines: line + (more.length ? 1 : 0), frames: [], words, ...NOTHING_DRAWN, targets };
}

/** Lay a board out as a list: each name on lines of its own, and its marks below it. */
function layOutList(board: BoardShown, rows: readonly Row[], columns: number): Laid {
  const words: Words[] = [];
  const targets: Target[] = [];
  let line = 0;
  for (const [number, place] of board.places.entries()) {
    const [top, firstWord] = [line, words.length];
    const cells = rows[number]!.slice(1).filter((cell) => cell.length);
    for (const text of wrapTitle(place, columns))
      words.push(makeWords(0, line++, [{ ...makePart(text), isChanged: place.isChanged }], "title"));
    const marks = joinLines(cells, cells.some(isHand) ? " " : ", ");
    for (const parts of wrapCell(marks, columns - INDENT_COLUMNS))
      words.push(makeWords(INDENT_COLUMNS, line++, parts, "mark"));
    targets.push(...targetsOfPlace(place, place.title, [0, top, columns, line], words.slice(firstWord)));
  }
  const width = Math.max(...words.map((each) => each.column + lineWidth(each.parts)));
  return { columns: width, lines: line, frames: [], words, ...NOTHING_DRAWN, targets };
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

/** The sum of numbers. */
function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
