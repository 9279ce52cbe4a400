/** Text wrapping at a width: between words, and behind the hyphens of compounds, as Python's `textwrap`. */

import { stripBlanks } from "../../text";

/** Character classes: a word character, a neighbour of a dash, a letter. */
const WORD = "[\\p{L}\\p{N}_]";
const BESIDE_DASH = "[\\p{L}\\p{N}_!\"'&.,?]";
const LETTER = "[\\p{L}\\p{Nl}\\p{No}_]";

/** Matches the unbreakable pieces of a text: blanks; a dash between words; a word, or its part up to a hyphen. */
const PIECES = new RegExp(
  ` +|(?<=${BESIDE_DASH})-{2,}(?=${WORD})|[^ ]+?(?:-(?:(?<=${LETTER}{2}-)|(?<=${LETTER}-${LETTER}-))(?=${LETTER}-?${LETTER})` +
    `|(?= |$)|(?<=${BESIDE_DASH})(?=-{2,}${WORD}))`,
  "gu",
);

/** Matches the pieces of a text between its blanks. */
const WORDS = / +|[^ ]+/gu;

/** How a text is wrapped. */
export interface Wrapping {
  /** Whether a word longer than a line is broken; else it stands in a line of its own. */
  readonly breaksWords: boolean;
  /** Whether lines may end behind the hyphens of compounds. */
  readonly breaksCompounds: boolean;
}

/** Lines end at blanks and behind hyphens, or else within words. */
const BREAK_WORDS: Wrapping = { breaksWords: true, breaksCompounds: true };

/** Lines end at blanks and behind hyphens alone. */
export const KEEP_WORDS: Wrapping = { breaksWords: false, breaksCompounds: true };

/** Lines end at blanks alone. */
export const KEEP_COMPOUNDS: Wrapping = { breaksWords: false, breaksCompounds: false };

/** Count the code points of a text. */
export function countCharacters(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** The first `count` code points of a text. */
export function firstCharacters(text: string, count: number): string {
  return [...text].slice(0, Math.max(0, count)).join("");
}

/** Wrap a text into lines of at most `width`, as Python's `textwrap`; no lines for an empty text. */
export function wrapText(text: string, width: number, wrapping = BREAK_WORDS): string[] {
  const { breaksWords, breaksCompounds } = wrapping;
  const pieces = (text.replace(/[\n-\r]/g, " ").match(breaksCompounds ? PIECES : WORDS) ?? []).reverse();
  const lines: string[] = [];
  while (pieces.length) {
    if (lines.length && isBlank(pieces.at(-1)!)) pieces.pop();
    const line: string[] = [];
    let room = width;
    while (pieces.length && countCharacters(pieces.at(-1)!) <= room) {
      room -= countCharacters(pieces.at(-1)!);
      line.push(pieces.pop()!);
    }
    if (pieces.length && countCharacters(pieces.at(-1)!) > width) {
      if (breaksWords) line.push(breakPiece(pieces, room));
      else if (!line.length) line.push(pieces.pop()!);
    }
    if (line.length && isBlank(line.at(-1)!)) line.pop();
    if (line.length) lines.push(line.join(""));
  }
  return lines;
}

/**
 * Remove from the first of the pieces as many characters as fit into `room`, up to a hyphen if there is one, and return
 * them.
 */
function breakPiece(pieces: string[], room: number): string {
  const piece = [...pieces.pop()!];
  const hyphen = piece.slice(0, room).lastIndexOf("-");
  const end = hyphen > 0 && piece.slice(0, hyphen).some((each) => each !== "-") ? hyphen + 1 : room;
  pieces.push(piece.slice(end).join(""));
  return piece.slice(0, end).join("");
}

/** Whether a piece of text is only white space. */
function isBlank(piece: string): boolean {
  return stripBlanks(piece) === "";
}
