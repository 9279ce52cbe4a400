/** What has changed on boards since an earlier state: places and things that are lit, and sentences about them. */

import type { Tone } from "../../modes";
import * as sentences from "../storySentences";
import type { BoardShown, PlaceShown, ThingShown } from "./classes";
import { placeInWords, titleInWords, withoutStop } from "./describing";
import { joinTones, thingText, thingTone } from "./tones";

/** The key of what stands beside a board, which no place has. */
const NOTES = "notes";

/** A change of a board in words. */
export interface Change {
  /** The words, without a full stop: what stands at the place now. */
  readonly text: string;
  /** Bad if anything that is new there is, else good if anything is. */
  readonly tone: Tone;
}

/** Things of a board where they stand, as they look, by what identifies them: their place, their piece, their marks. */
class ThingCounts {
  private readonly counts = new Map<string, { readonly place: string; readonly piece: string; count: number }>();

  /** Count the things of a board. */
  constructor({ places, notes }: BoardShown) {
    for (const place of places) for (const thing of place.things) this.add(identifyPlace(place), thing);
    for (const thing of notes) this.add(NOTES, thing);
  }

  private add(place: string, thing: ThingShown): void {
    const identity = identifyThing(place, thing);
    const counted = this.counts.get(identity);
    if (counted === undefined) this.counts.set(identity, { place, piece: thing.piece, count: 1 });
    else counted.count += 1;
  }

  /** Take away a thing at a place; return whether there was one. */
  take(place: string, thing: ThingShown): boolean {
    const counted = this.counts.get(identifyThing(place, thing));
    if (counted === undefined || counted.count === 0) return false;
    counted.count -= 1;
    return true;
  }

  /** The places and pieces of which there are more things than among others. */
  without({ counts }: ThingCounts): { readonly place: string; readonly piece: string }[] {
    return [...this.counts].filter(([key, { count }]) => count > (counts.get(key)?.count ?? 0)).map(([, each]) => each);
  }
}

// --- lit

/**
 * Mark what differs on boards from an earlier state; a board that has not changed comes back as the same object.
 *
 * A thing is changed if no thing of the same piece with the same marks stood at its place before. A place is changed if
 * one of its things is, if a thing left it, or if its title differs. Boards are matched by name; one that was not there
 * before has no changes. The boards come without marked changes.
 */
export function markChanges(before: readonly BoardShown[], after: readonly BoardShown[]): BoardShown[] {
  const boardsBefore = new Map(before.map((board) => [board.name, board]));
  return after.map((board) => markBoardChanges(boardsBefore.get(board.name) ?? board, board));
}

/** Mark what differs on one board from an earlier state. */
function markBoardChanges(before: BoardShown, after: BoardShown): BoardShown {
  if (before === after) return after;
  const past = new ThingCounts(before);
  const titles = titlesByPlace(before);
  const departed = new Set(past.without(new ThingCounts(after)).map(({ place }) => place));
  const places = after.places.map((place) => {
    const key = identifyPlace(place);
    const things = markThings(key, place.things, past);
    const isChanged = departed.has(key) || isRetitled(place, titles) || things.some((thing) => thing.isChanged);
    return isChanged ? { ...place, things, isChanged } : place;
  });
  const notes = markThings(NOTES, after.notes, past);
  return [...places, ...notes].some((each) => each.isChanged) ? { ...after, places, notes } : after;
}

/** Mark the things at a place that did not stand there before as they look now; those found are taken from `past`. */
function markThings(place: string, things: readonly ThingShown[], past: ThingCounts): ThingShown[] {
  return things.map((thing) => (past.take(place, thing) ? thing : { ...thing, isChanged: true }));
}

/** What identifies a place of a board from state to state: its piece or name; of a caption its cell. */
function identifyPlace({ name, piece, row, column }: PlaceShown): string {
  return name ? `place ${piece || name}` : `caption ${row} ${column}`;
}

/** What identifies a thing where it stands, as it looks. */
function identifyThing(place: string, { piece, marks }: ThingShown): string {
  return JSON.stringify([place, piece, marks]);
}

/** The titles of a board's places, by what identifies them. */
function titlesByPlace({ places }: BoardShown): ReadonlyMap<string, string> {
  return new Map(places.map((place) => [identifyPlace(place), place.title]));
}

/** Whether a place was there before with another title. */
function isRetitled(place: PlaceShown, titles: ReadonlyMap<string, string>): boolean {
  return (titles.get(identifyPlace(place)) ?? place.title) !== place.title;
}

// --- in words

