/** Boards drawn with characters, for texts. */

import type { Tone } from "../../modes";
import type { BoardShown, Frame, Laid, Words } from "./classes";
import { lay } from "./laying";

const UP = 1;
const RIGHT = 2;
const DOWN = 4;
const LEFT = 8;

/** The character that goes on in these directions. */
const JOINTS: Readonly<Record<number, string>> = {
  [UP | DOWN]: "│",
  [LEFT | RIGHT]: "─",
  [DOWN | RIGHT]: "┌",
  [DOWN | LEFT]: "┐",
  [UP | RIGHT]: "└",
  [UP | LEFT]: "┘",
  [UP | DOWN | RIGHT]: "├",
  [UP | DOWN | LEFT]: "┤",
  [DOWN | LEFT | RIGHT]: "┬",
  [UP | LEFT | RIGHT]: "┴",
  [UP | RIGHT | DOWN | LEFT]: "┼",
};

/** What stands before words that are good or bad, so that it needs no colour to tell. */
const SIGNS: Readonly<Record<Tone, string>> = { good: "+ ", bad: "! ", "": "" };

/** A board in so many columns, and lines; null where there is room for all. Its title is not among them. */
export function drawn(board: BoardShown, columns: number, lines: number | null = null): string[] {
  const laid = lay(board, columns, lines);
  const canvas = Array.from({ length: laid.lines }, () => Array.from({ length: laid.columns }, () => " "));
  for (const [line, row] of joints(laid).entries()) {
    for (const [column, sides] of row.entries()) if (sides) canvas[line]![column] = JOINTS[sides]!;
  }
  for (const words of laid.words) write(canvas, words, laid);
  return canvas.map((row) => row.join("").replace(/ +$/, ""));
}

/** Line by line and column by column, in which directions lines of frames go on there. */
function joints(laid: Laid): number[][] {
  const found = Array.from({ length: laid.lines }, () => Array.from({ length: laid.columns }, () => 0));
  const go = (column: number, line: number, sides: number): void => {
    found[line]![column]! |= sides;
  };
  for (const { left, right, top, bottom } of laid.frames) {
    for (let column = left; column < right; column++) {
      for (const line of [top, bottom]) {
        go(column, line, RIGHT);
        go(column + 1, line, LEFT);
      }
    }
    for (let line = top; line < bottom; line++) {
      for (const column of [left, right]) {
        go(column, line, DOWN);
        go(column, line + 1, UP);
      }
    }
  }
  return found;
}

/** Put words in their place; those in the side of a frame have a space at either end. */
function write(canvas: readonly string[][], words: Words, laid: Laid): void {
  const characters = [...words.parts.map(({ text, tone }) => SIGNS[tone] + text).join("")];
  if (laid.frames.some((frame) => isOnTop(frame, words))) {
    canvas[words.line]!.splice(words.column - 1, characters.length + 2, " ", ...characters, " ");
  } else canvas[words.line]!.splice(words.column, characters.length, ...characters);
}

/** Whether words stand in the upper side of a frame. */
function isOnTop(frame: Frame, words: Words): boolean {
  return frame.top === words.line && frame.left < words.column && words.column < frame.right;
}
