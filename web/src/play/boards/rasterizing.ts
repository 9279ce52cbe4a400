/** Rasterization of polylines to Braille dots: two across and four down in each cell of characters. */

import type { Polyline } from "./classes";
import { FINE } from "./drawingLayout";

/** The Braille character without dots; the others add the bits of their dots. */
export const BRAILLE = 0x2800;

/** The dots of a cell. */
const DOTS_ACROSS = 2;
const DOTS_DOWN = 4;

/** The bit of each dot of a Braille character, by column and line. */
const DOT_BITS = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
] as const;

/** The most dots of one straight line: those far outside of the box are not worth more. */
const MAX_STEPS = 4_000;

/** A dot: how far across and down. */
type Dot = readonly [number, number];

/** Call a function for each dot that polylines go through, with its cell and its bit; dots left of or above the box are left out. */
export function rasterize(lines: readonly Polyline[], put: (column: number, line: number, bit: number) => void): void {
  for (const { points, closed } of lines) {
    const dots = dotsOf(points);
    if (closed && dots.length > 2) dots.push(dots[0]!);
    for (let at = 1; at < dots.length; at++) {
      for (const [x, y] of straightLine(dots[at - 1]!, dots[at]!)) {
        if (x < 0 || y < 0) continue;
        put(Math.floor(x / DOTS_ACROSS), Math.floor(y / DOTS_DOWN), DOT_BITS[x % DOTS_ACROSS]![y % DOTS_DOWN]!);
      }
    }
  }
}

/** The dots at points, which are in hundredths of a column and of a line. */
function dotsOf(points: readonly number[]): Dot[] {
  const dots: Dot[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at]!, points[at + 1]!];
    dots.push([Math.floor((x * DOTS_ACROSS) / FINE), Math.floor((y * DOTS_DOWN) / FINE)]);
  }
  return dots;
}

/** Yield the dots of a straight line, both ends included: one for each step of the longer way. */
function* straightLine([left, top]: Dot, [right, bottom]: Dot): Generator<Dot> {
  const [across, down] = [right - left, bottom - top];
  const steps = Math.min(MAX_STEPS, Math.max(Math.abs(across), Math.abs(down)));
  yield [left, top];
  for (let step = 1; step <= steps; step++) {
    yield [
      left + Math.floor((2 * across * step + steps) / (2 * steps)),
      top + Math.floor((2 * down * step + steps) / (2 * steps)),
    ];
  }
}
