/** Drawing of boards with box-drawing characters, for texts. */

import type { Tone } from "../../modes";
import type { BoardShown, Frame, Laid, Part, Words } from "./classes";
import { layOutBoard } from "./layout";
import { BRAILLE, rasterize } from "./rasterizing";
import { signCharacter } from "./signs";

const UP = 1;
const RIGHT = 2;
const DOWN = 4;
const LEFT = 8;

/** Box-drawing characters by their directions. */
const JOINT_CHARACTERS: Readonly<Record<number, string>> = {
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

/** The sign before words with good or bad tone, so that colour is not needed. */
const TONE_SIGNS: Readonly<Record<Tone, string>> = { good: "+", bad: "!", "": "" };

/** Draw a board as lines of characters, without its title; `lines` of null gives it the height that it needs. */
export function drawBoard(board: BoardShown, columns: number, lines: number | null = null): string[] {
  const layout = layOutBoard(board, columns, lines);
  const canvas = Array.from({ length: layout.lines }, () => Array.from({ length: layout.columns }, () => " "));
  for (const [line, row] of rasterizeShapes(layout).entries()) {
    for (const [column, dots] of row.entries()) if (dots) canvas[line]![column] = String.fromCharCode(BRAILLE + dots);
  }
  for (const [line, row] of frameJoints(layout).entries()) {
    for (const [column, sides] of row.entries()) if (sides) canvas[line]![column] = JOINT_CHARACTERS[sides]!;
  }
  for (const words of layout.words) writeWords(canvas, words, layout);
  for (const { column, line, part } of layout.signs) canvas[line]!.splice(column, 1, partText(part));
  return canvas.map((row) => row.join("").replace(/ +$/, ""));
}

/** Compute for each cell of a layout the Braille dots (bits) of the shapes that go through it. */
function rasterizeShapes(layout: Laid): number[][] {
  const { shapeLeft, shapeTop, shapeColumns, shapeLines } = layout;
  const dotsAt = Array.from({ length: layout.lines }, () => Array.from({ length: layout.columns }, () => 0));
  for (const { kind, lines } of layout.shapes) {
    rasterize(lines, (column, line, bit) => {
      const inArea =
        shapeLeft <= column && column < shapeLeft + shapeColumns && shapeTop <= line && line < shapeTop + shapeLines;
      if ((inArea || kind === "bar") && column < layout.columns && line < layout.lines) dotsAt[line]![column]! |= bit;
    });
  }
  return dotsAt;
}

/** Compute for each cell of a layout the directions (bits) in which frame lines leave it. */
function frameJoints(layout: Laid): number[][] {
  const sidesAt = Array.from({ length: layout.lines }, () => Array.from({ length: layout.columns }, () => 0));
  /** Add directions, as bits, to a cell. */
  const addSides = (column: number, line: number, sides: number): void => {
    sidesAt[line]![column]! |= sides;
  };
  for (const { left, right, top, bottom } of layout.frames) {
    for (let column = left; column < right; column++) {
      for (const line of [top, bottom]) {
        addSides(column, line, RIGHT);
        addSides(column + 1, line, LEFT);
      }
    }
    for (let line = top; line < bottom; line++) {
      for (const column of [left, right]) {
        addSides(column, line, DOWN);
        addSides(column, line + 1, UP);
      }
    }
  }
  return sidesAt;
}

/** Render a part of a line with its sign, or that of its tone; a card in brackets. */
function partText({ text, tone, sign, turned, isContinued }: Part): string {
  if (isContinued) return text;
  if (sign === "card" && text) return `[${text}]`;
  const character = sign ? signCharacter(sign, turned) : TONE_SIGNS[tone];
  return character && text ? `${character} ${text}` : character + text;
}

/** Write words onto the canvas at their position; on a frame's top side with a space at either end. */
function writeWords(canvas: readonly string[][], words: Words, layout: Laid): void {
  const characters = [...words.parts.map(partText).join("")];
  if (layout.frames.some((frame) => isInTopBorder(frame, words))) {
    canvas[words.line]!.splice(words.column - 1, characters.length + 2, " ", ...characters, " ");
  } else canvas[words.line]!.splice(words.column, characters.length, ...characters);
}

/** Whether words stand in the top side of a frame. */
function isInTopBorder(frame: Frame, words: Words): boolean {
  return frame.top === words.line && frame.left < words.column && words.column < frame.right;
}
