/** Targets: where places and things of a board stand, for who points at them. */

import type { PlaceShown, Target, ThingShown, Words } from "./classes";
import type { CellBox } from "./takenCells";
import { isCard, partWidth } from "./textFitting";
import { placeTone, thingText, thingTone } from "./tones";

/** The text of a card and its cells. */
type CardCells = readonly [string, CellBox];

/**
 * The target of a place, then those of its things that are pieces, with its cells; but a thing that is a card among the
 * `words` in the place has the cells of that card.
 */
export function targetsOfPlace(
  place: PlaceShown,
  title: string,
  cells: CellBox,
  words: readonly Words[] = [],
): Target[] {
  const cards = findCards(words);
  const pieces = place.things.filter((thing) => thing.piece);
  const targets = pieces.map((thing) => {
    const at = isCard(thing) ? cards.findIndex(([text]) => isTextOfCard(text, thing)) : -1;
    return targetOfThing(thing, at < 0 ? cells : cards.splice(at, 1)[0]![1]);
  });
  return [targetOfPlace(place, title, cells), ...targets];
}

/** Find the cards among words. */
function findCards(words: readonly Words[]): CardCells[] {
  return words.flatMap(({ column, line, parts }) => {
    let left = column;
    return parts.flatMap((part): CardCells[] => {
      const begin = left;
      left += partWidth(part);
      return part.sign === "card" ? [[part.text, [begin, line, left, line + 1]]] : [];
    });
  });
}

/** Whether a text is that of a thing that is a card, or its short text. */
function isTextOfCard(text: string, { marks: [mark] }: ThingShown): boolean {
  return text === mark!.text || text === mark!.short;
}

/** Make the target of a place, which may have a title: its cells, with all its words. */
export function targetOfPlace(place: PlaceShown, title: string, cells: CellBox): Target {
  const words = place.things.map(thingText).join("; ");
  return {
    ...makeTarget(place.piece, [title, words].filter(Boolean).join(": "), placeTone(place), cells),
    isChanged: place.isChanged,
  };
}

/** Make the target of a thing at some cells. */
export function targetOfThing(thing: ThingShown, cells: CellBox): Target {
  return { ...makeTarget(thing.piece, thingText(thing), thingTone(thing), cells), isChanged: thing.isChanged };
}

/** Make a target. */
function makeTarget(piece: string, text: string, tone: Target["tone"], [left, top, right, bottom]: CellBox): Target {
  return { piece, text, tone, left, top, right, bottom, isChanged: false, shiftRight: 0, shiftDown: 0 };
}
