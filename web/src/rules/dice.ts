/** Dice: their number, their sides, and the way of reading them together.
 *
 * All facts about a way of reading them, a {@link Keep}, stand here: the type checker names every place that a new one
 * concerns.
 */

import { unreachable } from "../closed";
import type { Dice, DiceGroup } from "./program";

export type { Dice } from "./program";

/** The way of reading several dice: their sum, the digits of one number, or one die alone. */
export type Keep = Dice["keep"];

/** The integers that encode a {@link Keep} in modules: see `flat/dice_encoding.py`. */
const KEEP_CODES: Readonly<Record<Keep, number>> = { sum: 0, digits: 1, lowest: 2, highest: 3, fate: 4 };

/** All ways of reading dice, in the order of their integers. */
export const KEEPS = (Object.keys(KEEP_CODES) as Keep[]).sort((one, other) => KEEP_CODES[one] - KEEP_CODES[other]);

/** The bits that encode a {@link Keep}; those above are for the number of dice that it keeps, less one. */
const KEEP_BITS = 8;

/** The bits below the number of kinds of dice, less one. */
const KINDS_SHIFT = 16;

/** The bits below the one for dice that the rules look at one by one. */
const SINGLE_SHIFT = 20;

/** The bits for the number of dice of each kind, if there are several. */
const COUNT_BITS = 7;

/** The bits for the sides of each kind, if there are several. */
const SIDES_BITS = 10;

/** The most kinds of dice in one throw. */
export const MAX_KINDS = 3;

/** The faces of a Fate die as they stand on it. */
const FATE_SIGNS: ReadonlyMap<number, string> = new Map([
  [-1, "-"],
  [0, "0"],
  [1, "+"],
]);

/**
 * Make dice.
 * @param count - The number of the first dice, which are equal.
 * @param sides - The sides of each of these.
 * @param keep - The way of reading all dice.
 * @param kept - How many of them count, where the lowest or the highest do.
 * @param others - The dice beside the first: number and sides of each kind.
 * @param single - Whether the rules look at the single dice.
 */
export function makeDice(
  count: number,
  sides: number,
  keep: Keep = "sum",
  kept = 1,
  others: readonly (readonly [number, number])[] = [],
  single = false,
): Dice {
  const groups = others.map(([count, sides]) => diceGroup(count, sides));
  return { is: "Dice", count, sides, keep, kept, others: groups, single };
}

/** Make dice of one kind, which have others beside them. */
function diceGroup(count: number, sides: number): DiceGroup {
  return { is: "DiceGroup", count, sides };
}

/** Decode dice from a module's three integers. */
export function decodeDice(count: number, sides: number, code: number): Dice {
  const keep = KEEPS[code & ((1 << KEEP_BITS) - 1)];
  const single = code >> SINGLE_SHIFT === 1;
  const otherCount = (code >> KINDS_SHIFT) - (single ? 1 << (SINGLE_SHIFT - KINDS_SHIFT) : 0);
  if (keep === undefined || otherCount < 0 || otherCount >= MAX_KINDS)
    throw new Error(`${code} says nothing of what is kept of dice`);
  const kept = ((code >> KEEP_BITS) & ((1 << (KINDS_SHIFT - KEEP_BITS)) - 1)) + 1;
  if (!otherCount) return makeDice(count, sides, keep, kept, [], single);
  const [first, ...others] = Array.from({ length: otherCount + 1 }, (_, at) => [
    (count >> (COUNT_BITS * at)) & ((1 << COUNT_BITS) - 1),
    (sides >> (SIDES_BITS * at)) & ((1 << SIDES_BITS) - 1),
  ]) as [number, number][];
  return makeDice(first![0], first![1], keep, kept, others, single);
}

/** Whether two throws are of the same dice, read in the same way. */
export function areDiceEqual(left: Dice, right: Dice): boolean {
  return diceNotation(left) === diceNotation(right) && left.single === right.single;
}

/** The number and the sides of the dice of each kind, in the order in which they are thrown. */
export function diceGroups(dice: Dice): readonly { readonly count: number; readonly sides: number }[] {
  return [dice, ...dice.others];
}

/** The number of all dice of a throw. */
export function dieCount(dice: Dice): number {
  return diceGroups(dice).reduce((sum, { count }) => sum + count, 0);
}

/** The sides of each die, in the order in which they are thrown. */
export function dieSides(dice: Dice): number[] {
  return diceGroups(dice).flatMap(({ count, sides }) => Array<number>(count).fill(sides));
}

/** The lowest face of each die: -1 for Fate dice. */
export function lowestFace(dice: Dice): number {
  switch (dice.keep) {
    case "fate":
      return -1;
    case "sum":
    case "digits":
    case "lowest":
    case "highest":
      return 1;
    default:
      return unreachable(dice.keep);
  }
}

