/**
 * Drawing of boards as SVG, in the colours of `boards.css`.
 *
 * Words and shapes repeat all information in colours, and screen readers get a description in sentences.
 */

import type { Tone } from "../../modes";
import { formatFixed } from "../../numberFormat";
import { type Content, type Markup, tag } from "../markup";
import type { BoardShown, Frame, Laid, LaidShape, Part, Polyline, Target, Words } from "./classes";
import { describeBoard, EMPTY_TEXT } from "./describing";
import { FINE } from "./drawingLayout";
import { layOutBoard } from "./layout";
import { PATHS, TONE_PATHS } from "./signs";
import { lineWidth, partWidth, signColumns } from "./textFitting";
import { textWidth } from "./textWidth";
import { countCharacters, wrapText } from "./textWrap";

/** The width of a character column and the height of a line, in SVG units. */
const COLUMN_WIDTH = 8.2;
const LINE_HEIGHT = 20;

/** The height of a line of a table with cards, which do not touch. */
const CARD_LINE_HEIGHT = 26;

const MARGIN = 8;

/** The height of the title above the picture, if it takes one line; further lines stand above that. */
const HEAD_HEIGHT = 30;

/** The width of a character of the title, in columns. */
const TITLE_COLUMNS = 1.3;

/** Maximum columns of a picture. */
export const MAX_COLUMNS = 104;

/** Minimum columns of a picture, however narrow the page: it cuts no word. */
const MIN_COLUMNS = 20;

/** Minimum columns of any other board; in less room it scrolls. */
const MIN_WORD_COLUMNS = 40;

/** The scale down to which a board shrinks. */
const MIN_SCALE = 0.9;

/** The size of words, less what widths are overestimated, by which those with signs among them are placed. */
const FONT_SIZE = 13.2;

/** The width of a sign before words. */
const SIGN_WIDTH = 15;

/** The scale of signs that stand side by side without words. */
const CROWDED_SCALE = 0.75;

/** The sign before words with good or bad tone, so that colour is not needed. */
export const TONE_SIGNS: Readonly<Record<Tone, string>> = { good: "\u2713 ", bad: "\u25b2 ", "": "" };

/**
 * Draw a board as an SVG element.
 *
 * The ids in it begin with `name`, which must be unique in a page. `columns` is the maximum width in characters.
 */
