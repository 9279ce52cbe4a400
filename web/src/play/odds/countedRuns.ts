/**
 * Runs that count, which are played in place of those that do not.
 *
 * A tally of the rules that is `required` says whether a run counts; one in which it is no is played again, from the
 * beginning, until one counts.
 */

import { againSeed } from "../../engine/dice";
import type { Batch, BatchPlayer, Slice } from "../../engine/runs";
import { NONE } from "../../rules/values";
import type { Measure } from "./measures";

/** How many runs are tried for each that has to count. Where still fewer count, a run that does not stays as it is. */
const MAX_ATTEMPTS = 16;

/** Runs that are played at a time. */
const RUNS_AT_ONCE = 64;

/** Runs from the beginning, without a script, of which those that count are kept in order. */
export class CountedRuns {
  private played = 0;
  /** For each run that counts its number, and the value of each measure. */
  private readonly counted: (readonly [number: number, values: readonly number[]])[] = [];
  private readonly batch: Batch;

  /** Make an empty store of runs in place of those of a `batch` of rollouts; none is played before it is needed. */
  constructor(
    private readonly player: BatchPlayer,
    private readonly measures: readonly Measure[],
    batch: Batch,
  ) {
    this.batch = { ...batch, script: [], seed: againSeed(batch.seed) };
  }

  /** Return the measures of the counted run with a number, from 0; null if hardly any run counts. */
  measureRun(number: number): readonly number[] | null {
    const attempts = MAX_ATTEMPTS * (number + 1);
    while (this.counted.length <= number && this.played < attempts) {
      for (const part of this.player(this.batch, this.played, RUNS_AT_ONCE)) this.keepCounted(part);
    }
    const found = this.counted[number];
    return found === undefined || found[0] >= attempts ? null : found[1];
  }

  /** Keep those runs of a slice that count. */
  private keepCounted(part: Slice): void {
    const columns = this.measures.map((measure) => measure.column(part));
    for (let index = 0; index < part.values.length; index++) {
      const values = columns.map((column) => column[index]!);
      const counts = this.measures.every(
        ({ isRequired }, number) => !isRequired || (values[number] !== 0 && values[number] !== NONE),
      );
      if (counts) this.counted.push([this.played + index, values]);
    }
    this.played += part.values.length;
  }
}
