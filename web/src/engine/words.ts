/** Splitting of names and titles into words. */

/** The words of a text in lower case, without punctuation except the minus sign of numbers. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/(?<![\p{L}\p{N}_#])-\p{Nd}+(?![\p{L}\p{N}_])|[\p{L}\p{N}_#]+/gu) ?? []);
}
