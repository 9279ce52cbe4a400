/** Fitting of styled text into limited columns and lines, for board layouts. */

import type { Tone } from "../../modes";
import type { Laid, MarkShown, Part, PlaceShown, ThingShown, Words } from "./classes";
import { countCharacters, firstCharacters, KEEP_COMPOUNDS, KEEP_WORDS, wrapText } from "./textWrap";

/** The minimum distance between the sides of a frame. */
export const MIN_FRAME_WIDTH = 6;

/** The columns of that distance that hold no words: a side, and a space at either end. */
export const FRAME_COLUMNS = 3;

/** The columns of the sign before words, with a space. */
export const SIGN_COLUMNS = 2;

const ELLIPSIS = "…";

/** The signs that separate marks and things. */
const SEPARATORS: readonly string[] = [",", ";"];

/** The indentation of continuation lines. */
const INDENT = " ";

/** The styled parts of one line. */
export type StyledLine = readonly Part[];

/** The sign of a mark, empty for none. */
type Sign = MarkShown["sign"];

/** What of a layout nothing has but a map or picture. */
export const NOTHING_DRAWN = {
  signs: [],
  shapes: [],
  shapeLeft: 0,
  shapeTop: 0,
  shapeColumns: 0,
  shapeLines: 0,
  targets: [],
} as const;

/** A layout without contents. */
export const EMPTY_LAYOUT: Laid = { columns: 0, lines: 0, frames: [], words: [], ...NOTHING_DRAWN };

/** Make a part of a styled line from a text, its tone (good, bad or neutral), and its sign. */
export function makePart(text: string, tone: Tone = "", sign: Sign = "", turned: number | null = null): Part {
  return { text, tone, sign, turned, isContinued: false, isChanged: false };
}

/** Make a part that goes on from the line above, where its sign stands. */
export function continuedPart(text: string, tone: Tone): Part {
  return { ...makePart(text, tone), isContinued: true };
}

/** Make words at a position, which begin at their column. */
export function makeWords(column: number, line: number, parts: StyledLine, kind: Words["kind"]): Words {
  return { column, line, parts, kind, middle: null, endsThere: false, right: 0, down: 0 };
}

/** The columns that the sign of a part takes: with a space before words, one alone; the frame of a card at both ends. */
export function signColumns({ text, tone, sign, isContinued }: Part): number {
  if (isContinued || !(tone || sign)) return 0;
  return text ? SIGN_COLUMNS : 1;
}

