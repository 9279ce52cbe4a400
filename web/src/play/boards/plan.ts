/** Layout of a plan: places in a grid, each in a frame with its name. */

import type { BoardShown, Cell, Frame, Laid, Target, ThingShown, Words } from "./classes";
import { targetsOfPlace } from "./targets";
import {
  EMPTY_LAYOUT,
  FRAME_COLUMNS,
  fitTitle,
  isCard,
  keepWorstLines,
  linesOfThings,
  lineWidth,
  MIN_FRAME_WIDTH,
  makePart,
  makeWords,
  markPart,
  marksLine,
  NOTHING_DRAWN,
  overflowPart,
  partWidth,
  runningOffsets,
  type StyledLine,
  shrinkColumns,
  signColumns,
  truncate,
  truncateLine,
  wrapTitle,
} from "./textFitting";
import { countCharacters, wrapText } from "./textWrap";

/** The columns in which cards of one place lie side by side, if there is room. */
const HAND_WIDTH = 60;

/**
 * Lay a board's places out in a grid, each in a frame with its name; a strip goes on in further rows where words would
 * be cut. `lines` of null gives it the height it needs.
 */
export function layOutGrid(board: BoardShown, columns: number, lines: number | null): Laid {
  if (board.layout === "plan") return layOutPlan(gridCells(board, 1), columns, lines, true);
  const widest = Math.max(1, Math.floor((columns - 1) / (MIN_FRAME_WIDTH + FRAME_COLUMNS)));
  const fewest = Math.ceil(board.columns / widest);
  for (let rows = fewest; rows <= board.columns; rows++) {
    const cells = gridCells(board, rows);
    if (columnWidths(cells, leastWidth).reduce((sum, each) => sum + each, 0) >= columns) continue;
    const whole = layOutPlan(cells, columns, null, false);
    if (lines === null || whole.lines <= lines) return whole;
    break;
  }
  return layOutPlan(gridCells(board, fewest), columns, lines, false);
}

/** Lay grid cells out in frames; where they are `mirrored`, columns at equal distances from the sides are as wide. */
function layOutPlan(cells: readonly Cell[], columns: number, lines: number | null, mirrored: boolean): Laid {
  if (!cells.length) return EMPTY_LAYOUT;
  const rows = 1 + Math.max(...cells.map((cell) => cell.row));
  const [widths, least] = [preferredWidth, leastWidth].map((widthOf) => {
    const wished = columnWidths(cells, widthOf);
    return mirrored ? wished.map((width, at) => Math.max(width, wished.at(-1 - at)!)) : wished;
  }) as [number[], number[]];
  const sides = runningOffsets(shrinkColumns(widths, least, columns - 1));
  /** The column of a cell's right frame side. */
  const rightSideOf = (cell: Cell): number => sides[cell.column + cell.columns]!;
  /** The columns inside a cell's frame. */
  const innerWidthOf = (cell: Cell): number => rightSideOf(cell) - sides[cell.column]! - FRAME_COLUMNS;

  const inside = cells.map((cell) => {
    const room = innerWidthOf(cell);
    return { cell, held: cellLines(cell, room), title: cell.places[0] ? wrapTitle(cell.places[0], room) : [] };
  });
  const needed = Array.from({ length: rows }, () => 0);
  for (const { cell, held, title } of inside)
    needed[cell.row] = Math.max(needed[cell.row]!, held.length + title.slice(1).length);
  const levels = runningOffsets(shrinkRows(needed, lines, rows + 1).map((height) => height + 1));
  const frames: Frame[] = [];
  const words: Words[] = [];
  const targets: Target[] = [];
  for (const { cell, held, title } of inside) {
    const [left, right, room] = [sides[cell.column]!, rightSideOf(cell), innerWidthOf(cell)];
    const [top, bottom] = [levels[cell.row]!, levels[cell.row + 1]!];
    const high = bottom - top - 1;
    if (cell.caption) {
      const first = top + 1 + Math.floor(Math.max(0, high - held.length) / 2);
      words.push(...held.slice(0, high).map((line, at) => centerLine(line, left, right, first + at)));
      continue;
    }
    frames.push({ left, top, right, bottom });
    const hasRoom = held.length + title.length - 1 <= high;
    const [first, ...others] = hasRoom ? title : [fitTitle(cell.places[0]!, room)];
    const heading =
      high || !held.length ? [{ ...makePart(first!), isChanged: cell.isChanged }] : fullHeading(cell, held, room);
    words.push(makeWords(left + 2, top, heading, "title"));
    words.push(
      ...others.map((text, at) =>
        makeWords(left + 2, top + 1 + at, [{ ...makePart(text), isChanged: cell.isChanged }], "title"),
      ),
    );
    const below = top + 1 + others.length;
    const shown = keepWorstLines(held, high - others.length);
    const marks = shown.map((parts, at) => makeWords(left + 2, below + at, parts, "mark"));
    words.push(...marks);
    for (const place of cell.places)
      targets.push(...targetsOfPlace(place, place.title, [left, top, right, bottom], marks));
  }
  return { columns: sides.at(-1)! + 1, lines: levels.at(-1)! + 1, frames, words, ...NOTHING_DRAWN, targets };
}

