/** Boards described in sentences, for screen readers and for lines of text. */

import * as sentences from "../storySentences";
import type { BoardScale, BoardShown, PlaceShown } from "./classes";
import { scaleLength } from "./drawingLayout";
import { thingText } from "./tones";

/** The description of a board without places. */
export const EMPTY_TEXT = sentences.NO_BOARD;

/** Describe a board for screen readers: each occupied or changed place, what shapes mean, then texts beside the whole. */
export function describeBoard(board: BoardShown): string {
  const shown = board.places.filter((place) => place.things.length || place.isChanged);
  const places = shown.map((place) => describePlace(board, place));
  const shapes = new Set(board.shapes.filter(({ text }) => text).map(({ text }) => `${withoutStop(text)}.`));
  const notes = board.notes.map((thing) => sentences.markedAsNew(`${withoutStop(thingText(thing))}.`, thing.isChanged));
  return [...places, ...shapes, ...notes].join(" ") || EMPTY_TEXT;
}

/** Describe a place and the things at it in a sentence. */
function describePlace(board: BoardShown, place: PlaceShown): string {
  return sentences.markedAsNew(`${placeInWords(board, place)}.`, place.isChanged);
}

/** Render a place and the things at it in words; where it is by two numbers in a picture, by its scale only. */
export function placeInWords(board: BoardShown, place: PlaceShown): string {
  if (!place.name) return place.title;
  const words = place.things.map(thingText).join("; ") || sentences.CLEAR_PLACE;
  const title = titleInWords(board, place);
  return title ? `${title}: ${words}` : words;
}

/** Render the title of a place; two numbers in a picture by its scale, empty if it has none. */
export function titleInWords({ layout, scale }: BoardShown, place: PlaceShown): string {
  if (layout !== "picture" || place.piece) return place.title;
  return scale === null ? "" : pointInWords(scale, place);
}

/** Render two numbers of a picture in the units of its scale, from its upper left corner. */
function pointInWords({ numbers, unit }: BoardScale, { row, column }: PlaceShown): string {
  return `${scaleLength(column, 1, numbers)}, ${scaleLength(row, 1, numbers)} ${unit}`;
}

/** Remove the full stops at the end of a text. */
export function withoutStop(text: string): string {
  return text.replace(/\.+$/, "");
}
