/**
 * Things at points of a picture: each sign exactly at its point, its words beside it, or else a key to the legend.
 *
 * A thing without a sign of its own has no point to mark; `picturePlaces.ts` puts its words.
 */

import type { PlacedSign, PlaceShown, Target, ThingShown, Words } from "./classes";
import { type Extent, FINE, scaleLength } from "./drawingLayout";
import { isFree, isInside, type TakenCells } from "./takenCells";
import { targetOfThing } from "./targets";
import {
  continuedPart,
  joinLines,
  lineWidth,
  makePart,
  makeWords,
  markLine,
  markPart,
  type StyledLine,
  shortThing,
  signPart,
} from "./textFitting";

/** The height of words, in hundredths of a line: so close may two lines stand in a drawing. */
const TEXT_HEIGHT = 85;

/** Where the sign of a thing may stand among characters, from its own cell: the nearest that is free. */
const NEIGHBOURS = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [2, 0],
  [-2, 0],
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const;

/** The keys of things whose words have no room. */
const KEYS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A thing with its sign in its place. */
export interface PointedThing {
  readonly thing: ThingShown;
  readonly sign: PlacedSign;
}

/** What things at points take. */
export interface PlacedPoints {
  /** Their words, and the keys of those whose words have no room. */
  readonly words: readonly Words[];
  /** Their signs with the words beside them. */
  readonly targets: readonly Target[];
  /** The things whose words do not all stand there, each with its key, which may be empty. */
  readonly legend: readonly (readonly [key: string, thing: ThingShown])[];
}

/** Whether a thing is drawn as a sign at its point, with its words beside it. */
export function hasOwnSign({ marks }: ThingShown): boolean {
  const sign = marks[0]?.sign;
  return sign !== undefined && sign !== "" && sign !== "card";
}

/** Place the signs of the things at a point that have one; those that find no cell stand on another. */
export function placeSigns(place: PlaceShown, extent: Extent, taken: TakenCells): PointedThing[] {
  const x = scaleLength(place.column, extent.columns * FINE, extent.unitsAcross);
  const y = scaleLength(place.row, extent.lines * FINE, extent.unitsDown);
  const column = Math.min(Math.floor(x / FINE), extent.columns - 1);
  const line = Math.min(Math.floor(y / FINE), extent.lines - 1);
  return place.things.filter(hasOwnSign).map((thing) => {
    const cells = NEIGHBOURS.map(([right, down]) => [column + right, line + down] as const);
    const cell = cells.find((each) => isInside(...each, 1, extent) && !taken.has(...each)) ?? [column, line];
    taken.add(...cell, 1);
    const part = { ...signPart(thing.marks[0]!), isChanged: thing.isChanged };
    return { thing, sign: { x, y, column: cell[0], line: cell[1], part } };
  });
}

/** Put the words of things beside their signs, and keys where they have no room; those of dots last. */
export function placeWords(things: readonly PointedThing[], extent: Extent, taken: TakenCells): PlacedPoints {
  const words: Words[] = [];
  const targets: Target[] = [];
  const legend: (readonly [string, ThingShown])[] = [];
  let keys = 0;
  const isDot = ({ sign }: PointedThing): boolean => sign.part.sign === "dot";
  for (const pointed of [...things.filter((each) => !isDot(each)), ...things.filter(isDot)]) {
    const { sign, thing } = pointed;
    const whole = [wordsOfThing(thing), wordsOfThing(shortThing(thing))];
    let found = findRoom(pointed, things, extent, taken);
    let key = "";
    if (found === null) {
      found = findRoomForKey(sign, extent, taken);
      if (found !== null) {
        key = KEYS[keys++] ?? "";
        found = key ? { ...found, parts: [makePart(key)] } : null;
      }
    }
    const parts = found?.parts;
    if (parts === undefined || !whole.some((each) => areEqual(each, parts))) legend.push([key, thing]);
    if (found !== null) {
      const isOnLine = found.line === sign.line;
      found = { ...found, parts: markLine(found.parts, thing.isChanged) };
      words.push(isOnLine ? { ...found, right: rightOf(sign), down: downOf(sign) } : found);
      taken.add(found.column, found.line, lineWidth(found.parts));
    }
    targets.push(targetOfPointed(pointed, found));
  }
  return { words, targets, legend };
}

/** How far a sign is to the right of its character, in hundredths of a column. */
function rightOf({ x, column }: PlacedSign): number {
  return x - column * FINE - FINE / 2;
}

/** How far a sign is below its character, in hundredths of a line. */
function downOf({ y, line }: PlacedSign): number {
  return y - line * FINE - FINE / 2;
}

