/**
 * The odds of answers: rollouts from the moment of a question, on common random numbers.
 *
 * A run up to the question is its script, the throws and answers so far. Each answer is put behind it, and from there
 * runs go on to the end with dice of their own and the autopilot. Run number n has the same dice behind every answer, so
 * what answers differ in is told much better than what each of them leads to. Nothing is learnt of the dice that the
 * game itself will throw, and nothing of it is changed.
 */

import { unreachable } from "../../closed";
import { type Batch, type BatchPlayer, type Slice, talliesOf } from "../../engine/runs";
import type { Tone } from "../../modes";
import type { Entry, Program } from "../../rules/program";
import { NONE } from "../../rules/values";
import { isSignificant, type Moments, pairedDifferences } from "./estimates";

/** So many runs of one answer are played before it is the next one's turn. */
const TURN_RUNS = 256;

/** Whether more of something is better (1) or worse (-1). */
const SIGNS: Readonly<Record<Tone, number>> = { good: 1, bad: -1, "": 0 };

/** What runs are compared by: a column of what they came to. */
export interface Measure {
  /** Its stable name. */
  readonly name: string;
  /** The same for reading. */
  readonly title: string;
  /** Whether it is yes (1) or no (0); else it is a number. */
  readonly isChance: boolean;
  /** 1 where more is better, -1 where less is, 0 where neither is. */
  readonly sign: number;
  /** Its value in each run; NONE for a run that is a fault. */
  readonly column: (part: Slice) => Int32Array;
  /** Whether a run in which it is no does not count, and is played again. */
  readonly isRequired?: boolean;
  /** Of a number that stands for the values of an enum by their order, these values, for reading. */
  readonly words?: readonly string[];
}

/**
 * What runs of an entry are compared by, what weighs most first: what the rules count at its end as good or bad; where
 * they count no such thing, what it gives.
 */
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

/** The values of an enum, for reading. */
function enumTitles(program: Program, name: string): string[] {
  const { values, titles } = program.enums.get(name)!;
  return values.map((value, at) => titles[at] || value.replaceAll("_", " "));
}

/** What an entry gives: the chance of each of its results, none of them good or bad. */
function resultMeasures(program: Program, entry: Entry): Measure[] {
  const runValues = (part: Slice) => part.values;
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

/** Rollouts of each answer to a question. */
export class RolloutSample {
  /**
   * For each answer, the column of each measure, in parts. A sample that was interrupted may hold more runs of some
   * answers than of others: what counts is what all have.
   */
  private readonly columns: Int32Array[][];
  private readonly lengths: number[];

  /**
   * `batch` holds the run up to the question; `answers` are the indices of what can be answered, -1 for none. There is
   * one measure at least.
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

  /** How many runs of each answer there are. */
  get runs(): number {
    return Math.min(...this.lengths);
  }

  /** Play so many more runs of each answer, in turns: so that something is known when it is interrupted. */
  grow(count: number): void {
    const end = this.runs + count;
    for (let first = this.runs; first < end; first += TURN_RUNS) {
      for (const [place, answer] of this.answers.entries()) {
        const batch = { ...this.batch, script: [...this.batch.script, answer] };
        for (const part of this.player(batch, first, Math.min(TURN_RUNS, end - first))) this.appendSlice(place, part);
      }
    }
  }

  /** A measure's column of an answer, both by their places; NONE for runs that are faults. */
  values(answer: number, measure: number): Int32Array {
    return this.columns[answer]![measure]!.subarray(0, this.runs);
  }

  /** How much more an answer leads to than another: the differences of runs with the same dice. */
  differenceFrom(answer: number, baseline: number, measure: number): Moments {
    return pairedDifferences(this.values(answer, measure), this.values(baseline, measure));
  }

  /**
   * The place of the answer to give; null where nothing that is measured matters. `preferred` is the index that the
   * autopilot answers: it decides where no measure does.
   */
  bestAnswer(preferred: number): number | null {
    const contenders = this.contenders();
    const deciding = this.measures.findIndex((measure) => measure.sign !== 0);
    if (deciding < 0 || contenders.length === 0) return null;
    return contenders.find((place) => this.answers[place] === preferred) ?? this.bestByMeasure(contenders, deciding);
  }

  /**
   * The places of the answers that no measure sets behind another. The first measure that matters decides, and where
   * answers differ in it by less than two standard errors, the next.
   */
  contenders(): number[] {
    let remaining = [...this.answers.keys()].filter((place) => this.values(place, 0).some((value) => value !== NONE));
    for (const [number, measure] of this.measures.entries()) {
      if (measure.sign === 0 || remaining.length < 2) continue;
      const best = this.bestByMeasure(remaining, number);
      remaining = remaining.filter(
        (place) => place === best || !isSignificant(this.differenceFrom(best, place, number)),
      );
    }
    return remaining;
  }

  /** Of the answers at these places the one with the best mean, the first of equals. */
  private bestByMeasure(places: readonly number[], number: number): number {
    const sign = BigInt(this.measures[number]!.sign);
    return places.reduce((best, place) => (sign * this.differenceFrom(place, best, number).sum > 0n ? place : best));
  }

  private appendSlice(place: number, part: Slice): void {
    const columns = this.columns[place]!;
    const length = this.lengths[place]!;
    for (const [number, measure] of this.measures.entries()) {
      const column = measure.column(part);
      columns[number] = growColumn(columns[number]!, length, column.length);
      columns[number].set(column, length);
    }
    this.lengths[place] = length + part.values.length;
  }
}

/** A column with room for more behind what it holds: twice as much as it had, where that is too little. */
function growColumn(column: Int32Array, length: number, more: number): Int32Array {
  if (length + more <= column.length) return column;
  const roomy = new Int32Array(Math.max(2 * column.length, length + more));
  roomy.set(column.subarray(0, length));
  return roomy;
}
