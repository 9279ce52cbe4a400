/**
 * Boards drawn as SVG, in the colours of the page that has `boards.css`.
 *
 * Words and shapes say what colours say, and whoever hears a page is told the board in sentences.
 */

import { fixed } from "../../figures";
import type { Tone } from "../../modes";
import { type Markup, tag } from "../markup";
import { textOf } from "./boards";
import type { BoardShown, Frame, PlaceShown, Words } from "./classes";
import { lay } from "./laying";
import { sizeOf } from "./room";
import { lengthOf } from "./wrapping";

/** The width of a column of characters and the height of a line, in units of the drawing. */
const COLUMN = 8.2;
const LINE = 20;

/** Said of a board without places. */
const NOTHING = "Nothing stands there.";

const MARGIN = 8;

/** The height of the title above the picture. */
const HEAD = 30;

/** Columns that a picture takes at most. */
export const WIDEST = 104;

/** Columns that a picture has at least, however narrow the page. */
const NARROWEST = 20;

/** To this part of its size a picture may be drawn smaller before words are cut. */
const SMALLEST = 0.8;

/** What stands before words that are good or bad: not by colour alone. */
export const SIGNS: Readonly<Record<Tone, string>> = { good: "\u2713 ", bad: "\u25b2 ", "": "" };

/**
 * A board as an element of SVG.
 *
 * Its elements' ids begin with `name`: each picture of a page needs another. It takes so many `columns` of characters at
 * most.
 */
export function drawing(board: BoardShown, name = board.name, columns = WIDEST): Markup {
  const laid = lay(board, columns);
  const wide =
    Math.max(laid.columns * COLUMN, Math.max(lengthOf(board.title) * 1.3, NOTHING.length) * COLUMN) + 2 * MARGIN;
  const high = Math.max(laid.lines, 1) * LINE + HEAD + MARGIN;
  return tag(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${fixed(wide, 0)} ${fixed(high, 0)}`,
      width: wide,
      height: high,
      class: "board",
      role: "img",
      "aria-labelledby": `${name}-title ${name}-told`,
    },
    tag("title", { id: `${name}-title` }, board.title),
    tag("desc", { id: `${name}-told` }, told(board)),
    tag("rect", { class: "paper", width: wide, height: high }),
    tag("text", { class: "head", x: MARGIN, y: HEAD - 9 }, board.title),
    laid.frames.map(framed),
    laid.words.map(written),
    laid.words.length ? [] : tag("text", { class: "more", x: MARGIN, y: down(1) - 6.5 }, NOTHING),
  );
}

/** How many columns a picture may have that stands in so many pixels: its words get no smaller than {@link SMALLEST}. */
export function columnsIn(width: number): number {
  return Math.min(WIDEST, Math.max(NARROWEST, Math.floor((width / SMALLEST - 2 * MARGIN) / COLUMN)));
}

/** Where a column begins. */
function across(column: number): number {
  return MARGIN + column * COLUMN;
}

/** Where a line begins. */
function down(line: number): number {
  return HEAD + line * LINE;
}

/** The frame of a place: the name stands in its first line. */
function framed(frame: Frame): Markup {
  return tag("rect", {
    class: "place",
    x: across(frame.left) + 1.5,
    y: down(frame.top) + 1.5,
    width: (frame.right - frame.left) * COLUMN - 3,
    height: (frame.bottom - frame.top) * LINE - 3,
    rx: 4,
  });
}

/** Words in their place, those that are good or bad with a sign before them. */
function written(words: Words): Markup {
  const left = across(words.column);
  const x = words.kind === "caption" ? left + (sizeOf(words.parts) * COLUMN) / 2 : left;
  const parts = words.parts.map(({ text, tone }) => (tone ? tag("tspan", { class: tone }, SIGNS[tone] + text) : text));
  return tag("text", { class: words.kind, x, y: down(words.line + 1) - 6.5 }, parts);
}

// --- in sentences

/** A board for who hears it: every place at which something stands, then what stands beside the whole. */
export function told(board: BoardShown): string {
  const places = board.places.filter((place) => place.things.length).map(sentence);
  const notes = board.notes.map((thing) => `${textOf(thing).replace(/\.+$/, "")}.`);
  return [...places, ...notes].join(" ") || NOTHING;
}

/** A place and what stands at it. */
function sentence(place: PlaceShown): string {
  return `${place.title}: ${place.things.map(textOf).join("; ")}.`;
}