/** The cells of a grid; those of a strip are cut into so many rows. */
function gridCells(board: BoardShown, rows: number): Cell[] {
  const each = Math.ceil(board.columns / Math.max(1, rows));
  const cells = new Map<string, Cell>();
  for (const place of board.places) {
    const isPlan = board.layout === "plan";
    const row = isPlan ? place.row : Math.floor(place.column / each);
    const column = isPlan ? place.column : place.column % each;
    const before = cells.get(`${row} ${column}`)?.places ?? [];
    const cell = { row, column, columns: place.columns };
    cells.set(
      `${row} ${column}`,
      place.name
        ? {
            ...cell,
            places: [...before, place],
            caption: "",
            isChanged: [...before, place].some((each) => each.isChanged),
          }
        : { ...cell, places: [], caption: place.title, isChanged: place.isChanged },
    );
  }
  return [...cells.values()];
}

/**
 * The lines of a cell's things, cut off at a width, without the name of the cell's first place, which stands in the
 * frame.
 */
function cellLines(cell: Cell, width: number): StyledLine[] {
  if (cell.caption) {
    const lines = wrapText(cell.caption, Math.max(1, width));
    return lines.map((text) => [{ ...makePart(truncate(text, width)), isChanged: cell.isChanged }]);
  }
  return cell.places.flatMap((place, number) => {
    const isNew = number && !cell.places.slice(0, number).some((earlier) => earlier.title === place.title);
    const title = isNew ? wrapTitle(place, width) : [];
    const heads = title.map((text) => [{ ...makePart(text), isChanged: place.isChanged }]);
    return [...heads, ...linesOfThings(place.things, width)];
  });
}

/** The columns that a cell needs to show its texts uncut. */
function preferredWidth(cell: Cell): number {
  const texts = [cell.caption, ...cell.places.map((place) => place.title)].map(countCharacters);
  const things = cell.places.flatMap((place) => place.things.filter((thing) => !isCard(thing)));
  const hands = cell.places.flatMap((place) => linesOfThings(place.things.filter(isCard), HAND_WIDTH));
  const widths = [...things.map((thing) => marksLine(thing.marks)), ...hands].map(lineWidth);
  return FRAME_COLUMNS + Math.max(...texts, ...widths);
}

/** The columns that a cell needs to cut no word: those of its longest. */
function leastWidth(cell: Cell): number {
  const titles = cell.places.map((place) => place.short || place.title);
  const words = [cell.caption, ...titles].flatMap((text) => text.split(/\s+/)).map(countCharacters);
  const things = cell.places.flatMap((place) => place.things);
  return FRAME_COLUMNS + Math.max(0, ...words, ...things.map(longestInThing));
}

/** The columns that the longest word of a thing needs, with its sign and indentation; a card is one. */
function longestInThing(thing: ThingShown): number {
  if (isCard(thing)) return Math.max(...thing.marks.map((mark) => partWidth(markPart(mark))));
  const widths = thing.marks.map((mark, number) => {
    const longest = Math.max(0, ...mark.text.split(/\s+/).map(countCharacters));
    return (number ? 1 : 0) + signColumns(markPart(mark)) + longest;
  });
  return Math.max(0, ...widths);
}

/** The width of each grid column by that of cells, sharing out the width of those that span several. */
function columnWidths(cells: readonly Cell[], widthOf: (cell: Cell) => number): number[] {
  const count = Math.max(0, ...cells.map((cell) => cell.column + cell.columns));
  const widths = Array.from({ length: count }, () => MIN_FRAME_WIDTH);
  for (const cell of [...cells].sort((one, other) => one.columns - other.columns)) {
    const taken = widths.slice(cell.column, cell.column + cell.columns).reduce((sum, each) => sum + each, 0);
    const lacking = widthOf(cell) - taken;
    for (let number = 0; number < cell.columns; number++) {
      widths[cell.column + number]! += Math.floor(Math.max(0, lacking + number) / cell.columns);
    }
  }
  return widths;
}

/**
 * Compute the heights of grid rows: as needed, at least one line each, but reduced if together they exceed `maxLines`.
 *
 * Of `maxLines`, null for unlimited, the sides of frames take `frameLines`.
 */
function shrinkRows(neededHeights: readonly number[], maxLines: number | null, frameLines: number): number[] {
  const heights = neededHeights.map((height) => Math.max(1, height));
  /** The lines of all rows and their frames. */
  const totalHeight = (): number => heights.reduce((sum, each) => sum + each, frameLines);
  while (maxLines !== null && totalHeight() > maxLines && Math.max(...heights)) {
    const spare = neededHeights.findIndex((height, at) => heights[at]! > height);
    heights[spare >= 0 ? spare : heights.lastIndexOf(Math.max(...heights))]!--;
  }
  return heights;
}

/** The name of a cell's first place, cut off at a width, with the count of the `hidden` lines of a cell without lines. */
function fullHeading(cell: Cell, hidden: readonly StyledLine[], width: number): StyledLine {
  const place = cell.places[0]!;
  const { isChanged } = cell;
  const tail = overflowPart(hidden);
  const title = `${fitTitle(place, Math.max(1, width - lineWidth([tail]) - 1))} `;
  return truncateLine([{ ...makePart(title), isChanged }, tail], width);
}

/** Position a line of text in the middle between two columns. */
function centerLine(parts: StyledLine, left: number, right: number, line: number): Words {
  const before = Math.floor(Math.max(0, right - left - 1 - lineWidth(parts)) / 2);
  return makeWords(left + 1 + before, line, parts, "caption");
}
