/** Pieces: what places and things of boards stand for, so that they can be found by name. */

import type { Describer } from "../../engine/describe";
import type { BoardShown, PlaceShown, Target } from "./classes";
import { thingText } from "./tones";

/** The pieces that boards show, by all their titles: those of values and elements, and those on the boards. */
export function piecesByTitle(describer: Describer, boards: readonly BoardShown[]): ReadonlyMap<string, string> {
  const pieces = new Map<string, string>();
  for (const place of boards.flatMap((board) => board.places)) {
    for (const { piece } of [place, ...place.things]) if (piece) pieces.set(titleOfPiece(describer, piece), piece);
    if (place.piece && !pieces.has(place.title)) pieces.set(place.title, place.piece);
  }
  return pieces;
}

/** The title of the value or element that a piece is. */
function titleOfPiece(describer: Describer, piece: string): string {
  const [list, reference] = piece.split("#");
  if (reference !== undefined)
    return describer.elementName(describer.lists.get(list!)!.record, Number(reference), { titled: true });
  const [name, value] = piece.split(".");
  const index = describer.enums.get(name!)!.values.indexOf(value!);
  return describer.valueTitle({ is: "EnumType", enum: name!, optional: false }, index);
}

/** Find the place of a board that a target stands for, or at which its thing stands; null if there is none. */
export function placeOfTarget(board: BoardShown, { piece, text }: Pick<Target, "piece" | "text">): PlaceShown | null {
  const holds = piece
    ? (place: PlaceShown) => place.piece === piece || place.things.some((thing) => thing.piece === piece)
    : (place: PlaceShown) =>
        place.things.map(thingText).join("; ") === text || place.things.some((thing) => thingText(thing) === text);
  return board.places.find((place) => place.things.length && holds(place)) ?? null;
}

/**
 * What is bad on plans, maps and pictures: the bad marks of each place, `Bow: on fire, 2 holes`, and of shapes; places that
 * have changed come first.
 */
export function badTexts(boards: readonly BoardShown[]): string[] {
  const drawn = boards.filter(({ layout }) => layout !== "rows" && layout !== "columns");
  const places = drawn.flatMap((board) => board.places);
  const texts = [
    ...places.filter(({ isChanged }) => isChanged).flatMap(badTextOfPlace),
    ...places.flatMap(badTextOfPlace),
    ...drawn
      .flatMap(({ shapes }) => shapes)
      .filter(({ text, tone }) => text && tone === "bad")
      .map(({ text }) => text),
  ];
  return [...new Set(texts)];
}

/** The bad marks of a place behind its title; nothing if none is bad. */
function badTextOfPlace({ piece, title, things }: PlaceShown): string[] {
  const marks = things.flatMap((thing) => thing.marks).filter(({ tone }) => tone === "bad");
  const words = marks.map(({ text }) => text).join(", ");
  if (!words) return [];
  return [piece ? `${title}: ${words}` : words];
}
