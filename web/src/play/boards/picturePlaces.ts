/**
 * The area of a picture: things at points first, then words in areas from the smallest, then captions.
 *
 * None stands over another.
 */

import type { BoardShown, PlacedSign, PlaceShown, Target, ThingShown, Words } from "./classes";
import { columnAt, type Extent, lineAt } from "./drawingLayout";
import { hasOwnSign, placeSigns, placeWords, settleWords } from "./picturePoints";
import { type Chunk, type ChunkLine, chunkLineWidth, fitPlace, freeRuns, signsOfThing, TITLE } from "./placeFitting";
import { type CellBox, isFree, TakenCells } from "./takenCells";
import { targetOfPlace, targetOfThing } from "./targets";
import { lineWidth, makePart, makeWords, markLine, marksLine } from "./textFitting";
import { countCharacters } from "./textWrap";

/** The lines at which a thing at a point may stand, from its own line; a caption only at the first three. */
const NEAR_LINES = [0, -1, 1, -2, 2];

/** Things whose words have no room, with the title of their place, which may be empty. */
export type LegendEntry = readonly [title: string, things: readonly ThingShown[]];

/** What of a picture stands in its area. */
export interface PlacedPicture {
  readonly words: readonly Words[];
  /** The signs of things at points. */
  readonly signs: readonly PlacedSign[];
  /** The places, then the things. */
  readonly targets: readonly Target[];
  /** The things whose words have no room. */
  readonly legend: readonly LegendEntry[];
  /** How much has no room: things and titles. */
  readonly wanting: number;
}

/** A line of chunks in its place. */
interface Positioned {
  readonly column: number;
  readonly line: number;
  readonly chunks: ChunkLine;
  /** The middle of its room, in halves of a column; null if it begins at its column. */
  readonly middle: number | null;
}

/** A place with its words. */
interface PositionedPlace {
  readonly cells: CellBox;
  readonly lines: readonly Positioned[];
  /** The numbers of the things whose words all stand there. */
  readonly whole: ReadonlySet<number>;
  readonly hasTitle: boolean;
}

/** Put the words of all places and captions into the area of a picture. */
export function placePicture(board: BoardShown, extent: Extent): PlacedPicture {
  const taken = new TakenCells();
  const marked = board.places.filter((place) => place.name && !isArea(place));
  const pointed = marked.flatMap((place) => placeSigns(place, extent, taken));
  const points = placeWords(pointed, extent, taken);
  const words: Words[] = [...points.words];
  const places: Target[] = [];
  const things: Target[] = [...points.targets];
  const legend = new Map<number, LegendEntry>();
  let untitled = 0;
  for (const [number, place] of [...board.places.entries()].sort(([, one], [, other]) => comparePlaces(one, other))) {
    if (place.name && !isArea(place) && place.things.every(hasOwnSign)) continue;
    if (!place.name) {
      const caption = placeCaption(place, extent, taken);
      if (caption !== null) words.push(caption);
      continue;
    }
    const found = positionPlace(place, extent, taken);
    const title = titleOfPlace(place);
    for (const [wordsOfChunk, chunk] of found.lines.flatMap(wordsOfLine)) {
      const { isChanged } = chunk.thing === TITLE ? place : place.things[chunk.thing]!;
      words.push({ ...wordsOfChunk, parts: markLine(wordsOfChunk.parts, isChanged) });
      takeCells(wordsOfChunk, taken);
      if (chunk.thing !== TITLE) things.push(targetOfWords(wordsOfChunk, place.things[chunk.thing]!));
    }
    places.push(targetOfPlace(place, title, found.cells));
    const positioned = new Set(found.lines.flatMap(({ chunks }) => chunks.map(({ thing }) => thing)));
    const hidden = place.things.filter((thing, at) => thing.piece && !positioned.has(at));
    things.push(...hidden.map((thing) => targetOfThing(thing, found.cells)));
    const wanting = place.things.filter((_, at) => !found.whole.has(at));
    if (wanting.length) legend.set(number, [title, wanting]);
    untitled += place.things.length && !found.hasTitle ? 1 : 0;
  }
  const ordered = [
    ...[...legend].sort(([one], [other]) => one - other).map(([, entry]) => entry),
    ...points.legend.map(([key, thing]): LegendEntry => [key, [thing]]),
  ];
  const wanting = ordered.reduce((sum, [, things]) => sum + things.length, untitled);
  const signs = pointed.map(({ sign }) => sign);
  return { words: settleWords(words), signs, targets: [...places, ...things], legend: ordered, wanting };
}

/** Compare places: those at points first, then areas from the smallest, then captions. */
function comparePlaces(one: PlaceShown, other: PlaceShown): number {
  const [oneRank, oneSize] = placingOrder(one);
  const [otherRank, otherSize] = placingOrder(other);
  return oneRank - otherRank || oneSize - otherSize;
}

