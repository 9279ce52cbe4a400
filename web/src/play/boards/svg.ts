/**
 * Drawing of boards as SVG, in the colours of `boards.css`.
 *
 * Words and shapes repeat all information in colours, and screen readers get a description in sentences.
 */

import type { Tone } from "../../modes";
import { formatFixed } from "../../numberFormat";
import { type Markup, tag } from "../markup";
import * as sentences from "../storySentences";
import { thingText } from "./boards";
import type { BoardShown, Frame, PlaceShown, Words } from "./classes";
import { layOutBoard } from "./layout";
import { lineWidth } from "./textFitting";
import { countCharacters } from "./textWrap";

/** The width of a character column and the height of a line, in SVG units. */
const COLUMN_WIDTH = 8.2;
const LINE_HEIGHT = 20;

/** The description of a board without places. */
const EMPTY_TEXT = sentences.NO_BOARD;

const MARGIN = 8;

/** The height of the title above the picture. */
const HEAD_HEIGHT = 30;

/** Maximum columns of a picture. */
export const MAX_COLUMNS = 104;

/** Minimum columns of a picture, however narrow the page. */
const MIN_COLUMNS = 20;

/** The scale down to which a picture shrinks before words are cut. */
const MIN_SCALE = 0.8;

/** The sign before words with good or bad tone, so that colour is not needed. */
export const TONE_SIGNS: Readonly<Record<Tone, string>> = { good: "\u2713 ", bad: "\u25b2 ", "": "" };

/**
 * Draw a board as an SVG element.
 *
 * The ids in it begin with `name`, which must be unique in a page. `columns` is the maximum width in characters.
 */
export function drawSvg(board: BoardShown, name = board.name, columns = MAX_COLUMNS): Markup {
  const layout = layOutBoard(board, columns);
  const wide =
    Math.max(
      layout.columns * COLUMN_WIDTH,
      Math.max(countCharacters(board.title) * 1.3, EMPTY_TEXT.length) * COLUMN_WIDTH,
    ) +
    2 * MARGIN;
  const high = Math.max(layout.lines, 1) * LINE_HEIGHT + HEAD_HEIGHT + MARGIN;
  return tag(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${formatFixed(wide, 0)} ${formatFixed(high, 0)}`,
      width: wide,
      height: high,
      class: "board",
      role: "img",
      "aria-labelledby": `${name}-title ${name}-told`,
    },
    tag("title", { id: `${name}-title` }, board.title),
    tag("desc", { id: `${name}-told` }, describeBoard(board)),
    tag("rect", { class: "paper", width: wide, height: high }),
    tag("text", { class: "head", x: MARGIN, y: HEAD_HEIGHT - 9 }, board.title),
    layout.frames.map(drawFrame),
    layout.words.map(drawWords),
    layout.words.length ? [] : tag("text", { class: "more", x: MARGIN, y: lineY(1) - 6.5 }, EMPTY_TEXT),
  );
}

/** The number of character columns of a picture in a width in pixels: at a legible text size. */
export function columnsForWidth(width: number): number {
  return Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, Math.floor((width / MIN_SCALE - 2 * MARGIN) / COLUMN_WIDTH)));
}

/** The x coordinate of a character column. */
function columnX(column: number): number {
  return MARGIN + column * COLUMN_WIDTH;
}

/** The y coordinate of a text line. */
function lineY(line: number): number {
  return HEAD_HEIGHT + line * LINE_HEIGHT;
}

/** Draw the frame of a place as an SVG rectangle; the place's name stands in its first line. */
function drawFrame(frame: Frame): Markup {
  return tag("rect", {
    class: "place",
    x: columnX(frame.left) + 1.5,
    y: lineY(frame.top) + 1.5,
    width: (frame.right - frame.left) * COLUMN_WIDTH - 3,
    height: (frame.bottom - frame.top) * LINE_HEIGHT - 3,
    rx: 4,
  });
}

/** Draw words at their position as SVG text, good and bad ones behind a sign. */
function drawWords(words: Words): Markup {
  const left = columnX(words.column);
  const x = words.kind === "caption" ? left + (lineWidth(words.parts) * COLUMN_WIDTH) / 2 : left;
  const parts = words.parts.map(({ text, tone }) =>
    tone ? tag("tspan", { class: tone }, TONE_SIGNS[tone] + text) : text,
  );
  return tag("text", { class: words.kind, x, y: lineY(words.line + 1) - 6.5 }, parts);
}

// --- descriptions

/** Describe a board for screen readers: each occupied place, then texts beside the whole. */
export function describeBoard(board: BoardShown): string {
  const places = board.places.filter((place) => place.things.length).map(describePlace);
  const notes = board.notes.map((thing) => `${thingText(thing).replace(/\.+$/, "")}.`);
  return [...places, ...notes].join(" ") || EMPTY_TEXT;
}

/** Describe a place of a board and the things there, for screen readers. */
function describePlace(place: PlaceShown): string {
  return `${place.title}: ${place.things.map(thingText).join("; ")}.`;
}