export function drawSvg(board: BoardShown, name = board.name, columns = MAX_COLUMNS): Markup {
  const layout = layOutBoard(board, columns, null, Math.round((100 * LINE_HEIGHT) / COLUMN_WIDTH));
  const titleColumns = Math.min(countCharacters(board.title) * TITLE_COLUMNS, Math.max(columns, layout.columns));
  const wide = Math.max(layout.columns, titleColumns, EMPTY_TEXT.length) * COLUMN_WIDTH + 2 * MARGIN;
  const titleLines = wrapText(board.title, Math.trunc(wide / COLUMN_WIDTH / TITLE_COLUMNS));
  const top = (1 - Math.max(1, titleLines.length)) * LINE_HEIGHT;
  const hasCards = layout.words.some(({ parts }) => parts.some(({ sign }) => sign === "card"));
  const pitch = hasCards && board.layout === "rows" ? CARD_LINE_HEIGHT : LINE_HEIGHT;
  const high = Math.max(drawnLines(layout), 1) * pitch + HEAD_HEIGHT + MARGIN - top;
  return tag(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 ${formatFixed(top, 0)} ${formatFixed(wide, 0)} ${formatFixed(high, 0)}`,
      width: wide,
      height: high,
      class: "board",
      role: "img",
      "aria-labelledby": `${name}-title ${name}-told`,
    },
    tag("title", { id: `${name}-title` }, board.title),
    tag("desc", { id: `${name}-told` }, describeBoard(board)),
    tag("rect", { class: "paper", y: top || null, width: wide, height: high }),
    titleLines.map((line, at) =>
      tag("text", { class: "head", x: MARGIN, y: top + at * LINE_HEIGHT + HEAD_HEIGHT - 9 }, line),
    ),
    layout.frames.map(drawFrame),
    drawShapes(layout, name),
    layout.targets.map((target) => drawTarget(target, pitch)),
    layout.words.map((words) => drawWords(words, pitch)),
    layout.signs.map(({ part, x, y }) => drawSign(part, columnX(x / FINE), lineY(y / FINE), 1)),
    layout.words.length ? [] : tag("text", { class: "more", x: MARGIN, y: lineY(1) - 6.5 }, EMPTY_TEXT),
  );
}

/** The number of character columns of a board in a width in pixels: at a legible text size. */
export function columnsForWidth(board: BoardShown, width: number): number {
  const columns = Math.floor((width / MIN_SCALE - 2 * MARGIN) / COLUMN_WIDTH);
  return Math.min(MAX_COLUMNS, Math.max(board.layout === "picture" ? MIN_COLUMNS : MIN_WORD_COLUMNS, columns));
}

/** The lines of a layout that a drawing needs: not the last, if that is the lower side of frames alone. */
function drawnLines({ frames, lines, words }: Laid): number {
  return frames.length && words.every(({ line }) => line < lines - 1) ? lines - 1 : lines;
}

/** The x coordinate of a character column. */
function columnX(column: number): number {
  return MARGIN + column * COLUMN_WIDTH;
}

/** The y coordinate of a text line; `pitch` is the height of a line. */
function lineY(line: number, pitch = LINE_HEIGHT): number {
  return HEAD_HEIGHT + line * pitch;
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

/** Draw the shapes of a map or picture, cut off at its sides; the bar of a scale stands below it. */
function drawShapes(layout: Laid, name: string): Markup[] {
  const bars = layout.shapes.filter(({ kind }) => kind === "bar").map(drawShape);
  const shapes = layout.shapes.filter(({ kind }) => kind !== "bar").map(drawShape);
  if (!shapes.length) return bars;
  const area = tag("rect", {
    x: columnX(layout.shapeLeft),
    y: lineY(layout.shapeTop),
    width: layout.shapeColumns * COLUMN_WIDTH,
    height: layout.shapeLines * LINE_HEIGHT,
  });
  const clip = tag("clipPath", { id: `${name}-area` }, area);
  return [clip, tag("g", { "clip-path": `url(#${name}-area)` }, shapes), ...bars];
}

/** Draw a shape as an SVG path, with its words for who points at it. */
function drawShape({ kind, lines, text, tone }: LaidShape): Markup {
  const path = tag("path", { d: lines.map(pathData).join(" "), class: `shape ${kind} ${tone}`.trimEnd() });
  return text ? tag("g", {}, tag("title", {}, text), path) : path;
}

/** Render a polyline as the data of an SVG path. */
function pathData({ points, closed }: Polyline): string {
  const pairs: string[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [columnX(points[at]! / FINE), lineY(points[at + 1]! / FINE)];
    pairs.push(`${formatFixed(x, 1)} ${formatFixed(y, 1)}`);
  }
  return `M ${pairs.join(" L ")}${closed ? " Z" : ""}`;
}

/** Draw the area of a place or thing, with all its words for who points at it. */
function drawTarget(target: Target, pitch: number): Markup {
  const { piece, text, tone, left, top, right, bottom, isChanged } = target;
  const area = tag("rect", {
    class: `area ${tone}`.trimEnd(),
    x: columnX(left + target.shiftRight / FINE),
    y: lineY(top + target.shiftDown / FINE, pitch),
    width: (right - left) * COLUMN_WIDTH,
    height: (bottom - top) * pitch,
    rx: 4,
  });
  const kind = isChanged ? "target changed" : "target";
  return tag("g", { class: kind, "data-piece": piece || null }, tag("title", {}, text), area);
}

/** Draw words at their position as SVG text, good and bad ones behind a sign. */
function drawWords(laidWords: Words, pitch: number): Markup {
  const words = withoutIndent(laidWords);
  const { parts, middle, kind } = words;
  const changed = parts.some((part) => part.isChanged) ? " changed" : "";
  if (parts.some(({ sign, tone, text }) => sign || (tone && !text)))
    return tag("g", { class: `words${changed}` }, drawParts(words, pitch));
  const left = columnX(words.column + words.right / FINE);
  const width = lineWidth(parts) * COLUMN_WIDTH;
  const [x, anchor] =
    middle !== null
      ? [columnX(middle / 2), " centred"]
      : words.endsThere
        ? [left + width, " ending"]
        : [kind === "caption" ? left + width / 2 : left, ""];
  const texts = parts.map((part) => {
    const sign = signColumns(part) ? TONE_SIGNS[part.tone] : "";
    return part.tone ? tag("tspan", { class: part.tone }, sign + part.text) : part.text;
  });
  return tag(
    "text",
    { class: kind + anchor + changed, x, y: lineY(words.line + 0.5 + words.down / FINE, pitch) + 3.5 },
    texts,
  );
}

/** Shift words to the right by the blanks that they begin with, which a drawing would leave out. */
function withoutIndent(words: Words): Words {
  const [first, ...others] = words.parts;
  if (first === undefined || first.text.trim() || first.sign || first.tone || !others.length) return words;
  return { ...words, column: words.column + partWidth(first), parts: others };
}

/** Draw words part by part, each close behind the last, with the paths of their signs. */
function* drawParts(words: Words, pitch: number): Generator<Markup> {
  const { parts, kind, middle } = words;
  const y = lineY(words.line + 0.5 + words.down / FINE, pitch);
  const scale = parts.length > 1 && !parts.some(({ text }) => text) ? CROWDED_SCALE : 1;
  let x = columnX(words.column + words.right / FINE);
  if (middle !== null) x = columnX(middle / 2) - drawnWidth(parts) / 2;
  else if (words.endsThere) x += lineWidth(parts) * COLUMN_WIDTH - drawnWidth(parts);
  for (const group of groupsBySign(parts)) {
    const [part, ...others] = group as [Part, ...Part[]];
    let start = x;
    x += drawnWidth(group);
    if (part.sign === "card" && part.text) {
      yield* drawCard(part, start, y);
      start += drawnWidth([part]);
      if (others.length) yield tag("text", { class: kind, x: start, y: y + 4.5 }, ["", ...others.map(partSpan)]);
      continue;
    }
    if (signColumns(part)) {
      yield drawSign(part, start + (part.text ? SIGN_WIDTH / 2 - 1 : COLUMN_WIDTH / 2), y, scale);
      start += part.text ? SIGN_WIDTH : COLUMN_WIDTH;
    }
    if (part.text || others.length) yield tag("text", { class: kind, x: start, y: y + 4.5 }, group.map(partSpan));
  }
}

/** The words of a part, in its tone. */
function partSpan({ text, tone }: Part): Content {
  return tone ? tag("tspan", { class: tone }, text) : text;
}

/** Split parts into groups that each begin with a sign, but perhaps the first; what follows stands close to it. */
function groupsBySign(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (signColumns(part) || last === undefined) groups.push([part]);
    else last.push(part);
  }
  return groups;
}

/** Estimate the width of parts with their signs, in units of the drawing; at most that of their columns. */
function drawnWidth(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + Math.min(drawnPartWidth(part), partWidth(part) * COLUMN_WIDTH), 0);
}

