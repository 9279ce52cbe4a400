/** Texts parted into lines of a width: between words, and behind the hyphens of compound words. */

import { stripBlanks } from "../../text";

/** A character of a word, one of what stands beside a dash, and a letter. */
const WORD = "[\\p{L}\\p{N}_]";
const BESIDE_DASH = "[\\p{L}\\p{N}_!\"'&.,?]";
const LETTER = "[\\p{L}\\p{Nl}\\p{No}_]";

/** Spaces; a dash between words; a word, or a part of one with its hyphen. */
const PIECES = new RegExp(
  ` +|(?<=${BESIDE_DASH})-{2,}(?=${WORD})|[^ ]+?(?:-(?:(?<=${LETTER}{2}-)|(?<=${LETTER}-${LETTER}-))(?=${LETTER}-?${LETTER})` +
    `|(?= |$)|(?<=${BESIDE_DASH})(?=-{2,}${WORD}))`,
  "gu",
);

/** How many characters a text has. */
export function countCharacters(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** The first characters of a text. */
export function firstCharacters(text: string, count: number): string {
  return [...text].slice(0, Math.max(0, count)).join("");
}

/**
 * The lines of a text, without spaces at their ends; none for an empty one. It holds no tabs.
 *
 * A word that is longer than a line is broken where `breaks` says so, and else stands in a line of its own.
 */
export function wrapText(text: string, width: number, breaksWords = true): string[] {
  const pieces = (text.replace(/[\n-\r]/g, " ").match(PIECES) ?? []).reverse();
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

/** As much of the next piece as there is room for, up to a hyphen where it has one; the rest stays. */
function breakPiece(pieces: string[], room: number): string {
  const piece = [...pieces.pop()!];
  const hyphen = piece.slice(0, room).lastIndexOf("-");
  const end = hyphen > 0 && piece.slice(0, hyphen).some((each) => each !== "-") ? hyphen + 1 : room;
  pieces.push(piece.slice(end).join(""));
  return piece.slice(0, end).join("");
}

function isBlank(piece: string): boolean {
  return stripBlanks(piece) === "";
}
