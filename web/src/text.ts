/** String helpers that agree with Python's. */

/** Split a text at the first separator: before, separator, after; without one, the text and two empty texts. */
export function partition(text: string, separator: string): readonly [string, string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, "", ""] : [text.slice(0, at), separator, text.slice(at + separator.length)];
}

/** Split a text at the last separator: before, separator, after; without one, two empty texts and the text. */
export function rpartition(text: string, separator: string): readonly [string, string, string] {
  const at = text.lastIndexOf(separator);
  return at < 0 ? ["", "", text] : [text.slice(0, at), separator, text.slice(at + separator.length)];
}

/** White space as Python defines it, so that texts split alike. */
const BLANK = "[\\t-\\r\\x1c-\\x20\\x85\\p{Z}]";
const BLANKS = new RegExp(`${BLANK}+`, "u");
const OUTER_BLANKS = new RegExp(`^${BLANK}+|${BLANK}+$`, "gu");

/** Split a text at white space. */
export function splitWords(text: string): string[] {
  return text.split(BLANKS).filter((word) => word !== "");
}

/** Strip white space from both ends of a text. */
export function stripBlanks(text: string): string {
  return text.replace(OUTER_BLANKS, "");
}

/** Whether a text is an unsigned integer: decimal digits only. */
export function isDecimal(text: string): boolean {
  return /^\p{Nd}+$/u.test(text);
}

/** Capitalize the first letter of a text. */
export function capitalizeFirst(text: string): string {
  const [first = "", ...others] = text;
  return first.toUpperCase() + others.join("");
}

/** Compare texts by code points, as Python sorts them: below, above or equal to 0. */
export function compareByCodePoint(first: string, second: string): number {
  const left = [...first];
  const right = [...second];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const apart = left[at]!.codePointAt(0)! - right[at]!.codePointAt(0)!;
    if (apart !== 0) return apart;
  }
  return left.length - right.length;
}
