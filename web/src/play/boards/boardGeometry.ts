/** Geometry of maps and pictures, in integers: tenths of a unit, from the upper left corner of the board. */

import type { BoardMap } from "../../rules/program";
import type { Polyline } from "./classes";

/** The tenths of a unit, in which shapes are measured. */
export const TENTHS = 10;

/** The sine and the cosine, times 10,000, of the angles of a quarter turn in steps of 7.5 degrees, without its end. */
const QUARTER_TURN: readonly (readonly [number, number])[] = [
  [0, 10_000],
  [1_305, 9_914],
  [2_588, 9_659],
  [3_827, 9_239],
  [5_000, 8_660],
  [6_088, 7_934],
  [7_071, 7_071],
  [7_934, 6_088],
  [8_660, 5_000],
  [9_239, 3_827],
  [9_659, 2_588],
  [9_914, 1_305],
];

/** What a radius counts in {@link QUARTER_TURN}. */
const PER_RADIUS = 10_000;

/** Make a circle as a polyline of 48 points, clockwise from up; all lengths are in tenths of a unit. */
export function circleLine(x: number, y: number, radius: number): Polyline {
  const points: number[] = [];
  let turns = QUARTER_TURN.map(([sine, cosine]) => [sine, -cosine] as const);
  for (let quarter = 0; quarter < 4; quarter++) {
    for (const [across, down] of turns) points.push(x + scaleDown(across * radius), y + scaleDown(down * radius));
    turns = turns.map(([across, down]) => [-down, across] as const);
  }
  return { points, closed: true };
}

/** Divide by {@link PER_RADIUS}, rounded to the nearest integer, halves up. */
function scaleDown(length: number): number {
  return Math.floor((length + PER_RADIUS / 2) / PER_RADIUS);
}

/** Move a polyline by numbers of tenths. */
export function shiftLine({ points, closed }: Polyline, across: number, down: number): Polyline {
  return { points: points.map((number, at) => number + (at % 2 ? down : across)), closed };
}

/** What to add to absolute tenths: shapes begin at the corner, and a map's numbers are amid their cells. */
export function originInTenths({ left, top }: BoardMap, isMap: boolean): readonly [number, number] {
  const middle = isMap ? TENTHS / 2 : 0;
  return [middle - TENTHS * left, middle - TENTHS * top];
}
