/**
 * What our functions for texts and numbers give, as JSON for others to compare:
 * `node scripts/run.mjs tests/texts.ts CASES`.
 *
 * The cases are a list of the name of a function and what it is given; what it refuses is its message.
 */

import { readFileSync } from "node:fs";
import { ownName, shuffled } from "../src/engine/names";
import { wordsOf } from "../src/engine/words";
import { clip, InputError, isPrintable, quoted } from "../src/errors";
import { fixed, grouped, rounded } from "../src/figures";
import { likely } from "../src/likeness";
import { listed } from "../src/listing";
import { fitting } from "../src/lookup";
import { wrap } from "../src/play/boards/wrapping";
import { escaped, short } from "../src/play/markup";
import { type Estimate, meanOf, moments, rate } from "../src/play/odds/estimates";
import { decodeDice } from "../src/rules/dice";
import { typedThrows } from "../src/session/sources";
import { byCharacters, isDecimal, partition, rpartition, separated, stripped } from "../src/text";

/** The functions by their names; what they are given comes as JSON. */
const FUNCTIONS: Readonly<Record<string, (...given: never[]) => unknown>> = {
  clip: (text: string) => clip(text),
  escaped,
  fitting: (word: string, names: string[]) => fitting(word, names, (name) => [name], String),
  fixed,
  grouped,
  isDecimal,
  isPrintable,
  likely: (word: string, names: string[]) => likely(word, new Map(names.map((name) => [name, ""]))),
  listed: (names: string[]) => listed(names),
  lower: (text: string) => text.toLowerCase(),
  ownName: (text: string) => ownName(text),
  partition,
  mean: (values: number[]) => told(meanOf(moments(values))),
  quoted,
  rate: (count: number, of: number) => told(rate(count, of)),
  rounded,
  rpartition,
  separated,
  short,
  shuffled: (names: string[], seed: string, number: number) => shuffled(names, BigInt(seed), number),
  sorted: (texts: string[]) => [...texts].sort(byCharacters),
  stripped,
  typedThrows: (text: string, count: number, sides: number, keep: number) =>
    typedThrows(text, decodeDice(count, sides, keep)),
  upper: (text: string) => text.toUpperCase(),
  wordsOf: (text: string) => [...wordsOf(text)].sort(byCharacters),
  wrap,
};

function told(estimate: Estimate | null): readonly number[] | null {
  return estimate && [estimate.value, estimate.low, estimate.high];
}

function given(name: string, args: readonly unknown[]): unknown {
  try {
    return FUNCTIONS[name]!(...(args as never[]));
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

const cases = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as (readonly [string, ...unknown[]])[];
console.log(JSON.stringify(cases.map(([name, ...args]) => given(name, args))));
