/** Dice: how many, with how many sides, and how they are read together.
 *
 * All that is known of a way of reading them, a {@link Keep}, stands here: who adds one to it is told by the compiler what
 * else has to know it.
 */

import { unreachable } from "../closed";
import type { Dice } from "./program";

export type { Dice } from "./program";

/** What counts of dice that are thrown together: all of them added, each as a digit of one number, or one alone. */
export type Keep = Dice["keep"];

/** The integers by which modules say what is kept: see `flat/dice_encoding.py`. */
const KEEP_CODES: Readonly<Record<Keep, number>> = { sum: 0, digits: 1, lowest: 2, highest: 3 };

/** All ways of reading dice, by these integers. */
export const KEEPS = (Object.keys(KEEP_CODES) as Keep[]).sort((one, other) => KEEP_CODES[one] - KEEP_CODES[other]);

/** So many dice of so many sides. */
export function makeDice(count: number, sides: number, keep: Keep = "sum"): Dice {
  return { is: "Dice", count, sides, keep };
}

/** The dice that a module says by three integers. */
export function decodeDice(count: number, sides: number, keep: number): Dice {
  const kept = KEEPS[keep];
  if (kept === undefined) throw new Error(`${keep} says nothing of what is kept of dice`);
  return makeDice(count, sides, kept);
}

/** Whether dice are the same. */
export function areDiceEqual(left: Dice, right: Dice): boolean {
  return left.count === right.count && left.sides === right.sides && left.keep === right.keep;
}

/** As the rules write them: `2d6`, `d66`, `lowest of 2d6`. */
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

/** The dice without what of them counts: `2d6`. */
export function bareNotation(dice: Dice): string {
  return `${dice.count}d${dice.sides}`;
}

/** The lowest result. */
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

/** The highest result. */
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

/** Whether a number is one of their results. */
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

/** All that they can show together, in order. */
export function resultsOf(dice: Dice): number[] {
  const results: number[] = [];
  for (let result = lowestResult(dice); result <= highestResult(dice); result++)
    if (canShow(dice, result)) results.push(result);
  return results;
}

/** Whether one of the faces counts alone. */
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

/** What a number is called that they show together. */
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

/** What faces show together; a single number for several dice is their total, or what was kept of them, already. */
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

/** The faces that a result can come of, where they are certain; else the result alone. */
export function facesOf(dice: Dice, result: number): readonly number[] {
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

/** What dice show, where what they come to is yet to be told: `3+4`, `lowest of 3, 7`; else empty. */
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

/** What one of several dice is called, counted from 0. */
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

/** The digits of a number: its tens and its units. */
function digitsOf(number: number): number[] {
  return [Math.floor(number / 10), number % 10];
}

function sumFaces(faces: readonly number[]): number {
  return faces.reduce((sum, face) => sum + face, 0);
}
