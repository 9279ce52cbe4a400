/** The words of a name or a title. */

/** They, lower case, without punctuation but for the sign of a number below 0. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/(?<![\p{L}\p{N}_#])-\p{Nd}+(?![\p{L}\p{N}_])|[\p{L}\p{N}_#]+/gu) ?? []);
}
