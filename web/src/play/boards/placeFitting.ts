/**
 * Fitting of a place's words into the cells of a picture: as much as has room, and nothing cut.
 *
 * Words that have no room are left to their signs; the legend below the picture then has them whole.
 */

import type { MarkShown, Part, PlaceShown, ThingShown } from "./classes";
import type { CellBox, TakenCells } from "./takenCells";
import {
  continuedPart,
  isCard,
  lineWidth,
  makePart,
  markPart,
  marksLine,
  type StyledLine,
  signColumns,
  signPart,
  sortBadFirst,
} from "./textFitting";
import { countCharacters, KEEP_COMPOUNDS, wrapText } from "./textWrap";
import { thingTone } from "./tones";

/** The number of a chunk that is the place's title; others have the number of their thing. */
export const TITLE = -1;

/** Words on one line that belong to one thing of a place, or are its title. */
export interface Chunk {
  readonly parts: StyledLine;
  readonly thing: number;
}

/** The chunks of a line, with a blank between them. */
export type ChunkLine = readonly Chunk[];

/** Adjacent free cells of a line. */
export interface Run {
  readonly line: number;
  readonly column: number;
  readonly columns: number;
}

/** The words of a place that have room. */
export interface Fitted {
  /** The lines, each with the run in which it stands. */
  readonly lines: readonly (readonly [Run, ChunkLine])[];
  /** The numbers of the things whose words all stand there. */
  readonly whole: ReadonlySet<number>;
  readonly hasTitle: boolean;
}

/** The width in columns of a line of chunks. */
export function chunkLineWidth(line: ChunkLine): number {
  return line.reduce((sum, chunk) => sum + lineWidth(chunk.parts), Math.max(0, line.length - 1));
}

/** Find the longest run of free cells in each line of a rectangle, none of them beside words that stand already. */
export function freeRuns([left, top, right, bottom]: CellBox, taken: TakenCells): Run[] {
  const runs: Run[] = [];
  for (let line = top; line < bottom; line++) {
    let best: Run = { line, column: left, columns: 0 };
    let start = left;
    for (let column = left; column <= right; column++) {
      const isTaken = [column - 1, column, column + 1].some((near) => taken.has(near, line));
      if (column !== right && !isTaken) continue;
      if (column - start > best.columns) best = { line, column: start, columns: column - start };
      start = column + 1;
    }
    if (best.columns) runs.push(best);
  }
  return runs;
}

/** Fit the title (empty for none) and the things of a place into runs of cells: all if there is room, else signs for words. */
export function fitPlace(place: PlaceShown, title: string, runs: readonly Run[]): Fitted {
  const width = Math.max(0, ...runs.map((run) => run.columns));
  for (const lines of arrangements(place, title, width)) {
    const fitted = placeLines(lines, runs);
    if (fitted === null) continue;
    const hasTitle = lines.flat().some((chunk) => chunk.thing === TITLE);
    return { lines: fitted, whole: wholeThings(place, lines), hasTitle };
  }
  return { lines: [], whole: new Set(), hasTitle: false };
}

/** The numbers of the things whose words all stand in lines. */
function wholeThings(place: PlaceShown, lines: readonly ChunkLine[]): ReadonlySet<number> {
  const chunks = lines.flat();
  const wanting = new Set(chunks.filter(({ parts }) => parts.some((part) => !part.text)).map(({ thing }) => thing));
  const shown = new Set(chunks.map(({ thing }) => thing));
  return new Set([...place.things.keys()].filter((number) => shown.has(number) && !wanting.has(number)));
}

/**
 * Yield the ways in which a place may show its title and its things, the best first.
 *
 * What a thing at a place of the same piece says is said of the place, so its words want the title.
 */
function* arrangements(place: PlaceShown, title: string, width: number): Generator<readonly ChunkLine[]> {
  const titles = [...titleLines(title, place.short, width)];
  const names = [title, place.short].filter(Boolean).map(titleChunk);
  const words = wordsOfThings(place.things, width);
  const signs = signsOfThings(place.things, width);
  const briefs = [true, false].map((areWrapped) => briefsOfThings(place.things, width, areWrapped));
  const fittings = words === null ? briefs : [words, ...briefs];
  for (const lines of titles) for (const fitting of fittings) yield [...lines, ...fitting];
  for (const name of names) {
    for (const [first, ...others] of fittings) if (first !== undefined) yield [[name, ...first], ...others];
  }
  if (!isAboutItself(place)) yield* fittings;
  const [firstSigns, ...otherSigns] = signs;
  if (firstSigns !== undefined) {
    for (const lines of titles) yield [...lines, ...signs];
    for (const name of names) yield [[name, ...firstSigns], ...otherSigns];
  }
  for (let count = signs.length; count > 0; count--) yield signs.slice(0, count);
}

/** Whether what stands at a place is said of the place, as a state is. */
function isAboutItself({ piece, things }: PlaceShown): boolean {
  return piece !== "" && things.some((thing) => thing.piece === piece);
}

/** Make the chunk of a title. */
function titleChunk(text: string): Chunk {
  return { parts: [makePart(text)], thing: TITLE };
}

