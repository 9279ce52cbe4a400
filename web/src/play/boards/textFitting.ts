/** Words with the room they have: what a board is laid out of. */

import type { Tone } from "../../modes";
import type { Laid, MarkShown, Part, ThingShown } from "./classes";
import { countCharacters, firstCharacters, wrapText } from "./textWrap";

/** The least distance between the sides of a frame. */
export const MIN_FRAME_WIDTH = 6;

/** What of that distance is no room for words: a side, and a space at either end. */
export const FRAME_COLUMNS = 3;

/** The room for the sign of what is good or bad. */
const SIGN_COLUMNS = 2;

const ELLIPSIS = "…";

/** Before what goes on in a line of its own. */
const INDENT = " ";

/** The words of one line. */
export type StyledLine = readonly Part[];

/** Nothing laid out. */
export const EMPTY_LAYOUT: Laid = { columns: 0, lines: 0, frames: [], words: [] };

/** Words of one tone. */
export function makePart(text: string, tone: Tone = ""): Part {
  return { text, tone };
}

/** How many columns words take, with their sign. */
function partWidth(part: Part): number {
  return countCharacters(part.text) + (part.tone ? SIGN_COLUMNS : 0);
}

/** How many columns a line takes. */
export function lineWidth(line: StyledLine): number {
  return line.reduce((sum, one) => sum + partWidth(one), 0);
}

/** A text, or as much of it as there is room for, with a sign that there is more. */
export function truncate(text: string, room: number): string {
  if (countCharacters(text) <= room) return text;
  return room > 0 ? firstCharacters(text, room - 1).trimEnd() + ELLIPSIS : "";
}

/** As much of a line as there is room for. */
export function truncateLine(line: StyledLine, room: number): StyledLine {
  const parts: Part[] = [];
  for (const one of line) {
    const available = room - lineWidth(parts) - (partWidth(one) - countCharacters(one.text));
    const last = parts.at(-1);
    if (available > 0) parts.push(makePart(truncate(one.text, available), one.tone));
    else if (last && !last.text.endsWith(ELLIPSIS)) {
      parts[parts.length - 1] = makePart(truncate(last.text + ELLIPSIS, countCharacters(last.text)), last.tone);
    }
    if (available < countCharacters(one.text)) break;
  }
  return parts;
}

/** Words one after the other, with a sign between them. */
export function joinLines(lines: Iterable<StyledLine>, separator: string): StyledLine {
  const parts: Part[] = [];
  for (const line of lines) parts.push(...(parts.length ? [makePart(separator)] : []), ...line);
  return parts;
}

/** Marks in one line. */
export function marksLine(marks: readonly MarkShown[]): StyledLine {
  return joinLines(
    marks.map((mark) => [makePart(mark.text, mark.tone)]),
    ", ",
  );
}

/** The lines of what stands at a place: one where there is room for it, else lines for each mark. */
export function thingLines(thing: ThingShown, room: number): StyledLine[] {
  const whole = marksLine(thing.marks);
  if (lineWidth(whole) <= room) return [whole];
  return thing.marks.flatMap((mark, number) => {
    const indent = number ? INDENT : "";
    const sign = mark.tone ? SIGN_COLUMNS : 0;
    const texts = wrapText(mark.text, Math.max(1, room - indent.length - sign), false);
    return (texts.length ? texts : [""]).map((text, at) =>
      truncateLine([makePart(indent + " ".repeat(at ? sign : 0)), makePart(text, at ? "" : mark.tone)], room),
    );
  });
}

/** As many lines as there is room for, what is bad before all else, and how many more there are. */
export function keepWorstLines(lines: readonly StyledLine[], maxLines: number): StyledLine[] {
  if (lines.length <= maxLines) return [...lines];
  if (maxLines <= 0) return [];
  const order = [...sortBadFirst([...lines.keys()], (at) => worstTone(lines[at]!))];
  const shownIndices = order.slice(0, maxLines - 1).sort((one, other) => one - other);
  return [...shownIndices.map((at) => lines[at]!), [overflowPart(order.slice(maxLines - 1).map((at) => lines[at]!))]];
}

/** What is bad, then what is not, each in its order. */
export function sortBadFirst<T>(items: readonly T[], toneOf: (each: T) => Tone): T[] {
  return [...items.filter((each) => toneOf(each) === "bad"), ...items.filter((each) => toneOf(each) !== "bad")];
}

/** How many lines there is no room for. */
export function overflowPart(hidden: readonly StyledLine[]): Part {
  return makePart(`+${hidden.length}`, worstTone(hidden.flat()));
}

/** Bad where anything is, else neither. */
function worstTone(parts: StyledLine): Tone {
  return parts.some((one) => one.tone === "bad") ? "bad" : "";
}

/** Widths, the widest made narrower until there is room for all. */
export function shrinkWidths(preferredWidths: readonly number[], room: number, minWidth: number): number[] {
  const widths = [...preferredWidths];
  let sum = widths.reduce((total, each) => total + each, 0);
  for (let widest = Math.max(...widths); sum > room && widest > minWidth; widest = Math.max(...widths)) {
    widths[widths.indexOf(widest)]!--;
    sum--;
  }
  return widths;
}

/** Where each begins that stands behind those before it, and where the last ends. */
export function runningOffsets(sizes: readonly number[]): number[] {
  const ends = [0];
  for (const size of sizes) ends.push(ends.at(-1)! + size);
  return ends;
}
