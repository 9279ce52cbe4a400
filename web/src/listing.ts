/** Lists and texts that never grow longer than a screen. */

import { groupThousands } from "./numberFormat";

/** Of more than this only the first are named. */
const MAX_LISTED = 8;

/** How a list reads. */
export interface ListFormat {
  /** What stands between the others. */
  readonly separator?: string;
  /** What an empty list reads as. */
  readonly whenEmpty?: string;
  /** Of more than this only the first are named. */
  readonly maxNames?: number;
}

/** `a`, `a and b`, `a, b and c`; of many the first: `a, b ... and 19,980 more`. `last` stands before the last of them. */
export function joinNames(names: Iterable<string>, conjunction = "and", format: ListFormat = {}): string {
  const { separator = ", ", whenEmpty = "none", maxNames = MAX_LISTED } = format;
  const allNames = [...names];
  if (allNames.length > maxNames) {
    const hiddenCount = allNames.length - maxNames + 2;
    return `${allNames.slice(0, maxNames - 2).join(separator)} ... ${conjunction} ${groupThousands(hiddenCount)} more`;
  }
  const tail = allNames.pop() ?? whenEmpty;
  return allNames.length > 0 ? `${allNames.join(separator)} ${conjunction} ${tail}` : tail;
}

/** `1 word`, `2 words`, `no words`. */
export function pluralize(number: number, noun: string): string {
  return `${number || "no"} ${noun}${number === 1 ? "" : "s"}`;
}