/**
 * Describe what differs on boards from an earlier state, bad changes first, each once.
 *
 * A change is described by what stands at its place now. What has moved is described once, at its new place.
 */
export function describeChanges(before: readonly BoardShown[], after: readonly BoardShown[]): Change[] {
  const boardsBefore = new Map(before.map((board) => [board.name, board]));
  const standing = new Set(after.flatMap(({ places }) => places.flatMap(piecesAt)));
  const changes = new Map<string, Change>();
  for (const board of after) {
    const earlier = boardsBefore.get(board.name);
    if (earlier === undefined || earlier === board) continue;
    for (const change of describeBoardChanges(earlier, board, standing)) {
      const key = JSON.stringify([change.text, change.tone]);
      if (!changes.has(key)) changes.set(key, change);
    }
  }
  const all = [...changes.values()];
  return [...all.filter(({ tone }) => tone === "bad"), ...all.filter(({ tone }) => tone !== "bad")];
}

/** The piece of a place, and those of the things at it. */
function piecesAt({ piece, things }: PlaceShown): string[] {
  return [piece, ...things.map((thing) => thing.piece)];
}

/**
 * Yield a change for each place of a board that differs, for shapes and texts that are new, for what is gone.
 *
 * `standing` are the pieces that stand on any board now.
 */
function* describeBoardChanges(
  before: BoardShown,
  after: BoardShown,
  standing: ReadonlySet<string>,
): Generator<Change> {
  const marked = markBoardChanges(before, after);
  const hasSameShapes = JSON.stringify(before.shapes) === JSON.stringify(after.shapes);
  if (marked === after && hasSameShapes && before.places.length === after.places.length) return;
  const [thingsBefore, thingsAfter] = [new ThingCounts(before), new ThingCounts(after)];
  const arrived = new Set(thingsAfter.without(thingsBefore).map(({ piece }) => piece));
  arrived.delete("");
  const gone = thingsBefore.without(thingsAfter).filter(({ piece }) => !arrived.has(piece));
  const leftPlaces = new Set(gone.map(({ place }) => place));
  const titles = titlesByPlace(before);
  const looksBefore = new Set(
    before.places
      .flatMap(({ things }) => things)
      .concat(before.notes)
      .map(looksOf),
  );
  for (const place of marked.places) {
    const newThings = place.things.filter((thing) => thing.isChanged);
    if (!newThings.length && !isRetitled(place, titles) && !leftPlaces.has(identifyPlace(place))) continue;
    const isKnown = newThings.length > 0 && newThings.every((thing) => looksBefore.has(looksOf(thing)));
    const hasMoved = isKnown && !titleInWords(marked, place);
    const words = placeInWords(marked, place);
    yield { text: hasMoved ? sentences.moved(words) : words, tone: worstTone(newThings) };
  }
  const shapes = new Set(before.shapes.map(({ text, tone }) => `${tone} ${text}`));
  for (const { text, tone } of after.shapes)
    if (text && !shapes.has(`${tone} ${text}`)) yield { text: withoutStop(text), tone };
  for (const thing of marked.notes)
    if (thing.isChanged) yield { text: withoutStop(thingText(thing)), tone: thingTone(thing) };
  const kept = new Set(after.places.map(identifyPlace));
  const things = after.places.flatMap((place) => place.things).concat(after.notes);
  const texts = new Set(things.flatMap(({ marks }) => marks.slice(0, 1).map(({ text }) => text)));
  for (const place of before.places) {
    const key = identifyPlace(place);
    if (leftPlaces.has(key) && !kept.has(key)) yield* describeVanished(before, place, standing, texts);
  }
}

/** What identifies a thing as it looks, wherever it stands. */
function looksOf(thing: ThingShown): string {
  return identifyThing("", thing);
}

/**
 * Yield the changes of a place that is no longer on its board: it is gone, or what stood at a point of it is.
 *
 * What still stands somewhere is not gone: the pieces `standing` on any board, the things with first `texts` on this one.
 */
function* describeVanished(
  before: BoardShown,
  place: PlaceShown,
  standing: ReadonlySet<string>,
  texts: ReadonlySet<string>,
): Generator<Change> {
  if (place.piece) {
    if (!standing.has(place.piece)) yield { text: sentences.gone(titleInWords(before, place)), tone: "" };
    return;
  }
  for (const { piece, marks } of place.things) {
    const { text } = marks[0]!;
    if (!(piece && standing.has(piece)) && !texts.has(text)) yield { text: sentences.gone(text), tone: "" };
  }
}

/** The tone of things together: bad if any is, else good if any is. */
function worstTone(things: readonly ThingShown[]): Tone {
  return joinTones(things.map(thingTone));
}
