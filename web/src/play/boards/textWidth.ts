/** Upper bounds for the width of text in any font, without measuring one. */

/** Characters with their widths in font sizes: those of DejaVu Sans, a wide font. */
const CHARACTER_WIDTHS: readonly (readonly [characters: string, width: number])[] = [
  [" !',.:;Iijl|", 0.34],
  ['"()*-/[]`frt', 0.46],
  ["%&@MWmw+<=>#~\u2014\u2026\u2192\u00b1", 1],
];

const WIDTH_BY_CHARACTER = new Map(
  CHARACTER_WIDTHS.flatMap(([characters, width]) => [...characters].map((each) => [each, width] as const)),
);

/** The widths of other lower-case letters and digits, of capitals and signs, and of full-width characters. */
const SMALL_WIDTH = 0.64;
const LARGE_WIDTH = 0.8;
const SQUARE_WIDTH = 1.1;

/** Matches a character that stands on the one before it. */
const COMBINING = /^\p{Mn}$/u;

/** Matches a full-width character: those of East Asia, and pictures. */
const SQUARE =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u;

/** Matches a lower-case letter or a digit. */
const SMALL = /^[\p{Lowercase}\p{Nd}]$/u;

/** An upper bound for the width of a character, in font sizes. */
function characterWidth(character: string): number {
  if (COMBINING.test(character)) return 0;
  const width = WIDTH_BY_CHARACTER.get(character);
  if (width !== undefined) return width;
  if (SQUARE.test(character)) return SQUARE_WIDTH;
  return SMALL.test(character) ? SMALL_WIDTH : LARGE_WIDTH;
}

/** An upper bound for the width of a text, in the units of its font size. */
export function textWidth(text: string, size: number): number {
  let sum = 0;
  for (const character of text) sum += characterWidth(character);
  return sum * size;
}
