/** Splitting of names and titles into words. */

/** Split a text into lower-case words, without punctuation except the minus sign of numbers. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/(?<![\p{L}\p{N}_#])-\p{Nd}+(?![\p{L}\p{N}_])|[\p{L}\p{N}_#]+/gu) ?? []);
}