/** Estimate the width of a part with its sign; a card and a sign alone take their columns. */
function drawnPartWidth(part: Part): number {
  if (part.sign === "card" || !part.text) return partWidth(part) * COLUMN_WIDTH;
  return textWidth(part.text, FONT_SIZE) + (signColumns(part) ? SIGN_WIDTH : 0);
}

/** Draw a card: its text in a frame. */
function* drawCard(part: Part, x: number, y: number): Generator<Markup> {
  const width = partWidth(part) * COLUMN_WIDTH;
  yield tag("rect", {
    class: `card ${part.tone}`.trimEnd(),
    x: x + 1,
    y: y - 8.5,
    width: width - 2,
    height: 17,
    rx: 3,
  });
  yield tag("text", { class: `mark centred ${part.tone}`.trimEnd(), x: x + width / 2, y: y + 4.5 }, part.text);
}

/** Draw the sign of a part, or that of its tone, about a point. */
function drawSign({ sign, tone, turned }: Part, x: number, y: number, scale: number): Markup {
  const turn = turned ? ` rotate(${turned})` : "";
  const size = scale === 1 ? "" : ` scale(${scale})`;
  return tag("path", {
    d: sign ? PATHS[sign] : TONE_PATHS[tone],
    class: `sign ${tone}`.trimEnd(),
    transform: `translate(${formatFixed(x, 1)} ${formatFixed(y, 1)})${turn}${size}`,
  });
}
