/** The measures that compare runs: good and bad tallies, or else the probabilities of results. */

import { unreachable } from "../../closed";
import { type Slice, talliesOf } from "../../engine/runs";
import type { Tone } from "../../modes";
import type { Entry, Program, Tally } from "../../rules/program";
import { NONE } from "../../rules/values";

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
  readonly isRequired: boolean;
  /** Whether it says at the end of a mission what the career is expected to come to. */
  readonly isForecast: boolean;
  /** How many of its count make one: 100 where it counts hundredths. */
  readonly unit: number;
  /** The titles of enum values, for a measure that is an index of one. */
  readonly words: readonly string[];
}

/** The properties of a measure that is the result of a run. */
const RESULT = { sign: 0, isRequired: false, isForecast: false, unit: 1, words: [] } as const;

/**
 * List the measures of an entry's runs by decreasing weight: tallies that are good or bad, else its results. At the end
 * of a stage, forecasts of the career come first.
 */
export function measuresOf(program: Program, entry: Entry): Measure[] {
  const measures = talliesOf(program, entry).flatMap((tally, place): Measure[] =>
    tally.matters ? [tallyMeasure(program, tally, place)] : [],
  );
  return measures.length > 0 ? measures : resultMeasures(program, entry);
}

/** Whether answers are better or worse by a measure: it is good or bad, and no run is played again that fails it. */
export function decides({ sign, isRequired }: Measure): boolean {
  return sign !== 0 && !isRequired;
}

/** Make the measure of a tally, given its index; a forecast is shown like the tally of the career that it forecasts. */
function tallyMeasure(program: Program, tally: Tally, index: number): Measure {
  const isForecast = program.forecasts.includes(tally);
  const shown = isForecast ? program.tallies.find((career) => career.name === tally.name)! : tally;
  return {
    name: tally.name,
    title: tally.title,
    isChance: shown.type.is === "BoolType",
    sign: SIGNS[tally.matters],
    column: (part) => part.tallies[index]!,
    isRequired: tally.required,
    isForecast,
    unit: tally.unit,
    words: shown.type.is === "EnumType" ? enumTitles(program, shown.type.enum) : [],
  };
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
        ...RESULT,
        name,
        title: titles[value]!,
        isChance: true,
        column: (part) => part.values.map((found) => (found === NONE ? NONE : Number(found === value))),
      }));
    }
    case "BoolType":
      return [{ ...RESULT, name: "yes", title: "yes", isChance: true, column: runValues }];
    case "IntType":
      return [{ ...RESULT, name: "result", title: "result", isChance: false, column: runValues }];
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
