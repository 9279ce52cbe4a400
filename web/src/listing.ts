/** Lists and texts that never grow longer than a screen. */

import { grouped } from "./figures";

/** Of more than this only the first are named. */
const MANY = 8;

/** How a list reads. */
export interface Listing {
  /** What stands between the others. */
  readonly between?: string;
  /** What an empty list reads as. */
  readonly none?: string;
  /** Of more than this only the first are named. */
  readonly most?: number;
}

/** `a`, `a and b`, `a, b and c`; of many the first: `a, b ... and 19,980 more`. `last` stands before the last of them. */
export function listed(names: Iterable<string>, last = "and", how: Listing = {}): string {
  const { between = ", ", none = "none", most = MANY } = how;
  const known = [...names];
  if (known.length > most) {
    const left = known.length - most + 2;
    return `${known.slice(0, most - 2).join(between)} ... ${last} ${grouped(left)} more`;
  }
  const tail = known.pop() ?? none;
  return known.length > 0 ? `${known.join(between)} ${last} ${tail}` : tail;
}

/** `1 word`, `2 words`, `no words`. */
export function counted(number: number, what: string): string {
  return `${number || "no"} ${what}${number === 1 ? "" : "s"}`;
}
