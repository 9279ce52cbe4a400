/** Cuts the runs of a simulation into parts that take about a quarter of a second each. */

import type { Part } from "./partPlayer";

/** The runs of a part before the speed is known: so many tell whether they come to an end at all. */
export const FIRST_RUNS = 3;

/** The milliseconds that a part should take. */
const PART_TIME = 250;

/** By how much a part may be larger than the one before. */
const MAX_GROWTH = 8;

/** The largest part. */
const MAX_RUNS = 50_000;

/** Compute the size of the next part from the speed of a finished one. */
export function nextSize(count: number, milliseconds: number): number {
  const affordable = Math.floor((count * PART_TIME) / Math.max(milliseconds, 0.001));
  return Math.max(1, Math.min(MAX_RUNS, MAX_GROWTH * count, affordable));
}

/** Cuts runs into parts, one at a time. */
export class PartCutter {
  private first = 0;

  /** Begin to cut `runs` runs, for so many workers. */
  constructor(
    private readonly runs: number,
    private readonly workers: number,
  ) {}

  /** The next part, of this size at most; null if no runs are left. The last parts are smaller, to end together. */
  cut(size: number): Part | null {
    const left = this.runs - this.first;
    if (left === 0) return null;
    const fair = Math.max(FIRST_RUNS, Math.ceil(left / this.workers));
    const part = { first: this.first, count: Math.min(size, left, fair) };
    this.first += part.count;
    return part;
  }
}
