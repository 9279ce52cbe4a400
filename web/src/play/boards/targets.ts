/** Targets: where places and things of a board stand, for who points at them. */

import type { PlaceShown, Target, ThingShown } from "./classes";
import type { CellBox } from "./takenCells";
import { placeTone, thingText, thingTone } from "./tones";

/** The target of a place, then those of its things that are pieces, all with the cells of the place. */
export function targetsOfPlace(place: PlaceShown, title: string, cells: CellBox): Target[] {
  const pieces = place.things.filter((thing) => thing.piece);
  return [targetOfPlace(place, title, cells), ...pieces.map((thing) => targetOfThing(thing, cells))];
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