/** Whether a number is a face of a die of so many sides in a throw. */
export function isFace(dice: Dice, sides: number, face: number): boolean {
  return lowestFace(dice) <= face && face < lowestFace(dice) + sides;
}

/** The words for the dice that count: `lowest`, `highest 3`. */
function keptWords({ keep, kept }: Dice): string {
  return kept === 1 ? keep : `${keep} ${kept}`;
}

/** The notation of dice in the rules: `2d6`, `d66`, `lowest of 2d6`, `highest 3 of 4d6`, `4dF`. */
export function diceNotation(dice: Dice): string {
  switch (dice.keep) {
    case "sum":
    case "fate":
      return bareNotation(dice);
    case "digits":
      return `d${dice.sides}${dice.sides}`;
    case "lowest":
    case "highest":
      return `${keptWords(dice)} of ${bareNotation(dice)}`;
    default:
      return unreachable(dice.keep);
  }
}

/** The notation of dice in the rules, without the words for lowest or highest: `2d6`, `1d8 + 1d6`. */
export function bareNotation(dice: Dice): string {
  if (dice.keep === "fate") return `${dice.count}dF`;
  const sign = dice.keep === "sum" ? " + " : ", ";
  return diceGroups(dice)
    .map(({ count, sides }) => `${count}d${sides}`)
    .join(sign);
}

/** The lowest result that dice can show. */
export function lowestResult(dice: Dice): number {
  switch (dice.keep) {
    case "sum":
      return dieCount(dice);
    case "digits":
      return 11;
    case "lowest":
    case "highest":
      return dice.kept;
    case "fate":
      return -dice.count;
    default:
      return unreachable(dice.keep);
  }
}

/** The highest result that dice can show. */
export function highestResult(dice: Dice): number {
  switch (dice.keep) {
    case "sum":
      return sumFaces(dieSides(dice));
    case "digits":
      return 11 * dice.sides;
    case "lowest":
    case "highest":
      return totalOf(dieSides(dice), dice);
    case "fate":
      return dice.count;
    default:
      return unreachable(dice.keep);
  }
}

/** Whether a number is a possible result of dice. */
export function canShow(dice: Dice, number: number): boolean {
  switch (dice.keep) {
    case "digits":
      return digitsOf(number).every((digit) => 1 <= digit && digit <= dice.sides);
    case "sum":
    case "lowest":
    case "highest":
    case "fate":
      return lowestResult(dice) <= number && number <= highestResult(dice);
    default:
      return unreachable(dice.keep);
  }
}

/** List the possible results of dice, in order. */
export function resultsOf(dice: Dice): number[] {
  const results: number[] = [];
  for (let result = lowestResult(dice); result <= highestResult(dice); result++)
    if (canShow(dice, result)) results.push(result);
  return results;
}

/** Whether only one die of a throw counts, the lowest or the highest. */
export function keepsOne(dice: Dice): boolean {
  switch (dice.keep) {
    case "sum":
    case "digits":
    case "fate":
      return false;
    case "lowest":
    case "highest":
      return dice.kept === 1;
    default:
      return unreachable(dice.keep);
  }
}

/** The word for the result of dice in messages: `total` or `result`. */
export function resultNoun(dice: Dice): string {
  switch (dice.keep) {
    case "sum":
    case "fate":
      return "total";
    case "digits":
    case "lowest":
    case "highest":
      return "result";
    default:
      return unreachable(dice.keep);
  }
}

/** Compute the result of dice from their faces; a single number for several dice is the result already. */
export function totalOf(faces: readonly number[], dice: Dice): number {
  switch (dice.keep) {
    case "sum":
    case "fate":
      return sumFaces(faces);
    case "digits":
      return faces.length === dice.count ? 10 * faces[0]! + faces[1]! : sumFaces(faces);
    case "lowest":
      return sumFaces(sortFaces(faces).slice(0, dice.kept));
    case "highest":
      return sumFaces(sortFaces(faces).slice(-dice.kept));
    default:
      return unreachable(dice.keep);
  }
}

/** The base of the number whose digits are the faces of a throw, if the rules look at single dice. */
function faceBase(dice: Dice): number {
  return dice.keep === "digits" ? 10 : Math.max(...dieSides(dice)) + 1;
}

/** What a throw gives to a program: its result, or for single dice the number of its sorted faces. */
export function outcomeOf(faces: readonly number[], dice: Dice): number {
  if (!dice.single || dice.keep === "digits") return totalOf(faces, dice);
  if (faces.length !== dieCount(dice)) throw new Error(`the faces of ${diceNotation(dice)} are not known`);
  const base = faceBase(dice);
  return sortFaces(faces).reduce((number, face) => number * base + face - lowestFace(dice) + 1, 0);
}

