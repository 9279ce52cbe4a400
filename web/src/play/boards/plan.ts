/** Layout of a plan: places in a grid, each in a frame with its name. */

import type { BoardShown, Cell, Frame, Laid, Target, Words } from "./classes";
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
  marksLine,
  NOTHING_DRAWN,
  overflowPart,
  runningOffsets,
  type StyledLine,
  shrinkWidths,
  truncate,
  truncateLine,
} from "./textFitting";
import { countCharacters, wrapText } from "./textWrap";

/** The columns in which cards of one place lie side by side, if there is room. */
const HAND_WIDTH = 60;

/** Lay a board's places out in a grid, each in a frame with its name; `lines` of null gives it the height it needs. */
export function layOutPlan(board: BoardShown, columns: number, lines: number | null): Laid {
  const cells = gridCells(board, columns);
  if (!cells.length) return EMPTY_LAYOUT;
  const wide = Math.max(...cells.map((cell) => cell.column + cell.columns));
  const rows = 1 + Math.max(...cells.map((cell) => cell.row));
  const wished = columnWidths(cells, wide);
  // Columns at equal distances from the left and right get equal widths.
  const widths = board.layout === "plan" ? wished.map((width, at) => Math.max(width, wished.at(-1 - at)!)) : wished;
  const sides = runningOffsets(shrinkWidths(widths, columns - 1, MIN_FRAME_WIDTH));
  /** The column of a cell's right frame side. */
  const rightSideOf = (cell: Cell): number => sides[cell.column + cell.columns]!;
  /** The columns inside a cell's frame. */
  const innerWidthOf = (cell: Cell): number => rightSideOf(cell) - sides[cell.column]! - FRAME_COLUMNS;

  const inside = cells.map((cell) => ({ cell, held: cellLines(cell, innerWidthOf(cell)) }));
  const needed = Array.from({ length: rows }, (_, row) =>
    Math.max(0, ...inside.filter(({ cell }) => cell.row === row).map(({ held }) => held.length)),
  );
  const levels = runningOffsets(shrinkRows(needed, lines, rows + 1).map((height) => height + 1));
  const frames: Frame[] = [];
  const words: Words[] = [];
  const targets: Target[] = [];
  for (const { cell, held } of inside) {
    const [left, right, room] = [sides[cell.column]!, rightSideOf(cell), innerWidthOf(cell)];
    const [top, bottom] = [levels[cell.row]!, levels[cell.row + 1]!];
    const high = bottom - top - 1;
    if (cell.caption) {
      const first = top + 1 + Math.floor(Math.max(0, high - held.length) / 2);
      words.push(...held.slice(0, high).map((line, at) => centerLine(line, left, right, first + at)));
      continue;
    }
    frames.push({ left, top, right, bottom });
    for (const place of cell.places) targets.push(...targetsOfPlace(place, place.title, [left, top, right, bottom]));
    words.push(makeWords(left + 2, top, cellHeading(cell, high === 0 ? held : [], room), "title"));
    for (const [at, parts] of keepWorstLines(held, high).entries())
      words.push(makeWords(left + 2, top + 1 + at, parts, "mark"));
  }
  return { columns: sides.at(-1)! + 1, lines: levels.at(-1)! + 1, frames, words, ...NOTHING_DRAWN, targets };
}

/** The cells of a grid; places that share a row wrap onto further rows if the box is too narrow. */
function gridCells(board: BoardShown, columns: number): Cell[] {
  const wide = Math.max(1, Math.floor((columns - 1) / (MIN_FRAME_WIDTH + FRAME_COLUMNS)));
  const rows = Math.ceil(board.columns / wide);
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
    const title = { ...makePart(fitTitle(place, width)), isChanged: place.isChanged };
    return [...(isNew ? [[title]] : []), ...linesOfThings(place.things, width)];
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

/** The preferred width of each grid column: that of its widest cell. */
function columnWidths(cells: readonly Cell[], count: number): number[] {
  const widths = Array.from({ length: count }, () => MIN_FRAME_WIDTH);
  for (const cell of [...cells].sort((one, other) => one.columns - other.columns)) {
    const taken = widths.slice(cell.column, cell.column + cell.columns).reduce((sum, each) => sum + each, 0);
    const lacking = preferredWidth(cell) - taken;
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

/**
 * The name of a cell's first place, cut off at a width, with the count of the `hidden` lines for which the cell is too
 * low.
 */
function cellHeading(cell: Cell, hidden: readonly StyledLine[], width: number): StyledLine {
  const place = cell.places[0]!;
  const { isChanged } = cell;
  if (!hidden.length) return [{ ...makePart(fitTitle(place, width)), isChanged }];
  const tail = overflowPart(hidden);
  const title = `${fitTitle(place, Math.max(1, width - lineWidth([tail]) - 1))} `;
  return truncateLine([{ ...makePart(title), isChanged }, tail], width);
}

/** Position a line of text in the middle between two columns. */
function centerLine(parts: StyledLine, left: number, right: number, line: number): Words {
  const before = Math.floor(Math.max(0, right - left - 1 - lineWidth(parts)) / 2);
  return makeWords(left + 1 + before, line, parts, "caption");
}
