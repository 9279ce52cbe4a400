/**
 * What is wrong: everything on the sheet that turned bad, by whom or what it has befallen.
 *
 * A game keeps its books by kind of damage; somebody who decides thinks of the man who is hurt and the tank that leaks. So
 * values that stand at the same place, whatever field they are of, are told together, under the place's own name.
 */

import { isDecimal, rpartition } from "../../text";
import type { SheetGroup, SheetLine, SheetValue, Trouble } from "./classes";

/** A trouble in a line. */
export function troubleText({ place, name, told }: Trouble): string {
  const who = name ? `${name}, ${place}` : place;
  return who ? `${who}: ${told.join("; ")}` : told.join("; ");
}

/**
 * All that is wrong: what has places first, most at one place first; then what has none.
 *
 * It has befallen those whose `names` are given, by their places; without them those who are there now.
 */
export function findTroubles(sheet: readonly SheetGroup[], names = givenNames(sheet)): Trouble[] {
  const textsByPlace = new Map<string, string[]>();
  for (const line of sheet.flatMap((group) => group.lines)) {
    for (const value of line.values.filter((each) => each.isBad)) {
      const texts = textsByPlace.get(value.place) ?? [];
      textsByPlace.set(value.place, texts);
      const text = describeTrouble(line, value, names.has(value.place));
      if (!texts.includes(text)) texts.push(text);
    }
  }
  const placed = [...textsByPlace].filter(([place]) => place);
  const troubled = placed.map(([place, texts]) => ({ place, name: names.get(place) ?? "", told: texts }));
  troubled.sort((one, other) => Number(!one.name) - Number(!other.name) || other.told.length - one.told.length);
  const rest = textsByPlace.get("") ?? [];
  return [...troubled, ...rest.map((each) => ({ place: "", name: "", told: [each] }))];
}

/**
 * What is wrong, in a few words: what it is that is so, or how much of it there is.
 *
 * Of whoever has a name it is enough to say how he is: `Bo, Mate: asleep`.
 */
function describeTrouble(line: SheetLine, value: SheetValue, isOfPerson: boolean): string {
  const [holder, , what] = rpartition(line.title, ": ");
  if (value.name === "yes") return what;
  if (value.name === "no") return `no ${what}`;
  const isHeld = holder !== "" || isOfPerson;
  if (isWholeNumber(value.title) || !isHeld) {
    return value.place ? `${what} ${value.title}` : `${what}: ${value.title}`;
  }
  return value.title;
}

/** Whether a text is a whole number, below nought or not. */
export function isWholeNumber(text: string): boolean {
  return isDecimal(text.replace(/^-+/, ""));
}

/** The names that are given at places; a place where several are has none. */
export function givenNames(sheet: readonly SheetGroup[]): ReadonlyMap<string, string> {
  const namesAt = new Map<string, Set<string>>();
  for (const line of sheet.flatMap((group) => group.lines)) {
    if (!line.isNamed || !line.hasPlaces) continue;
    for (const { place, title } of line.values) {
      const names = namesAt.get(place) ?? new Set();
      namesAt.set(place, names.add(title));
    }
  }
  return new Map([...namesAt].filter(([, names]) => names.size === 1).map(([place, names]) => [place, [...names][0]!]));
}
