/**
 * Layout of what is drawn on maps and pictures: shapes to scale, and the line below with scale and compass.
 *
 * Lengths are scaled in integers: to the nearest, halves up.
 */

import type { BoardScale, BoardShown, LaidShape, Polyline, ShapeShown, Words } from "./classes";
import { lineWidth, makePart, makeWords } from "./textFitting";

/** The hundredths of a column or line, in which shapes are placed. */
export const FINE = 100;

/** The tenths of a unit, in which shapes are given. */
const TENTHS = 10;

/** How many units, times a power of ten, the bar of a scale may show. */
const BAR_STEPS = [1, 2, 5];

/** The least length of the bar of a scale. */
const MIN_BAR_COLUMNS = 6;

/** The columns between scale and compass. */
const FOOTER_GAP = 4;

/** The size of a map or picture in its units, and in the columns and lines that it takes. */
export interface Extent {
  readonly unitsAcross: number;
  readonly unitsDown: number;
  readonly columns: number;
  readonly lines: number;
}

/** Convert a length across to columns. */
export function columnAt(units: number, extent: Extent): number {
  return scaleLength(units, extent.columns, extent.unitsAcross);
}

/** Convert a length down to lines. */
export function lineAt(units: number, extent: Extent): number {
  return scaleLength(units, extent.lines, extent.unitsDown);
}

/** Scale a length by `parts` of `whole`, to the nearest integer, halves up. */
export function scaleLength(length: number, parts: number, whole: number): number {
  return Math.floor((2 * length * parts + whole) / (2 * whole));
}

/** How many lines a map or picture takes at a width; `lineHeight` is in hundredths of a column. */
export function linesForWidth(board: BoardShown, columns: number, lineHeight: number): number {
  return Math.max(1, scaleLength(columns * board.rows, FINE, board.columns * lineHeight));
}

/** How many columns a map or picture takes at a height; `lineHeight` is in hundredths of a column. */
export function columnsForHeight(board: BoardShown, lines: number, lineHeight: number): number {
  return Math.max(1, scaleLength(lines * board.columns, lineHeight, board.rows * FINE));
}

/** Scale the shapes of a map or picture whose area begins at a column and a line. */
export function layOutShapes(board: BoardShown, extent: Extent, left: number, top: number): LaidShape[] {
  return board.shapes.map((shape) => layOutShape(shape, extent, left, top));
}

/** Scale a shape. */
function layOutShape({ kind, lines, text, tone }: ShapeShown, extent: Extent, left: number, top: number): LaidShape {
  return { kind, lines: lines.map((line) => layOutLine(line, extent, left, top)), text, tone };
}

/** Scale a polyline from tenths of a unit to hundredths of a column and of a line. */
function layOutLine({ points, closed }: Polyline, extent: Extent, left: number, top: number): Polyline {
  const { columns, lines, unitsAcross, unitsDown } = extent;
  const scaled = points.map((number, at) =>
    at % 2
      ? top * FINE + scaleLength(number, lines * FINE, unitsDown * TENTHS)
      : left * FINE + scaleLength(number, columns * FINE, unitsAcross * TENTHS),
  );
  return { points: scaled, closed };
}

/** Whether a line with scale or compass stands below a map or picture. */
export function hasFooter({ scale, compass }: BoardShown): boolean {
  return scale !== null || compass !== null;
}

/** Lay out the line with the bar of the scale and the compass, which has a line of the box for itself. */
export function layOutFooter(board: BoardShown, extent: Extent, line: number): [Words[], LaidShape[]] {
  const words: Words[] = [];
  const bars: LaidShape[] = [];
  let column = 0;
  if (board.scale !== null) {
    const [units, width] = barOfScale(board.scale, extent);
    bars.push({ kind: "bar", lines: [barLine(width, line)], text: "", tone: "" });
    const caption = [makePart(`${units} ${board.scale.unit}`)];
    words.push(makeWords(width + 2, line, caption, "more"));
    column = width + 2 + lineWidth(caption) + FOOTER_GAP;
  }
  if (board.compass !== null) {
    const direction = makePart(board.compass.text, "", "arrow", board.compass.degrees);
    words.push(makeWords(column, line, [direction], "more"));
  }
  return [words, bars];
}

/** Choose how many units the bar of a scale shows, the least with room, and its columns. */
function barOfScale(scale: BoardScale, extent: Extent): [number, number] {
  for (let power = 1; ; power *= TENTHS) {
    for (const step of BAR_STEPS) {
      const columns = columnAt(scale.numbers * step * power, extent);
      if (columns >= MIN_BAR_COLUMNS) return [step * power, columns];
    }
  }
}

/** Make the bar of a scale: a line with a stop at either end. */
function barLine(columns: number, line: number): Polyline {
  const [top, middle, bottom] = [line * FINE + FINE / 4, line * FINE + FINE / 2, line * FINE + (3 * FINE) / 4];
  const right = columns * FINE;
  return { points: [0, top, 0, bottom, 0, middle, right, middle, right, top, right, bottom], closed: false };
}
