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
export function moments(values: Iterable<number>): Moments {
  const often = new Map<number, number>();
  for (const value of values) often.set(value, (often.get(value) ?? 0) + 1);
  let [count, sum, squares] = [0, 0n, 0n];
  for (const [value, times] of often) {
    const all = BigInt(value) * BigInt(times);
    count += times;
    sum += all;
    squares += all * BigInt(value);
  }
  return { count, sum, squares };
}

/** The mean of integers; null where there are none. A single one says nothing of how far others may lie. */
export function meanOf(found: Moments): Estimate | null {
  if (found.count === 0) return null;
  const value = Number(found.sum) / found.count;
  const reach = Z * errorOf(found);
  return { value, low: value - reach, high: value + reach };
}

/** The standard error of their mean. */
export function errorOf(found: Moments): number {
  if (found.count < 2) return 0;
  return Math.sqrt(Number(spreadOf(found)) / (found.count - 1)) / found.count;
}

/** Whether their mean lies two standard errors or more from 0: told in integers. */
export function isClear(found: Moments): boolean {
  return found.sum !== 0n && found.sum ** 2n * BigInt(found.count - 1) >= 4n * spreadOf(found);
}

function spreadOf(found: Moments): bigint {
  return BigInt(found.count) * found.squares - found.sum ** 2n;
}

/**
 * A rate with its interval (E. B. Wilson, 1927), which is good for few and for rare, too: how often it was so, of how
 * often it could have been. Null where there is nothing to count.
 */
export function rate(count: number, of: number): Estimate | null {
  if (of === 0) return null;
  const share = count / of;
  const spread = (Z * Z) / of;
  const middle = (share + spread / 2) / (1 + spread);
  const reach = (Z * Math.sqrt((share * (1 - share)) / of + spread / (4 * of))) / (1 + spread);
  const low = count > 0 ? Math.max(0, middle - reach) : 0;
  const high = count < of ? Math.min(1, middle + reach) : 1;
  return { value: share, low, high };
}

/** Paired differences, these less those; pairs of which either is none are left out. */
export function differences(these: Int32Array, those: Int32Array): Moments {
  const found: number[] = [];
  for (let index = 0; index < Math.min(these.length, those.length); index++) {
    const [one, other] = [these[index]!, those[index]!];
    if (one !== NONE && other !== NONE) found.push(one - other);
  }
  return moments(found);
}
