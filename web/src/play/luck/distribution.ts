/**
 * Distributions of small numbers, by their chances: dice, convolution, mean and variance.
 *
 * `service/luck/distribution.py` computes the same in the same order, so all figures agree to the bit. Only sums,
 * products and quotients are used for that reason, and no powers.
 */

import { unreachable } from "../../closed";
import { type Dice, diceGroups, dieSides, lowestFace, outcomeWays, resultsOf } from "../../rules/dice";
import { waysOfKept } from "./keptDice";

/** The chance below which numbers at the ends of a distribution are dropped. */
export const NEGLIGIBLE = 1e-15;

/** The chances of consecutive whole numbers, from `low` on. */
export interface Distribution {
  readonly low: number;
  readonly chances: readonly number[];
}

/** The distribution of a number that is 0. */
export const CERTAIN_ZERO: Distribution = { low: 0, chances: [1] };

/** The mean of a distribution. */
export function meanOf({ low, chances }: Distribution): number {
  let total = 0;
  for (const [at, chance] of chances.entries()) total += (low + at) * chance;
  return total;
}

/** The variance of a distribution. */
export function varianceOf(distribution: Distribution): number {
  const mean = meanOf(distribution);
  let total = 0;
  for (const [at, chance] of distribution.chances.entries()) {
    const away = distribution.low + at - mean;
    total += away * away * chance;
  }
  return total;
}

/** The chance of a smaller number. */
export function chanceBelow({ low, chances }: Distribution, number: number): number {
  return addUp(chances.slice(0, Math.max(0, number - low)));
}

/** The chance of a greater number. */
export function chanceAbove({ low, chances }: Distribution, number: number): number {
  return addUp(chances.slice(Math.max(0, number + 1 - low)));
}

/** Add up chances in their order, which decides how the sum is rounded. */
function addUp(chances: readonly number[]): number {
  let total = 0;
  for (const chance of chances) total += chance;
  return total;
}

/** Make the distribution of numbers with these chances. */
export function distributionOf(chances: ReadonlyMap<number, number>): Distribution {
  const numbers = [...chances.keys()];
  const low = Math.min(...numbers);
  const length = Math.max(...numbers) - low + 1;
  return { low, chances: Array.from({ length }, (_, at) => chances.get(low + at) ?? 0) };
}

/** Make the distribution of the sum of two independent numbers. */
export function convolve(first: Distribution, second: Distribution): Distribution {
  const sums = new Array<number>(first.chances.length + second.chances.length - 1).fill(0);
  for (const [at, chance] of first.chances.entries()) {
    if (chance === 0) continue;
    for (const [otherAt, other] of second.chances.entries()) sums[at + otherAt]! += chance * other;
  }
  return dropEnds(first.low + second.low, sums);
}

/** Make a distribution without the negligible numbers at its ends. */
function dropEnds(low: number, chances: readonly number[]): Distribution {
  let begin = 0;
  let end = chances.length;
  while (begin < end - 1 && chances[begin]! < NEGLIGIBLE) begin++;
  while (begin < end - 1 && chances[end - 1]! < NEGLIGIBLE) end--;
  return { low: low + begin, chances: chances.slice(begin, end) };
}

/** Map each outcome of a throw of dice to its chance. */
export function chancesOfDice(dice: Dice): ReadonlyMap<number, number> {
  if (dice.single) {
    const all = countThrows(dice);
    return new Map([...outcomeWays(dice)].map(([outcome, ways]) => [outcome, Number(ways) / Number(all)]));
  }
  switch (dice.keep) {
    case "sum":
    case "fate": {
      let thrown = CERTAIN_ZERO;
      for (const sides of dieSides(dice))
        thrown = convolve(thrown, { low: lowestFace(dice), chances: new Array<number>(sides).fill(1 / sides) });
      return new Map(thrown.chances.map((chance, at) => [thrown.low + at, chance]));
    }
    case "digits": {
      const results = resultsOf(dice);
      return new Map(results.map((result) => [result, 1 / results.length]));
    }
    case "lowest":
      if (dice.others.length || dice.kept > 1) return chancesOfKept(dice, false);
      return new Map(resultsOf(dice).map((face) => [face, chanceOfLowest(dice, face)]));
    case "highest":
      if (dice.others.length || dice.kept > 1) return chancesOfKept(dice, true);
      return new Map(resultsOf(dice).map((face) => [face, chanceOfLowest(dice, dice.sides + 1 - face)]));
    default:
      return unreachable(dice.keep);
  }
}

/** The number of all throws of dice. */
function countThrows(dice: Dice): bigint {
  return dieSides(dice).reduce((product, sides) => product * BigInt(sides), 1n);
}

/** Map each sum of the dice that count, the lowest or the highest of a throw, to its chance. */
function chancesOfKept(dice: Dice, highest: boolean): ReadonlyMap<number, number> {
  const all = countThrows(dice);
  const ways = waysOfKept(diceGroups(dice), dice.kept, highest);
  return new Map([...ways].map(([result, count]) => [result, Number(count) / Number(all)]));
}

/** The chance that the lowest of some equal dice shows a face. */
function chanceOfLowest({ count, sides }: Dice, face: number): number {
  let atLeast = 1;
  let above = 1;
  for (let die = 0; die < count; die++) {
    atLeast *= (sides + 1 - face) / sides;
    above *= (sides - face) / sides;
  }
  return atLeast - above;
}