/** Whether two lines have the same parts. */
function areEqual(one: StyledLine, other: StyledLine): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Make the words of a thing without the sign of its first mark, which stands at the point. */
function wordsOfThing({ marks: [first, ...others] }: ThingShown): StyledLine {
  const head = continuedPart(first!.text, first!.tone);
  return joinLines([[head], ...others.map((mark) => [markPart(mark)])], ", ");
}

/** Make the words of the first mark of a thing, and the signs of its others. */
function briefWords({ marks: [first, ...others] }: ThingShown): StyledLine {
  const signs = others.filter((mark) => mark.sign || mark.tone).map(signPart);
  return [continuedPart(first!.text, first!.tone), ...(signs.length ? [makePart(" "), ...signs] : [])];
}

/** Find room for the words of a thing: away from the middle, towards it, above, below; whole, short or brief. */
function findRoom(
  pointed: PointedThing,
  things: readonly PointedThing[],
  extent: Extent,
  taken: TakenCells,
): Words | null {
  const { sign, thing } = pointed;
  const short = shortThing(thing);
  const forms = [wordsOfThing(thing), wordsOfThing(short), briefWords(thing), briefWords(short)];
  const others = taken.copy();
  others.remove(sign.column, sign.line);
  for (const parts of forms) {
    const width = lineWidth(parts);
    const sides = [
      [sign.column + 2, false],
      [sign.column - 1 - width, true],
    ] as const;
    for (const [column, endsThere] of 2 * sign.column >= extent.columns - 1 ? sides : [sides[1], sides[0]]) {
      if (isFree(column, sign.line, width, extent, others))
        return { ...makeWords(column, sign.line, parts, "mark"), endsThere };
    }
  }
  for (const parts of forms) {
    const width = lineWidth(parts);
    const column = Math.max(0, Math.min(sign.column - Math.floor(width / 2), extent.columns - width));
    for (const line of [sign.line - 1, sign.line + 1]) {
      const words = { ...makeWords(column, line, parts, "mark"), middle: 2 * column + width };
      const isAmbiguous = things.some((other) => other !== pointed && isNearer(other.sign, sign, words));
      if (isFree(column, line, width, extent, taken) && !isAmbiguous) return words;
    }
  }
  return null;
}

/** Whether words above or below a sign are as near to another one, whose name they would seem to be. */
function isNearer(other: PlacedSign, sign: PlacedSign, { column, line, parts }: Words): boolean {
  const middle = line * FINE + FINE / 2;
  const [left, right] = [column * FINE, (column + lineWidth(parts)) * FINE];
  return left <= other.x && other.x < right && Math.abs(other.y - middle) <= Math.abs(sign.y - middle);
}

/** Find room for a key close to a sign. */
function findRoomForKey({ column: at, line }: PlacedSign, extent: Extent, taken: TakenCells): Words | null {
  const column = [at + 1, at - 1].find((each) => isInside(each, line, 1, extent) && !taken.has(each, line));
  return column === undefined ? null : makeWords(column, line, [makePart("?")], "key");
}

/** Let words stand exactly at their signs in a drawing, where no others are in the way; elsewhere in their cells. */
export function settleWords(words: readonly Words[]): readonly Words[] {
  const settled = [...words];
  for (;;) {
    const blocked = settled.findIndex((each, at) => (each.right || each.down) && overlapsAny(settled, at));
    if (blocked < 0) return settled;
    settled[blocked] = { ...settled[blocked]!, right: 0, down: 0 };
  }
}

/** Whether words overlap others in a drawing. */
function overlapsAny(words: readonly Words[], at: number): boolean {
  return words.some((other, number) => number !== at && overlaps(words[at]!, other));
}

/** Whether words overlap in a drawing. */
function overlaps(one: Words, other: Words): boolean {
  if (Math.abs((one.line - other.line) * FINE + one.down - other.down) >= TEXT_HEIGHT) return false;
  const [first, second] = [one.column * FINE + one.right, other.column * FINE + other.right];
  return first < second + lineWidth(other.parts) * FINE && second < first + lineWidth(one.parts) * FINE;
}

/** Make the target of a thing: its sign, with the words on its line. */
function targetOfPointed({ sign, thing }: PointedThing, words: Words | null): Target {
  let [left, right] = [Math.max(0, sign.column - 1), sign.column + 2];
  if (words !== null && words.line === sign.line) {
    left = Math.min(left, words.column);
    right = Math.max(right, words.column + lineWidth(words.parts));
  }
  const target = targetOfThing(thing, [left, sign.line, right, sign.line + 1]);
  return { ...target, shiftRight: rightOf(sign), shiftDown: downOf(sign) };
}
