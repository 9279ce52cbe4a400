/** Fitting of styled text into limited columns and lines, for board layouts. */

import type { Tone } from "../../modes";
import type { Laid, MarkShown, Part, ThingShown } from "./classes";
import { countCharacters, firstCharacters, wrapText } from "./textWrap";

/** The minimum distance between the sides of a frame. */
export const MIN_FRAME_WIDTH = 6;

/** The columns of that distance that hold no words: a side, and a space at either end. */
export const FRAME_COLUMNS = 3;

/** Columns of the sign for good or bad tone. */
const SIGN_COLUMNS = 2;

const ELLIPSIS = "…";

/** The indentation of continuation lines. */
const INDENT = " ";

/** The styled parts of one line. */
export type StyledLine = readonly Part[];

/** What of a layout nothing has but a map or picture. */
export const NOTHING_DRAWN = {
  shapes: [],
  shapeLeft: 0,
  shapeTop: 0,
  shapeColumns: 0,
  shapeLines: 0,
  targets: [],
} as const;

/** A layout without contents. */
export const EMPTY_LAYOUT: Laid = { columns: 0, lines: 0, frames: [], words: [], ...NOTHING_DRAWN };

/** Make a part of a styled line from a text and its tone (good, bad or neutral). */
export function makePart(text: string, tone: Tone = ""): Part {
  return { text, tone, sign: "", turned: null, isContinued: false };
}

/** The width of a part of a line in columns, with the sign of its tone. */
function partWidth(part: Part): number {
  return countCharacters(part.text) + (part.tone ? SIGN_COLUMNS : 0);
}

/** The width of a styled line in columns. */
export function lineWidth(line: StyledLine): number {
  return line.reduce((sum, one) => sum + partWidth(one), 0);
}

/** Truncate a text to a width, with an ellipsis. */
export function truncate(text: string, width: number): string {
  if (countCharacters(text) <= width) return text;
  return width > 0 ? firstCharacters(text, width - 1).trimEnd() + ELLIPSIS : "";
}

/** Truncate a styled line to a width. */
export function truncateLine(line: StyledLine, width: number): StyledLine {
  const parts: Part[] = [];
  for (const one of line) {
    const available = width - lineWidth(parts) - (partWidth(one) - countCharacters(one.text));
    const last = parts.at(-1);
    if (available > 0) parts.push(makePart(truncate(one.text, available), one.tone));
    else if (last && !last.text.endsWith(ELLIPSIS)) {
      parts[parts.length - 1] = makePart(truncate(last.text + ELLIPSIS, countCharacters(last.text)), last.tone);
    }
    if (available < countCharacters(one.text)) break;
  }
  return parts;
}

/** Join styled lines into one, with a separator between them. */
export function joinLines(lines: Iterable<StyledLine>, separator: string): StyledLine {
  const parts: Part[] = [];
  for (const line of lines) parts.push(...(parts.length ? [makePart(separator)] : []), ...line);
  return parts;
}

/** Join the marks of a thing into one styled line. */
export function marksLine(marks: readonly MarkShown[]): StyledLine {
  return joinLines(
    marks.map((mark) => [makePart(mark.text, mark.tone)]),
    ", ",
  );
}

/** Lay out a thing on a board within a width: as one line if it fits, else as a line or more for each mark. */
export function thingLines(thing: ThingShown, width: number): StyledLine[] {
  const whole = marksLine(thing.marks);
  if (lineWidth(whole) <= width) return [whole];
  return thing.marks.flatMap((mark, number) => {
    const indent = number ? INDENT : "";
    const sign = mark.tone ? SIGN_COLUMNS : 0;
    const texts = wrapText(mark.text, Math.max(1, width - indent.length - sign), false);
    return (texts.length ? texts : [""]).map((text, at) =>
      truncateLine([makePart(indent + " ".repeat(at ? sign : 0)), makePart(text, at ? "" : mark.tone)], width),
    );
  });
}

/** Select at most `maxLines` lines, bad ones first, and append a line that counts the hidden ones. */
export function keepWorstLines(lines: readonly StyledLine[], maxLines: number): StyledLine[] {
  if (lines.length <= maxLines) return [...lines];
  if (maxLines <= 0) return [];
  const order = [...sortBadFirst([...lines.keys()], (at) => worstTone(lines[at]!))];
  const shownIndices = order.slice(0, maxLines - 1).sort((one, other) => one - other);
  return [...shownIndices.map((at) => lines[at]!), [overflowPart(order.slice(maxLines - 1).map((at) => lines[at]!))]];
}

/** Sort items with bad tone to the front, stably. */
export function sortBadFirst<T>(items: readonly T[], toneOf: (each: T) => Tone): T[] {
  return [...items.filter((each) => toneOf(each) === "bad"), ...items.filter((each) => toneOf(each) !== "bad")];
}

/** The part of a line that counts the hidden lines. */
export function overflowPart(hidden: readonly StyledLine[]): Part {
  return makePart(`+${hidden.length}`, worstTone(hidden.flat()));
}

/** The tone of several parts together: bad if any part is bad, else neutral. */
function worstTone(parts: StyledLine): Tone {
  return parts.some((one) => one.tone === "bad") ? "bad" : "";
}

/** Reduce the widest of some column widths, never below `minWidth`, until their sum fits into a width. */
export function shrinkWidths(preferredWidths: readonly number[], width: number, minWidth: number): number[] {
  const widths = [...preferredWidths];
  let sum = widths.reduce((total, each) => total + each, 0);
  for (let widest = Math.max(...widths); sum > width && widest > minWidth; widest = Math.max(...widths)) {
    widths[widths.indexOf(widest)]!--;
    sum--;
  }
  return widths;
}

/** Compute the running sums of sizes, from 0 on: where each item begins, and where the last one ends. */
export function runningOffsets(sizes: readonly number[]): number[] {
  const ends = [0];
  for (const size of sizes) ends.push(ends.at(-1)! + size);
  return ends;
}
