/** Sample statistics: rates with Wilson's interval, means with their standard errors, paired differences. */

import { NONE } from "../../rules/values";

/** The z-score of a 95 % confidence interval. */
const Z = 1.959963984540054;

/** An interval estimate of a rate from 0 to 1 or a mean: `low` and `high` bound its 95 % confidence interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The count of integers, their sum, and the sum of their squares: exact, so equal on every machine. */
export interface Moments {
  readonly count: number;
  readonly sum: bigint;
  readonly squares: bigint;
}

/** Compute the moments of integers: count, sum, sum of squares. */
export function momentsOf(values: Iterable<number>): Moments {
  const countByValue = new Map<number, number>();
  for (const value of values) countByValue.set(value, (countByValue.get(value) ?? 0) + 1);
  let [count, sum, squares] = [0, 0n, 0n];
  for (const [value, times] of countByValue) {
    const all = BigInt(value) * BigInt(times);
    count += times;
    sum += all;
    squares += all * BigInt(value);
  }
  return { count, sum, squares };
}

/** Estimate the mean of integers, with its confidence interval, from their moments; null for no integers. */
export function estimateMean(moments: Moments): Estimate | null {
  if (moments.count === 0) return null;
  const value = Number(moments.sum) / moments.count;
  const reach = Z * standardError(moments);
  return { value, low: value - reach, high: value + reach };
}

/** The standard error of the mean, from the moments of a sample. */
export function standardError(moments: Moments): number {
  if (moments.count < 2) return 0;
  return Math.sqrt(Number(scaledVariance(moments)) / (moments.count - 1)) / moments.count;
}

/**
 * Whether a sample's mean is two standard errors or more from 0, or as many as `squaredErrors` is the square of;
 * computed in integers.
 */
export function isSignificant(moments: Moments, squaredErrors = 4): boolean {
  const spread = BigInt(squaredErrors) * scaledVariance(moments);
  return moments.sum !== 0n && moments.sum ** 2n * BigInt(moments.count - 1) >= spread;
}

/** The sample variance of integers times n (n - 1), exactly. */
function scaledVariance(moments: Moments): bigint {
  return BigInt(moments.count) * moments.squares - moments.sum ** 2n;
}

/**
 * Estimate a rate of `count` successes in `total` with its Wilson interval (E. B. Wilson, 1927), which suits small
 * counts and rare events too; null for a total of 0.
 */
export function estimateRate(count: number, total: number): Estimate | null {
  if (total === 0) return null;
  const share = count / total;
  const spread = (Z * Z) / total;
  const middle = (share + spread / 2) / (1 + spread);
  const reach = (Z * Math.sqrt((share * (1 - share)) / total + spread / (4 * total))) / (1 + spread);
  const low = count > 0 ? Math.max(0, middle - reach) : 0;
  const high = count < total ? Math.min(1, middle + reach) : 1;
  return { value: share, low, high };
}

/** Compute the moments of the differences between paired values; a pair with a missing value (NONE) is left out. */
export function pairedDifferences(values: Int32Array, otherValues: Int32Array): Moments {
  const differences: number[] = [];
  for (let index = 0; index < Math.min(values.length, otherValues.length); index++) {
    const [one, other] = [values[index]!, otherValues[index]!];
    if (one !== NONE && other !== NONE) differences.push(one - other);
  }
  return momentsOf(differences);
}
