/** Pieces: what places and things of boards stand for, so that they can be found by name. */

import type { Describer } from "../../engine/describe";
import type { BoardShown, MarkShown, PlaceShown, Target, ThingShown } from "./classes";
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
 * What is bad on plans, maps and pictures: the bad marks of each place, `Bow: on fire, 2 holes`, of each thing at a point,
 * `Brig: 2 holes`, and of shapes; places that have changed come first. A thing on several boards is named once, and not
 * for being there.
 */
export function badTexts(boards: readonly BoardShown[]): string[] {
  const drawn = boards.filter(({ layout }) => layout !== "rows" && layout !== "columns");
  const places = drawn.flatMap((board) => board.places);
  const named = new Set<string>();
  const texts = [
    ...places.filter(({ isChanged }) => isChanged).flatMap((place) => badTextsOfPlace(place, named)),
    ...places.filter(({ isChanged }) => !isChanged).flatMap((place) => badTextsOfPlace(place, named)),
    ...drawn
      .flatMap(({ shapes }) => shapes)
      .filter(({ text, tone }) => text && tone === "bad")
      .map(({ text }) => text),
  ];
  return [...new Set(texts)];
}

/** The bad marks of a place behind its title, or those of each thing at a point, but of none that is `named` already. */
function badTextsOfPlace({ piece, title, things }: PlaceShown, named: Set<string>): string[] {
  if (!piece) return things.flatMap((thing) => badTextsAtPoint(thing, named));
  const words = things.flatMap((thing) => badWords(thing.marks)).join(", ");
  return words ? [`${title}: ${words}`] : [];
}

/** The bad marks of a thing at a point behind its name, which is its first mark; nothing if it is named already. */
function badTextsAtPoint({ piece, marks }: ThingShown, named: Set<string>): string[] {
  if (!piece) return badWords(marks);
  const [name, ...others] = marks;
  const words = badWords(others).join(", ");
  // What is bad by its name alone, as an enemy is, is no news by being there.
  if (!words || name!.tone === "bad" || named.has(piece)) return [];
  named.add(piece);
  return [`${name!.text}: ${words}`];
}

/** The texts of bad marks. */
function badWords(marks: readonly MarkShown[]): string[] {
  return marks.filter(({ tone }) => tone === "bad").map(({ text }) => text);
}
