/**
 * Rollouts of a question's answers, on common random numbers.
 *
 * The run up to the question is its script. Each answer extends it, and from there runs go on to the end with dice of
 * their own and the autopilot. Run number n has the same dice behind every answer, so that differences between answers
 * are estimated much better than each result alone. Rollouts reveal nothing of the game's own dice, and change nothing.
 */

import { unreachable } from "../../closed";
import { type Batch, type BatchPlayer, type Slice, talliesOf } from "../../engine/runs";
import type { Tone } from "../../modes";
import type { Entry, Program } from "../../rules/program";
import { NONE } from "../../rules/values";
import { isSignificant, type Moments, pairedDifferences } from "./estimates";

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

/** Whether more of a measure is better (1) or worse (-1), by its tone. */
const SIGNS: Readonly<Record<Tone, number>> = { good: 1, bad: -1, "": 0 };

/** A measure that compares runs: a column of their results. */
export interface Measure {
  /** Its stable name. */
  readonly name: string;
  /** Its title, for display. */
  readonly title: string;
  /** Whether it is a yes (1) or no (0); else it is a number. */
  readonly isChance: boolean;
  /** 1 if more is better, -1 if less is, else 0. */
  readonly sign: number;
  /** Its value in each run; NONE for a run that is a fault. */
  readonly column: (part: Slice) => Int32Array;
  /** Whether a run with a no does not count, and is played again. */
  readonly isRequired?: boolean;
  /** The titles of enum values, for a measure that is an index of one. */
  readonly words?: readonly string[];
}

/** List the measures of an entry's runs by decreasing weight: tallies that are good or bad, else its results. */
export function measuresOf(program: Program, entry: Entry): Measure[] {
  const measures = talliesOf(program, entry).flatMap((tally, place): Measure[] => {
    if (!tally.matters) return [];
    const { name, title, required: isRequired } = tally;
    const sign = SIGNS[tally.matters];
    const isChance = tally.type.is === "BoolType";
    const words = tally.type.is === "EnumType" ? enumTitles(program, tally.type.enum) : [];
    return [{ name, title, isChance, sign, isRequired, words, column: (part) => part.tallies[place]! }];
  });
  return measures.length > 0 ? measures : resultMeasures(program, entry);
}

/** List the titles of an enum's values. */
function enumTitles(program: Program, name: string): string[] {
  const { values, titles } = program.enums.get(name)!;
  return values.map((value, at) => titles[at] || value.replaceAll("_", " "));
}

/** Make measures of an entry's results: the probability of each, neither good nor bad. */
function resultMeasures(program: Program, entry: Entry): Measure[] {
  /** The result of each run of a slice. */
  const runValues = (slice: Slice) => slice.values;
  switch (entry.result?.is) {
    case "EnumType": {
      const titles = enumTitles(program, entry.result.enum);
      return program.enums.get(entry.result.enum)!.values.map((name, value) => ({
        name,
        title: titles[value]!,
        isChance: true,
        sign: 0,
        column: (part) => part.values.map((found) => (found === NONE ? NONE : Number(found === value))),
      }));
    }
    case "BoolType":
      return [{ name: "yes", title: "yes", isChance: true, sign: 0, column: runValues }];
    case "IntType":
      return [{ name: "result", title: "result", isChance: false, sign: 0, column: runValues }];
    case "ElementType":
    case "ListType":
    case "NoneType":
    case "PartsType":
    case "TextType":
    case "UnknownType":
    case undefined:
      return [];
    default:
      return unreachable(entry.result);
  }
}

/** A growing sample of rollouts (simulated runs) of each answer to a question. */
export class RolloutSample {
  /**
   * For each answer, the column of each measure, in parts. After an interruption some answers may have more runs than
   * others: only the common runs count.
   */
  private readonly columns: Int32Array[][];
  private readonly lengths: number[];

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
    const comparisons = (this.answers.length - 1) * this.measures.filter((measure) => measure.sign !== 0).length;
    return VERDICT_ERRORS.find(([most]) => comparisons <= most)?.[1] ?? MAX_VERDICT_ERRORS;
  }

  /** Find the index of the best answer, the `preferred` (autopilot's) among equals; null if no measure decides. */
  bestAnswer(preferred: number, squaredErrors = 4): number | null {
    const contenders = this.contenders(squaredErrors);
    const deciding = this.measures.findIndex((measure) => measure.sign !== 0);
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
      if (measure.sign === 0 || remaining.length < 2) continue;
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
    for (const [number, measure] of this.measures.entries()) {
      const column = measure.column(slice);
      columns[number] = growColumn(columns[number]!, length, column.length);
      columns[number].set(column, length);
    }
    this.lengths[answer] = length + slice.values.length;
  }
}

/** Make room in a column for `more` values behind its first `length`: doubled if it is too small. */
function growColumn(column: Int32Array, length: number, more: number): Int32Array {
  if (length + more <= column.length) return column;
  const roomy = new Int32Array(Math.max(2 * column.length, length + more));
  roomy.set(column.subarray(0, length));
  return roomy;
}
