/** Luck in words: what fell, what was to be expected, and how many do better. */

import { formatFixed, groupThousands } from "../../numberFormat";
import * as sentences from "../storySentences";
import type { MeasuredLuck } from "./classes";

/** The numbers that are written as words, from 2. */
const NUMBER_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** Describe the luck by one measure as a sentence without its stop. */
export function describeLuck(measured: MeasuredLuck, isCareer: boolean): string {
  const { title, counted, expected, deviation, better } = measured;
  if (!deviation) return sentences.luckCertain(title, String(counted));
  const fell = sentences.luckCounted(title, String(counted), formatTenths(expected), formatTenths(deviation));
  return `${fell}; ${describeShare(better, isCareer)}`;
}

/** Describe the share of missions or careers that do better: `one mission in eight does better`. */
export function describeShare(share: number, isCareer: boolean): string {
  const run = isCareer ? "campaign" : "mission";
  if (!share) return sentences.luckBetterNone(run);
  if (share < 0.001) return sentences.luckBetterFew(run);
  if (share <= 0.4) return sentences.luckBetterOne(nameNumber(roundNumber(1 / share)), run);
  if (share < 0.6) return sentences.luckBetterHalf(run);
  if (share < 0.95) return sentences.luckBetterMany(nameNumber(Math.floor(10 * share + 0.5)), run);
  return sentences.luckBetterMost(run);
}

/** Round a number to what a person keeps in mind: up to 20 to 1, up to 200 to 10, else to 100. */
function roundNumber(number: number): number {
  const step = number <= 20 ? 1 : number <= 200 ? 10 : 100;
  return Math.floor(number / step + 0.5) * step;
}

/** Name a number from 2: in words up to twelve, else in digits. */
function nameNumber(number: number): string {
  return NUMBER_WORDS[number - 2] ?? groupThousands(number);
}

/** Format a number with one decimal. */
export function formatTenths(number: number): string {
  return formatFixed(number, 1);
}