/** The width of a part of a line in columns, with its sign. */
export function partWidth(part: Part): number {
  return countCharacters(part.text) + signColumns(part);
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

/** The title of a place that fits a width in columns: the long one, else the short one, cut if need be. */
export function fitTitle({ title, short }: PlaceShown, width: number): string {
  return truncate(countCharacters(title) > width && short ? short : title, width);
}

/**
 * Wrap the title of a place in a width: the long or the short one on a line, else the long on several.
 *
 * A title with a word that is longer than the width is one line, cut.
 */
export function wrapTitle(place: PlaceShown, width: number): string[] {
  const { title, short } = place;
  if (countCharacters(title) <= width || (short && countCharacters(short) <= width)) return [fitTitle(place, width)];
  const lines = wrapText(title, Math.max(1, width), KEEP_COMPOUNDS);
  const isWhole = lines.length && Math.max(...lines.map(countCharacters)) <= width;
  return isWhole ? lines : [fitTitle(place, width)];
}

/** Truncate a styled line to a width. */
export function truncateLine(line: StyledLine, width: number): StyledLine {
  const parts: Part[] = [];
  for (const one of line) {
    const available = width - lineWidth(parts) - signColumns(one);
    const last = parts.at(-1);
    if (available > 0 || (available === 0 && !one.text)) parts.push({ ...one, text: truncate(one.text, available) });
    else if (last && !last.text.endsWith(ELLIPSIS)) {
      parts[parts.length - 1] = { ...last, text: truncate(last.text + ELLIPSIS, countCharacters(last.text)) };
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
    marks.map((mark) => [markPart(mark)]),
    ", ",
  );
}

/** Mark the parts of a line as those of a place or thing that has changed, if it has. */
export function markLine(line: StyledLine, isChanged: boolean): StyledLine {
  return isChanged ? line.map((part) => ({ ...part, isChanged })) : line;
}

/** Join the marks of a thing on a board into one line. */
export function thingLine(thing: ThingShown): StyledLine {
  return markLine(marksLine(thing.marks), thing.isChanged);
}

/** Make the words and the sign of a mark. */
export function markPart({ text, tone, sign, turned }: MarkShown): Part {
  return makePart(text, tone, sign, turned);
}

/** A thing with the short texts of its marks, where they have any. */
export function shortThing(thing: ThingShown): ThingShown {
  return { ...thing, marks: thing.marks.map((mark) => ({ ...mark, text: mark.short || mark.text })) };
}

/** Make the sign of a mark without its words: a dot, if it has neither sign nor tone. */
export function signPart({ tone, sign, turned }: MarkShown): Part {
  return makePart("", tone, sign || tone ? sign : "dot", turned);
}

/** Lay out a thing on a board within a width: as one line if it fits, else as a line or more for each mark. */
export function thingLines(thing: ThingShown, width: number): StyledLine[] {
  const whole = thingLine(thing);
  if (lineWidth(whole) <= width) return [whole];
  return thing.marks.flatMap((mark, number) => {
    const indent = number ? INDENT : "";
    const sign = signColumns(markPart(mark));
    const texts = wrapText(mark.text, Math.max(1, width - indent.length - sign), KEEP_WORDS);
    return (texts.length ? texts : [""]).map((text, at) => {
      const part = { ...(at ? makePart(text) : { ...markPart(mark), text }), isChanged: thing.isChanged };
      return truncateLine([makePart(indent + " ".repeat(at ? sign : 0)), part], width);
    });
  });
}

/** Whether a thing is a card, which lies beside other cards. */
export function isCard(thing: ThingShown): boolean {
  return thing.marks[0]?.sign === "card";
}

/** Lay out the marks of things, each on lines of its own; but cards lie side by side. */
export function linesOfThings(things: readonly ThingShown[], width: number): StyledLine[] {
  const lines: StyledLine[] = [];
  for (const [at, thing] of things.entries()) {
    const own = thingLines(thing, width);
    const isBeside = at > 0 && isCard(thing) && isCard(things[at - 1]!) && own.length === 1;
    const joined = isBeside ? joinLines([lines.at(-1)!, own[0]!], " ") : [];
    if (isBeside && lineWidth(joined) <= width) lines[lines.length - 1] = joined;
    else lines.push(...own);
  }
  return lines;
}

/** Wrap parts into lines at their blanks, indented from the second on; only a word longer than a line is cut. */
export function wrapParts(parts: StyledLine, width: number): StyledLine[] {
  const lines: Part[][] = [[]];
  for (const part of attachSeparators(parts)) {
    const [first, ...others] = part.text.split(" ");
    const piece = { ...part, text: first! };
    if (lines.at(-1)!.length && lineWidth(lines.at(-1)!) + partWidth(piece) > width)
      lines.push([makePart(INDENT.repeat(2))]);
    lines.at(-1)!.push(piece);
    for (const word of others) {
      const line = lines.at(-1)!;
      const longer = { ...line.at(-1)!, text: `${line.at(-1)!.text} ${word}` };
      if (lineWidth(line.slice(0, -1)) + partWidth(longer) <= width) line[line.length - 1] = longer;
      else if (word)
        lines.push([makePart(INDENT.repeat(2)), { ...continuedPart(word, part.tone), isChanged: part.isChanged }]);
    }
  }
  return lines.map((line) => truncateLine(line, width));
}

/** Attach commas and semicolons between parts to the words before them, so that no line begins with one. */
export function attachSeparators(parts: StyledLine): Part[] {
  const found: Part[] = [];
  for (const part of parts) {
    const mark = part.text.trimEnd();
    const last = found.at(-1);
    if (last?.text && SEPARATORS.includes(mark)) {
      found[found.length - 1] = { ...last, text: last.text + mark };
      found.push(makePart(" "));
    } else found.push(part);
  }
  return found;
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

/** The part of a line that counts the hidden lines: bad in tone if one is, changed if one is. */
export function overflowPart(hidden: readonly StyledLine[]): Part {
  const parts = hidden.flat();
  return { ...makePart(`+${hidden.length}`, worstTone(parts)), isChanged: parts.some((part) => part.isChanged) };
}

/** The tone of several parts together: bad if any part is bad, else neutral. */
export function worstTone(parts: StyledLine): Tone {
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

/** Shrink columns until they fit into a width: at first those wider than `least`, at which no word of each is cut. */
export function shrinkColumns(preferred: readonly number[], least: readonly number[], width: number): number[] {
  const widths = [...preferred];
  for (let sum = widths.reduce((total, each) => total + each, 0); sum > width; sum--) {
    const spare = [...widths.keys()].filter((at) => widths[at]! > least[at]!);
    if (!spare.length) return shrinkWidths(widths, width, MIN_FRAME_WIDTH);
    const most = Math.max(...spare.map((at) => widths[at]!));
    widths[spare.find((at) => widths[at] === most)!]!--;
  }
  return widths;
}

/** Compute the running sums of sizes, from 0 on: where each item begins, and where the last one ends. */
export function runningOffsets(sizes: readonly number[]): number[] {
  const ends = [0];
  for (const size of sizes) ends.push(ends.at(-1)! + size);
  return ends;
}
