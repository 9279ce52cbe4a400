/**
 * Rollouts of a question's answers, on common random numbers.
 *
 * The run up to the question is its script. Each answer extends it, and from there runs go on to the end with dice of
 * their own and the autopilot. Run number n has the same dice behind every answer, so that differences between answers
 * are estimated much better than each result alone. Rollouts reveal nothing of the game's own dice, and change nothing.
 *
 * A run that does not count is worth what playing again is worth: another run from the beginning takes its place. A
 * forecast of a career knows of the missions that are left, so it stays that of the run itself.
 */

import type { Batch, BatchPlayer, Slice } from "../../engine/runs";
import { NONE } from "../../rules/values";
import { CountedRuns } from "./countedRuns";
import { isSignificant, type Moments, pairedDifferences } from "./estimates";
import { decides, type Measure } from "./measures";

/** Up to how many comparisons of two answers by a measure, and the square of the standard errors that count then. */
export const VERDICT_ERRORS: readonly (readonly [number, number])[] = [
  [1, 4],
  [5, 7],
  [10, 8],
  [20, 10],
  [50, 11],
  [100, 13],
];

/** The same for more comparisons. */
export const MAX_VERDICT_ERRORS = 16;

/** Runs of one answer before the next one's turn. */
const TURN_RUNS = 256;

/** A growing sample of rollouts (simulated runs) of each answer to a question. */
export class RolloutSample {
  /**
   * For each answer, the column of each measure, in parts. After an interruption some answers may have more runs than
   * others: only the common runs count.
   */
  private readonly columns: Int32Array[][];
  private readonly lengths: number[];
  private readonly countedRuns: CountedRuns;

  /**
   * Make an empty sample of `answers` (indices, -1 for none) to the question at which `batch` ends, in one measure or
   * more.
   */
  constructor(
    private readonly player: BatchPlayer,
    readonly measures: readonly Measure[],
    private readonly batch: Batch,
    readonly answers: readonly number[],
  ) {
    this.columns = answers.map(() => measures.map(() => new Int32Array(0)));
    this.lengths = answers.map(() => 0);
    this.countedRuns = new CountedRuns(player, measures, batch);
  }

  /** The number of simulated runs that all answers have. */
  get runs(): number {
    return Math.min(...this.lengths);
  }

  /** Simulate more runs of each answer, in turns, so that an interruption leaves a usable sample. */
  grow(count: number): void {
    const end = this.runs + count;
    for (let first = this.runs; first < end; first += TURN_RUNS) {
      for (const [place, answer] of this.answers.entries()) {
        const batch = { ...this.batch, script: [...this.batch.script, answer] };
        for (const part of this.player(batch, first, Math.min(TURN_RUNS, end - first))) this.appendSlice(place, part);
      }
    }
  }

  /** The values of a measure in the runs of an answer, both by index; NONE for runs that fault. */
  values(answer: number, measure: number): Int32Array {
    return this.columns[answer]![measure]!.subarray(0, this.runs);
  }

  /** The paired differences in a measure between an answer and a baseline, in runs with the same dice. */
  differenceFrom(answer: number, baseline: number, measure: number): Moments {
    return pairedDifferences(this.values(answer, measure), this.values(baseline, measure));
  }

  /**
   * The square of the standard errors by which an answer must be behind for a verdict on all answers: with many
   * comparisons, one of them soon differs by two standard errors by chance alone.
   */
  verdictErrors(): number {
    const comparisons = (this.answers.length - 1) * this.measures.filter(decides).length;
    return VERDICT_ERRORS.find(([most]) => comparisons <= most)?.[1] ?? MAX_VERDICT_ERRORS;
  }

  /** Find the index of the best answer, the `preferred` (autopilot's) among equals; null if no measure decides. */
  bestAnswer(preferred: number, squaredErrors = 4): number | null {
    const contenders = this.contenders(squaredErrors);
    const deciding = this.measures.findIndex(decides);
    if (deciding < 0 || contenders.length === 0) return null;
    return contenders.find((place) => this.answers[place] === preferred) ?? this.bestByMeasure(contenders, deciding);
  }

  /**
   * Find the indices of the answers that may be best: by each measure in turn, drop answers that are significantly
   * worse than the best; `squaredErrors` is the square of the standard errors that are significant.
   */
  contenders(squaredErrors = 4): number[] {
    let remaining = [...this.answers.keys()].filter((place) => this.values(place, 0).some((value) => value !== NONE));
    for (const [number, measure] of this.measures.entries()) {
      if (!decides(measure) || remaining.length < 2) continue;
      const best = this.bestByMeasure(remaining, number);
      remaining = remaining.filter(
        (place) => place === best || !isSignificant(this.differenceFrom(best, place, number), squaredErrors),
      );
    }
    return remaining;
  }

  /** Find the answer with the best mean in a measure, among answers given by index; the first of equals. */
  private bestByMeasure(answers: readonly number[], measure: number): number {
    const sign = BigInt(this.measures[measure]!.sign);
    return answers.reduce((best, answer) =>
      sign * this.differenceFrom(answer, best, measure).sum > 0n ? answer : best,
    );
  }

  /** Append the values of all measures in a slice of runs to the columns of an answer. */
  private appendSlice(answer: number, slice: Slice): void {
    const columns = this.columns[answer]!;
    const length = this.lengths[answer]!;
    for (const [number, column] of this.measureSlice(slice).entries()) {
      columns[number] = growColumn(columns[number]!, length, column.length);
      columns[number].set(column, length);
    }
    this.lengths[answer] = length + slice.values.length;
  }

  /** Read the measures of a slice of runs, with other runs in place of those that do not count. */
  private measureSlice(slice: Slice): Int32Array[] {
    const values = this.measures.map((measure) => measure.column(slice));
    const required = values.filter((_, number) => this.measures[number]!.isRequired);
    if (!required.some((column) => column.includes(0))) return values;
    const mixed = values.map((column) => column.slice());
    for (let index = 0; index < slice.values.length; index++) {
      if (required.every((column) => column[index] !== 0)) continue;
      const counted = this.countedRuns.measureRun(slice.first + index);
      if (counted === null) continue;
      for (const [number, { isRequired, isForecast }] of this.measures.entries()) {
        if (!isRequired && !isForecast) mixed[number]![index] = counted[number]!;
      }
    }
    return mixed;
  }
}

/** Make room in a column for `more` values behind its first `length`: doubled if it is too small. */
function growColumn(column: Int32Array, length: number, more: number): Int32Array {
  if (length + more <= column.length) return column;
  const roomy = new Int32Array(Math.max(2 * column.length, length + more));
  roomy.set(column.subarray(0, length));
  return roomy;
}
