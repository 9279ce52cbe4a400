/** Texts taken apart. */

/** What stands before the first separator, the separator, and what stands behind it; all of it and nothing where there is none. */
export function partition(text: string, separator: string): readonly [string, string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, "", ""] : [text.slice(0, at), separator, text.slice(at + separator.length)];
}

/** The same at the last separator: nothing and all of it where there is none. */
export function rpartition(text: string, separator: string): readonly [string, string, string] {
  const at = text.lastIndexOf(separator);
  return at < 0 ? ["", "", text] : [text.slice(0, at), separator, text.slice(at + separator.length)];
}

/** Blanks, as Python tells them: so a text is parted alike here and there. */
const BLANK = "[\\t-\\r\\x1c-\\x20\\x85\\p{Z}]";
const BLANKS = new RegExp(`${BLANK}+`, "u");
const OUTER_BLANKS = new RegExp(`^${BLANK}+|${BLANK}+$`, "gu");

/** Its words: what stands between blanks. */
export function splitWords(text: string): string[] {
  return text.split(BLANKS).filter((word) => word !== "");
}

/** It without blanks at its ends. */
export function stripBlanks(text: string): string {
  return text.replace(OUTER_BLANKS, "");
}

/** Whether it is a number without a sign. */
export function isDecimal(text: string): boolean {
  return /^\p{Nd}+$/u.test(text);
}

/** A sentence begun with a capital letter. */
export function capitalizeFirst(text: string): string {
  const [first = "", ...others] = text;
  return first.toUpperCase() + others.join("");
}

/** How texts are ordered: by their characters' numbers. */
export function compareByCodePoint(first: string, second: string): number {
  const left = [...first];
  const right = [...second];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const apart = left[at]!.codePointAt(0)! - right[at]!.codePointAt(0)!;
    if (apart !== 0) return apart;
  }
  return left.length - right.length;
}