/** Yield the ways to show a title in a width: whole, short, in several lines; nothing at all if it is empty. */
function* titleLines(title: string, short: string, width: number): Generator<readonly ChunkLine[]> {
  if (!title) {
    yield [];
    return;
  }
  for (const text of [title, short].filter(Boolean)) if (countCharacters(text) <= width) yield [[titleChunk(text)]];
  const lines = wrapText(title, Math.max(1, width), KEEP_COMPOUNDS);
  if (lines.length > 1 && longest(lines) <= width) yield lines.map((line) => [titleChunk(line)]);
}

/** The length of the longest text. */
function longest(texts: readonly string[]): number {
  return Math.max(...texts.map(countCharacters));
}

/** Lay out the words of things in a width, line by line; null if a word has no room. */
function wordsOfThings(things: readonly ThingShown[], width: number): readonly ChunkLine[] | null {
  const lines: ChunkLine[] = [];
  for (const [number, thing] of things.entries()) {
    const single: Chunk = { parts: marksLine(thing.marks), thing: number };
    const last = lines.at(-1);
    if (isCard(thing) && last !== undefined && isCard(things[number - 1]!)) {
      const joined = [...last, single];
      if (chunkLineWidth(joined) <= width) {
        lines[lines.length - 1] = joined;
        continue;
      }
    }
    if (lineWidth(single.parts) <= width) {
      lines.push([single]);
      continue;
    }
    for (const mark of thing.marks) {
      const parts = wrapMark(mark, width);
      if (parts === null) return null;
      lines.push(...parts.map((one): ChunkLine => [{ parts: [one], thing: number }]));
    }
  }
  return lines;
}

/** Wrap the words of a mark in a width, a part for each line; null if a word has no room. */
function wrapMark(mark: MarkShown, width: number): Part[] | null {
  const part = markPart(mark);
  const room = width - signColumns(part);
  const wrapped = wrapText(mark.text, Math.max(1, room), KEEP_COMPOUNDS);
  const texts = wrapped.length ? wrapped : [""];
  if (longest(texts) > room || (texts.length > 1 && mark.sign === "card")) return null;
  return texts.map((text, at) => (at ? continuedPart(text, mark.tone) : { ...part, text }));
}

/** Lay out things with the words of their first mark and the signs of the others, or signs where these are wider. */
function briefsOfThings(things: readonly ThingShown[], width: number, areWrapped: boolean): readonly ChunkLine[] {
  const lines: ChunkLine[] = [];
  const crowded: Chunk[] = [];
  for (const [number, thing] of things.entries()) {
    const brief = briefOfThing(thing, width);
    if (brief === null || (brief.length > 1 && !areWrapped))
      crowded.push({ parts: signsOfThing(thing), thing: number });
    else lines.push(...brief.map((parts): ChunkLine => [{ parts, thing: number }]));
  }
  return [...lines, ...joinChunks(crowded, width)];
}

/** Lay out the words of a thing's first mark, and behind them the signs of its others; null if it has no room. */
function briefOfThing({ marks: [first, ...others] }: ThingShown, width: number): StyledLine[] | null {
  const parts = wrapMark(first!, width);
  if (parts === null) return null;
  const lines = parts.map((part): StyledLine => [part]);
  if (!others.length) return lines;
  const longer = [...lines.at(-1)!, makePart(" "), ...others.map(signPart)];
  return lineWidth(longer) <= width ? [...lines.slice(0, -1), longer] : null;
}

/** Lay out the signs of things in a width, as many lines as they need: bad things first. */
function signsOfThings(things: readonly ThingShown[], width: number): readonly ChunkLine[] {
  const order = sortBadFirst([...things.keys()], (each) => thingTone(things[each]!));
  return joinChunks(
    order.map((number) => ({ parts: signsOfThing(things[number]!), thing: number })),
    width,
  );
}

/** Put chunks beside each other, on as many lines as they need in a width. */
function joinChunks(chunks: readonly Chunk[], width: number): ChunkLine[] {
  const lines: ChunkLine[] = [];
  for (const chunk of chunks) {
    const joined = [...(lines.at(-1) ?? []), chunk];
    if (lines.length && chunkLineWidth(joined) <= width) lines[lines.length - 1] = joined;
    else lines.push([chunk]);
  }
  return lines;
}

/** Make the signs of a thing: those of its marks with a sign or tone, or else one dot. */
export function signsOfThing(thing: ThingShown): StyledLine {
  const marks = thing.marks.filter((mark) => mark.sign || mark.tone);
  return (marks.length ? marks : thing.marks.slice(0, 1)).map(signPart);
}

/** Put lines into adjacent runs, as near to the middle as they fit; null if they fit nowhere. */
function placeLines(lines: readonly ChunkLine[], runs: readonly Run[]): (readonly [Run, ChunkLine])[] | null {
  const spare = runs.length - lines.length;
  const starts = Array.from({ length: Math.max(0, spare + 1) }, (_, start) => start);
  for (const start of starts.sort((one, other) => Math.abs(2 * one - spare) - Math.abs(2 * other - spare))) {
    const chosen = runs.slice(start, start + lines.length);
    if (lines.every((line, at) => chunkLineWidth(line) <= chosen[at]!.columns))
      return lines.map((line, at) => [chosen[at]!, line] as const);
  }
  return null;
}
