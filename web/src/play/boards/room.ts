/** Words with the room they have: what a board is laid out of. */

import type { Tone } from "../../modes";
import type { Laid, MarkShown, Part, ThingShown } from "./classes";
import { firstOf, lengthOf, wrap } from "./wrapping";

/** The least distance between the sides of a frame. */
export const LEAST = 6;

/** What of that distance is no room for words: a side, and a space at either end. */
export const SIDES = 3;

/** The room for the sign of what is good or bad. */
const SIGN = 2;

const CUT = "…";

/** Before what goes on in a line of its own. */
const INDENT = " ";

/** The words of one line. */
export type Line = readonly Part[];

/** Nothing laid out. */
export const EMPTY: Laid = { columns: 0, lines: 0, frames: [], words: [] };

/** Words of one tone. */
export function part(text: string, tone: Tone = ""): Part {
  return { text, tone };
}

/** How many columns words take, with their sign. */
function partSize(one: Part): number {
  return lengthOf(one.text) + (one.tone ? SIGN : 0);
}

/** How many columns a line takes. */
export function sizeOf(line: Line): number {
  return line.reduce((sum, one) => sum + partSize(one), 0);
}

/** A text, or as much of it as there is room for, with a sign that there is more. */
export function cut(text: string, room: number): string {
  if (lengthOf(text) <= room) return text;
  return room > 0 ? firstOf(text, room - 1).trimEnd() + CUT : "";
}

/** As much of a line as there is room for. */
export function cutLine(line: Line, room: number): Line {
  const found: Part[] = [];
  for (const one of line) {
    const left = room - sizeOf(found) - (partSize(one) - lengthOf(one.text));
    const last = found.at(-1);
    if (left > 0) found.push(part(cut(one.text, left), one.tone));
    else if (last && !last.text.endsWith(CUT)) {
      found[found.length - 1] = part(cut(last.text + CUT, lengthOf(last.text)), last.tone);
    }
    if (left < lengthOf(one.text)) break;
  }
  return found;
}

/** Words one after the other, with a sign between them. */
export function joined(lines: Iterable<Line>, between: string): Line {
  const found: Part[] = [];
  for (const line of lines) found.push(...(found.length ? [part(between)] : []), ...line);
  return found;
}

/** Marks in one line. */
export function partsOf(marks: readonly MarkShown[]): Line {
  return joined(
    marks.map((mark) => [part(mark.text, mark.tone)]),
    ", ",
  );
}

/** The lines of what stands at a place: one where there is room for it, else lines for each mark. */
export function linesOf(thing: ThingShown, room: number): Line[] {
  const whole = partsOf(thing.marks);
  if (sizeOf(whole) <= room) return [whole];
  return thing.marks.flatMap((mark, number) => {
    const indent = number ? INDENT : "";
    const sign = mark.tone ? SIGN : 0;
    const texts = wrap(mark.text, Math.max(1, room - indent.length - sign), false);
    return (texts.length ? texts : [""]).map((text, at) =>
      cutLine([part(indent + " ".repeat(at ? sign : 0)), part(text, at ? "" : mark.tone)], room),
    );
  });
}

/** As many lines as there is room for, what is bad before all else, and how many more there are. */
export function kept(lines: readonly Line[], most: number): Line[] {
  if (lines.length <= most) return [...lines];
  if (most <= 0) return [];
  const order = [...badFirst([...lines.keys()], (at) => worst(lines[at]!))];
  const shown = order.slice(0, most - 1).sort((one, other) => one - other);
  return [...shown.map((at) => lines[at]!), [more(order.slice(most - 1).map((at) => lines[at]!))]];
}

/** What is bad, then what is not, each in its order. */
export function badFirst<T>(all: readonly T[], toneOf: (each: T) => Tone): T[] {
  return [...all.filter((each) => toneOf(each) === "bad"), ...all.filter((each) => toneOf(each) !== "bad")];
}

/** How many lines there is no room for. */
export function more(lost: readonly Line[]): Part {
  return part(`+${lost.length}`, worst(lost.flat()));
}

/** Bad where anything is, else neither. */
function worst(parts: Line): Tone {
  return parts.some((one) => one.tone === "bad") ? "bad" : "";
}

/** Widths, the widest made narrower until there is room for all. */
export function fitted(wanted: readonly number[], room: number, least: number): number[] {
  const widths = [...wanted];
  let sum = widths.reduce((total, each) => total + each, 0);
  for (let widest = Math.max(...widths); sum > room && widest > least; widest = Math.max(...widths)) {
    widths[widths.indexOf(widest)]!--;
    sum--;
  }
  return widths;
}

/** Where each begins that stands behind those before it, and where the last ends. */
export function running(sizes: readonly number[]): number[] {
  const ends = [0];
  for (const size of sizes) ends.push(ends.at(-1)! + size);
  return ends;
}