/** The rank and size by which places are ordered. */
function placingOrder(place: PlaceShown): readonly [number, number] {
  if (!place.name) return [2, 0];
  return isArea(place) ? [1, place.columns * place.rows] : [0, 0];
}

/** Whether a place of a picture is larger than a point. */
function isArea(place: PlaceShown): boolean {
  return place.columns > 0 || place.rows > 0;
}

/** The title of a place that people read; empty for two numbers. */
function titleOfPlace({ piece, title }: PlaceShown): string {
  return piece ? title : "";
}

/** Put the words of a place into its cells, or at its point. */
function positionPlace(place: PlaceShown, extent: Extent, taken: TakenCells): PositionedPlace {
  const cells = cellsOfPlace(place, extent);
  if (!isArea(place)) return { cells, ...positionAtPoint(place, extent, cells, taken), hasTitle: true };
  const title = titleOfPlace(place);
  const { lines, whole, hasTitle } = fitPlace(place, title, freeRuns(cells, taken));
  const positioned = lines.map(([run, chunks]): Positioned => {
    const column = run.column + Math.floor((run.columns - chunkLineWidth(chunks)) / 2);
    return { column, line: run.line, chunks, middle: 2 * run.column + run.columns };
  });
  return { cells, lines: positioned, whole, hasTitle: hasTitle || !title };
}

/** The cells of a place, one at least. */
function cellsOfPlace(place: PlaceShown, extent: Extent): CellBox {
  const left = Math.min(columnAt(place.column, extent), extent.columns - 1);
  const top = Math.min(lineAt(place.row, extent), extent.lines - 1);
  const right = Math.max(left + 1, columnAt(place.column + place.columns, extent));
  const bottom = Math.max(top + 1, lineAt(place.row + place.rows, extent));
  return [left, top, right, bottom];
}

/** Put the things at a point there, or as near as there is room: each with its words, or else its signs. */
function positionAtPoint(
  place: PlaceShown,
  extent: Extent,
  [column, line]: CellBox,
  taken: TakenCells,
): Pick<PositionedPlace, "lines" | "whole"> {
  const lines: Positioned[] = [];
  const whole = new Set<number>();
  const own = taken.copy();
  for (const [number, thing] of place.things.entries()) {
    if (hasOwnSign(thing)) {
      whole.add(number);
      continue;
    }
    for (const parts of [marksLine(thing.marks), signsOfThing(thing)]) {
      const width = lineWidth(parts);
      const starts = [column, column - Math.floor(width / 2), column - width + 1];
      const spots = NEAR_LINES.flatMap((near) => starts.map((start) => [start, line + near] as const));
      const spot = spots.find(([start, at]) => isFree(start, at, width, extent, own));
      if (spot === undefined) continue;
      lines.push({ column: spot[0], line: spot[1], chunks: [{ parts, thing: number }], middle: null });
      own.add(spot[0], spot[1], width);
      if (parts.every((part) => part.text)) whole.add(number);
      break;
    }
  }
  return { lines, whole };
}

/** The words of a caption, their middle at its point or near it; null if they have no room. */
function placeCaption(place: PlaceShown, extent: Extent, taken: TakenCells): Words | null {
  const width = countCharacters(place.title);
  const wished = columnAt(place.column, extent) - Math.floor(width / 2);
  const column = Math.max(0, Math.min(wished, extent.columns - width));
  const line = Math.min(lineAt(place.row, extent), extent.lines - 1);
  for (const near of NEAR_LINES.slice(0, 3)) {
    if (!isFree(column, line + near, width, extent, taken)) continue;
    const parts = [{ ...makePart(place.title), isChanged: place.isChanged }];
    const words: Words = { ...makeWords(column, line + near, parts, "title"), middle: 2 * column + width };
    takeCells(words, taken);
    return words;
  }
  return null;
}

/** The words of each chunk of a line. */
function wordsOfLine({ column, line, chunks, middle }: Positioned): (readonly [Words, Chunk])[] {
  let at = column;
  return chunks.map((chunk) => {
    const kind = chunk.thing === TITLE ? "title" : "mark";
    const words = { ...makeWords(at, line, chunk.parts, kind), middle: chunks.length === 1 ? middle : null };
    at += lineWidth(chunk.parts) + 1;
    return [words, chunk] as const;
  });
}

/** Note that words take their cells. */
function takeCells({ column, line, parts }: Words, taken: TakenCells): void {
  taken.add(column, line, lineWidth(parts));
}

/** Make the target of a thing, where its words stand. */
function targetOfWords({ column, line, parts }: Words, thing: ThingShown): Target {
  return targetOfThing(thing, [column, line, column + lineWidth(parts), line + 1]);
}
