/** A plan laid out: places in a grid, each in a frame with its name in it. */

import type { BoardShown, Cell, Frame, Laid, Words } from "./classes";
import {
  EMPTY_LAYOUT,
  FRAME_COLUMNS,
  keepWorstLines,
  lineWidth,
  MIN_FRAME_WIDTH,
  makePart,
  marksLine,
  overflowPart,
  runningOffsets,
  type StyledLine,
  shrinkWidths,
  thingLines,
  truncate,
  truncateLine,
} from "./textFitting";
import { countCharacters, wrapText } from "./textWrap";

/** A board's places in a grid of so many columns, and lines; null where there is room for all. */
export function layOutPlan(board: BoardShown, columns: number, lines: number | null): Laid {
  const cells = gridCells(board, columns);
  if (!cells.length) return EMPTY_LAYOUT;
  const wide = Math.max(...cells.map((cell) => cell.column + cell.columns));
  const rows = 1 + Math.max(...cells.map((cell) => cell.row));
  const wished = columnWidths(cells, wide);
  // Of a plan what lies as far from the left as from the right is as wide.
  const widths = board.layout === "plan" ? wished.map((width, at) => Math.max(width, wished.at(-1 - at)!)) : wished;
  const sides = runningOffsets(shrinkWidths(widths, columns - 1, MIN_FRAME_WIDTH));
  const rightOf = (cell: Cell): number => sides[cell.column + cell.columns]!;
  const roomOf = (cell: Cell): number => rightOf(cell) - sides[cell.column]! - FRAME_COLUMNS;

  const inside = cells.map((cell) => ({ cell, held: cellLines(cell, roomOf(cell)) }));
  const needed = Array.from({ length: rows }, (_, row) =>
    Math.max(0, ...inside.filter(({ cell }) => cell.row === row).map(({ held }) => held.length)),
  );
  const levels = runningOffsets(shrinkRows(needed, lines, rows + 1).map((height) => height + 1));
  const frames: Frame[] = [];
  const words: Words[] = [];
  for (const { cell, held } of inside) {
    const [left, right, room] = [sides[cell.column]!, rightOf(cell), roomOf(cell)];
    const [top, bottom] = [levels[cell.row]!, levels[cell.row + 1]!];
    const high = bottom - top - 1;
    if (cell.caption) {
      const first = top + 1 + Math.floor(Math.max(0, high - held.length) / 2);
      words.push(...held.slice(0, high).map((line, at) => centerLine(line, left, right, first + at)));
      continue;
    }
    frames.push({ left, top, right, bottom });
    words.push({ column: left + 2, line: top, parts: cellHeading(cell, high === 0 ? held : [], room), kind: "title" });
    for (const [at, parts] of keepWorstLines(held, high).entries()) {
      words.push({ column: left + 2, line: top + 1 + at, parts, kind: "mark" });
    }
  }
  return { columns: sides.at(-1)! + 1, lines: levels.at(-1)! + 1, frames, words };
}

/** The cells of a grid; places beside each other that are too many for the box go on below. */
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
      place.name ? { ...cell, places: [...before, place], caption: "" } : { ...cell, places: [], caption: place.title },
    );
  }
  return [...cells.values()];
}

/** The lines of a cell, but for the name of its first place, which stands in its frame. */
function cellLines(cell: Cell, room: number): StyledLine[] {
  if (cell.caption) return wrapText(cell.caption, Math.max(1, room)).map((text) => [makePart(truncate(text, room))]);
  return cell.places.flatMap((place, number) => {
    const isNew = number && !cell.places.slice(0, number).some((earlier) => earlier.title === place.title);
    return [
      ...(isNew ? [[makePart(truncate(place.title, room))]] : []),
      ...place.things.flatMap((each) => thingLines(each, room)),
    ];
  });
}

/** How wide a cell would like to be. */
function preferredWidth(cell: Cell): number {
  const texts = [cell.caption, ...cell.places.map((place) => place.title)].map(countCharacters);
  const things = cell.places.flatMap((place) => place.things.map((thing) => lineWidth(marksLine(thing.marks))));
  return FRAME_COLUMNS + Math.max(...texts, ...things);
}

/** How wide each column would like to be, the widest of its cells counting. */
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
 * The heights of rows: what they need, a line where they need none, and less of both where there is no room.
 *
 * Of `lines`, null where there is room for all, `sides` are those that the sides of their frames take.
 */
function shrinkRows(neededHeights: readonly number[], maxLines: number | null, sides: number): number[] {
  const heights = neededHeights.map((height) => Math.max(1, height));
  const total = (): number => heights.reduce((sum, each) => sum + each, sides);
  while (maxLines !== null && total() > maxLines && Math.max(...heights)) {
    const spare = neededHeights.findIndex((height, at) => heights[at]! > height);
    heights[spare >= 0 ? spare : heights.lastIndexOf(Math.max(...heights))]!--;
  }
  return heights;
}

/** The name of a cell's first place, and how much of it there is no room for below. */
function cellHeading(cell: Cell, hidden: readonly StyledLine[], room: number): StyledLine {
  const { title } = cell.places[0]!;
  if (!hidden.length) return [makePart(truncate(title, room))];
  const tail = overflowPart(hidden);
  return truncateLine([makePart(`${truncate(title, Math.max(1, room - lineWidth([tail]) - 1))} `), tail], room);
}

/** A line of a text in the middle of its cell. */
function centerLine(parts: StyledLine, left: number, right: number, line: number): Words {
  const before = Math.floor(Math.max(0, right - left - 1 - lineWidth(parts)) / 2);
  return { column: left + 1 + before, line, parts, kind: "caption" };
}
