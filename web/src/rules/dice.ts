/** Dice: their number, their sides, and the way of reading them together.
 *
 * All facts about a way of reading them, a {@link Keep}, stand here: the type checker names every place that a new one
 * concerns.
 */

import { unreachable } from "../closed";
import type { Dice } from "./program";

export type { Dice } from "./program";

/** The way of reading several dice: their sum, the digits of one number, or one die alone. */
export type Keep = Dice["keep"];

/** The integers that encode a {@link Keep} in modules: see `flat/dice_encoding.py`. */
const KEEP_CODES: Readonly<Record<Keep, number>> = { sum: 0, digits: 1, lowest: 2, highest: 3 };

/** All ways of reading dice, in the order of their integers. */
export const KEEPS = (Object.keys(KEEP_CODES) as Keep[]).sort((one, other) => KEEP_CODES[one] - KEEP_CODES[other]);

/** Make a kind of dice: how many, of how many sides, and which of them count. */
export function makeDice(count: number, sides: number, keep: Keep = "sum"): Dice {
  return { is: "Dice", count, sides, keep };
}

/** Decode a kind of dice from a module's three integers. */
export function decodeDice(count: number, sides: number, keep: number): Dice {
  const kept = KEEPS[keep];
  if (kept === undefined) throw new Error(`${keep} says nothing of what is kept of dice`);
  return makeDice(count, sides, kept);
}

/** Whether two kinds of dice have the same number, sides, and way of reading. */
export function areDiceEqual(left: Dice, right: Dice): boolean {
  return left.count === right.count && left.sides === right.sides && left.keep === right.keep;
}

/** The notation of dice in the rules: `2d6`, `d66`, `lowest of 2d6`. */
export function diceNotation(dice: Dice): string {
  switch (dice.keep) {
    case "sum":
      return bareNotation(dice);
    case "digits":
      return `d${dice.sides}${dice.sides}`;
    case "lowest":
    case "highest":
      return `${dice.keep} of ${bareNotation(dice)}`;
    default:
      return unreachable(dice.keep);
  }
}

/** The notation of dice in the rules, without the words for lowest or highest: `2d6`. */
export function bareNotation(dice: Dice): string {
  return `${dice.count}d${dice.sides}`;
}

/** The lowest result that dice can show. */
export function lowestResult(dice: Dice): number {
  switch (dice.keep) {
    case "sum":
      return dice.count;
    case "digits":
      return 11;
    case "lowest":
    case "highest":
      return 1;
    default:
      return unreachable(dice.keep);
  }
}

/** The highest result that dice can show. */
export function highestResult(dice: Dice): number {
  switch (dice.keep) {
    case "sum":
      return dice.count * dice.sides;
    case "digits":
      return 11 * dice.sides;
    case "lowest":
    case "highest":
      return dice.sides;
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
      return false;
    case "lowest":
    case "highest":
      return true;
    default:
      return unreachable(dice.keep);
  }
}

/** The word for the result of dice in messages: `total` or `result`. */
export function resultNoun(dice: Dice): string {
  switch (dice.keep) {
    case "sum":
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
      return sumFaces(faces);
    case "digits":
      return faces.length === dice.count ? 10 * faces[0]! + faces[1]! : sumFaces(faces);
    case "lowest":
      return Math.min(...faces);
    case "highest":
      return Math.max(...faces);
    default:
      return unreachable(dice.keep);
  }
}

/** The face of each die for a result that only one combination gives; else the result alone. */
export function facesOf(dice: Dice, result: number): readonly number[] {
  /** The same face for each die. */
  const all = (face: number): number[] => Array<number>(dice.count).fill(face);
  switch (dice.keep) {
    case "sum":
      return result === lowestResult(dice) || result === highestResult(dice) ? all(result / dice.count) : [result];
    case "digits":
      return digitsOf(result);
    case "lowest":
      return result === highestResult(dice) ? all(result) : [result];
    case "highest":
      return result === lowestResult(dice) ? all(result) : [result];
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
      return `${dice.keep} of ${faces.join(", ")}`;
    default:
      return unreachable(dice.keep);
  }
}

/** The name of one of several dice, counted from 0, in messages. */
export function dieName(dice: Dice, die: number): string {
  switch (dice.keep) {
    case "digits":
      return die === 0 ? "Tens" : "Ones";
    case "sum":
    case "lowest":
    case "highest":
      return `Die ${die + 1}`;
    default:
      return unreachable(dice.keep);
  }
}

/** Split a number into its tens and its units. */
function digitsOf(number: number): number[] {
  return [Math.floor(number / 10), number % 10];
}

/** Add the faces of dice. */
function sumFaces(faces: readonly number[]): number {
  return faces.reduce((sum, face) => sum + face, 0);
}
