/**
 * What our functions for texts and numbers give, as JSON for others to compare:
 * `node scripts/run.mjs tests/texts.ts CASES`.
 *
 * The cases are a list of the name of a function and what it is given; what it refuses is its message.
 */

import { readFileSync } from "node:fs";
import { parseOwnName, shuffleNames } from "../src/engine/names";
import { wordsOf } from "../src/engine/words";
import { clip, InputError, isPrintable, quoteText } from "../src/errors";
import { joinNames } from "../src/listing";
import { findBestMatches } from "../src/nameSearch";
import { formatFixed, groupThousands, roundTo } from "../src/numberFormat";
import { wrapText } from "../src/play/boards/textWrap";
import { escapeText, formatNumber } from "../src/play/markup";
import { type Estimate, estimateMean, estimateRate, momentsOf } from "../src/play/odds/estimates";
import { decodeDice } from "../src/rules/dice";
import { parseThrows } from "../src/session/diceSources";
import { findLikelyNames } from "../src/suggestions";
import { compareByCodePoint, isDecimal, partition, rpartition, splitWords, stripBlanks } from "../src/text";

/** The functions by their names; what they are given comes as JSON. */
const FUNCTIONS: Readonly<Record<string, (...given: never[]) => unknown>> = {
  clip: (text: string) => clip(text),
  escaped: escapeText,
  fitting: (word: string, names: string[]) => findBestMatches(word, names, (name) => [name], String),
  fixed: formatFixed,
  grouped: groupThousands,
  isDecimal,
  isPrintable,
  likely: (word: string, names: string[]) => findLikelyNames(word, new Map(names.map((name) => [name, ""]))),
  listed: (names: string[]) => joinNames(names),
  lower: (text: string) => text.toLowerCase(),
  ownName: (text: string) => parseOwnName(text),
  partition,
  mean: (values: number[]) => told(estimateMean(momentsOf(values))),
  quoted: quoteText,
  rate: (count: number, of: number) => told(estimateRate(count, of)),
  rounded: roundTo,
  rpartition,
  separated: splitWords,
  short: formatNumber,
  shuffled: (names: string[], seed: string, number: number) => shuffleNames(names, BigInt(seed), number),
  sorted: (texts: string[]) => [...texts].sort(compareByCodePoint),
  stripped: stripBlanks,
  typedThrows: (text: string, count: number, sides: number, keep: number) =>
    parseThrows(text, decodeDice(count, sides, keep)),
  upper: (text: string) => text.toUpperCase(),
  wordsOf: (text: string) => [...wordsOf(text)].sort(compareByCodePoint),
  wrap: (text: string, width: number, breaksWords: boolean) =>
    wrapText(text, width, { breaksWords, breaksCompounds: true }),
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
