/** What samples say: rates with Wilson's interval, means with their standard errors, differences of pairs. */

import { NONE } from "../../rules/values";

/** Standard errors to either side that hold what is sought 95 times in 100. */
const Z = 1.959963984540054;

/** An interval estimate: a rate from 0 to 1 or a mean; what is sought lies between `low` and `high` 95 times in 100. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** How many integers there are, their sum, and the sum of their squares: exact, so equal on every machine. */
export interface Moments {
  readonly count: number;
  readonly sum: bigint;
  readonly squares: bigint;
}

/** The moments of integers. */
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

/** The mean of integers; null where there are none. A single one says nothing of how far others may lie. */
export function estimateMean(moments: Moments): Estimate | null {
  if (moments.count === 0) return null;
  const value = Number(moments.sum) / moments.count;
  const reach = Z * standardError(moments);
  return { value, low: value - reach, high: value + reach };
}

/** The standard error of their mean. */
export function standardError(moments: Moments): number {
  if (moments.count < 2) return 0;
  return Math.sqrt(Number(scaledVariance(moments)) / (moments.count - 1)) / moments.count;
}

/** Whether their mean lies two standard errors or more from 0: told in integers. */
export function isSignificant(moments: Moments): boolean {
  return moments.sum !== 0n && moments.sum ** 2n * BigInt(moments.count - 1) >= 4n * scaledVariance(moments);
}

function scaledVariance(moments: Moments): bigint {
  return BigInt(moments.count) * moments.squares - moments.sum ** 2n;
}

/**
 * A rate with its interval (E. B. Wilson, 1927), which is good for few and for rare, too: how often it was so, of how
 * often it could have been. Null where there is nothing to count.
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

/** Paired differences, these less those; pairs of which either is none are left out. */
export function pairedDifferences(values: Int32Array, otherValues: Int32Array): Moments {
  const differences: number[] = [];
  for (let index = 0; index < Math.min(values.length, otherValues.length); index++) {
    const [one, other] = [values[index]!, otherValues[index]!];
    if (one !== NONE && other !== NONE) differences.push(one - other);
  }
  return momentsOf(differences);
}