/** The faces in the outcome of a throw of single dice: sorted, or the tens and the units of a `d66`. */
export function facesIn(outcome: number, dice: Dice): number[] {
  const base = faceBase(dice);
  const faces: number[] = [];
  for (let rest = outcome; rest > 0; rest = Math.floor(rest / base))
    faces.unshift((rest % base) + lowestFace(dice) - 1);
  return faces;
}

/** The result of a throw, given its outcome. */
export function resultOfOutcome(outcome: number, dice: Dice): number {
  return dice.single ? totalOf(facesIn(outcome, dice), dice) : outcome;
}

/** The number of throws with each outcome, in the order of outcomes, of dice that the rules look at one by one. */
export function outcomeWays(dice: Dice): ReadonlyMap<number, bigint> {
  if (dice.keep === "digits") return new Map(resultsOf(dice).map((result) => [result, 1n]));
  let found = new Map<string, [readonly number[], bigint]>([["", [[], 1n]]]);
  for (const sides of dieSides(dice)) {
    const longer = new Map<string, [readonly number[], bigint]>();
    for (const [shown, ways] of found.values()) {
      for (let face = lowestFace(dice); face < lowestFace(dice) + sides; face++) {
        const faces = sortFaces([...shown, face]);
        const key = faces.join(" ");
        longer.set(key, [faces, (longer.get(key)?.[1] ?? 0n) + ways]);
      }
    }
    found = longer;
  }
  const all = [...found.values()].map(([faces, ways]): [number, bigint] => [outcomeOf(faces, dice), ways]);
  return new Map(all.sort(([one], [other]) => one - other));
}

/** List the possible outcomes of dice, in order. */
export function outcomesOf(dice: Dice): readonly number[] {
  return dice.single ? [...outcomeWays(dice).keys()] : resultsOf(dice);
}

/** Whether single dice show what the key of a natural row asks, `doubles` or `any 5..6`; null for other keys. */
export function doesKeyMatchFaces(key: string, faces: readonly number[]): boolean | null {
  const most = Math.max(...faces.map((face) => faces.filter((other) => other === face).length));
  if (key === "doubles") return most >= 2;
  const [word, ...rest] = key.split(" ");
  const wanted = rest.join(" ").split(/ *, */);
  /** Whether one of the ranges has a number. */
  const has = (number: number): boolean =>
    wanted.some((range) => {
      const [low = "", high = low] = range.split("..");
      return (low === "" || Number(low) <= number) && (high === "" || number <= Number(high));
    });
  if (word === "any") return faces.some(has);
  if (word === "all") return faces.every(has);
  return word === "matches" ? has(most) : null;
}

/** The face of each die for a result that only one combination gives; else the result alone. */
export function facesOf(dice: Dice, result: number): readonly number[] {
  const isLow = result === lowestResult(dice);
  const isHigh = result === highestResult(dice);
  /** The lowest face of each die, or the highest; `isCertain` says whether no others come to the result. */
  const ends = (isCertain: boolean): readonly number[] =>
    isCertain ? dieSides(dice).map((sides) => lowestFace(dice) + (isLow ? 0 : sides - 1)) : [result];
  switch (dice.keep) {
    case "sum":
    case "fate":
      return ends(isLow || isHigh);
    case "digits":
      return digitsOf(result);
    case "lowest":
      return ends(isHigh && dice.others.length === 0);
    case "highest":
      return ends(isLow);
    default:
      return unreachable(dice.keep);
  }
}

/**
 * Render the faces of a throw, to stand before its result: `3+4`, `lowest of 3, 7`; empty if the result says the same.
 */
export function renderFaces(dice: Dice, faces: readonly number[]): string {
  if (faces.length === 1) return "";
  switch (dice.keep) {
    case "sum":
      return faces.join("+");
    case "digits":
      return "";
    case "lowest":
    case "highest":
      return `${keptWords(dice)} of ${faces.join(", ")}`;
    case "fate":
      return faces.map((face) => FATE_SIGNS.get(face) ?? `${face}`).join(" ");
    default:
      return unreachable(dice.keep);
  }
}

/** The name of one of several dice, counted from 0, in messages. */
export function dieName(dice: Dice, die: number): string {
  if (dice.others.length) return `Die ${die + 1}, d${dieSides(dice)[die]}`;
  switch (dice.keep) {
    case "digits":
      return die === 0 ? "Tens" : "Ones";
    case "sum":
    case "lowest":
    case "highest":
    case "fate":
      return `Die ${die + 1}`;
    default:
      return unreachable(dice.keep);
  }
}

/** Split a number into its tens and its units. */
function digitsOf(number: number): number[] {
  return [Math.floor(number / 10), number % 10];
}

/** Sort the faces of dice, the lowest first. */
function sortFaces(faces: readonly number[]): number[] {
  return [...faces].sort((one, other) => one - other);
}

/** Add the faces of dice. */
function sumFaces(faces: readonly number[]): number {
  return faces.reduce((sum, face) => sum + face, 0);
}
