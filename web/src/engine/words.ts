/** The words of a name or a title. */

/** They, lower case, without punctuation. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_#]+/gu) ?? []);
}
