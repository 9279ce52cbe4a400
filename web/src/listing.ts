/** Lists and texts of limited length. */

import { groupThousands } from "./numberFormat";

/** Maximum number of listed names; longer lists are cut. */
const MAX_LISTED = 8;

/** The format of a list. */
export interface ListFormat {
  /** The separator of all but the last name. */
  readonly separator?: string;
  /** The text of an empty list. */
  readonly whenEmpty?: string;
  /** Maximum number of listed names; longer lists are cut. */
  readonly maxNames?: number;
}

/** Join names for a message: `a`, `a and b`, `a, b and c`; a long list is cut: `a, b ... and 19,980 more`. */
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

/** Render a number with its noun: `1 word`, `2 words`, `no words`. */
export function pluralize(number: number, noun: string): string {
  return `${number || "no"} ${noun}${number === 1 ? "" : "s"}`;
}
