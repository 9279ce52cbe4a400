/**
 * Troubles: everything on the sheet that turned bad, by person or place.
 *
 * Rules store damage by its kind; a player thinks of the man who is hurt and the tank that leaks. So bad values at the
 * same place, of whatever field, form one trouble under the place's name.
 */

import { capitalizeFirst, isDecimal, rpartition } from "../../text";
import { lowercaseTitle } from "../story/phrases";
import type { SheetGroup, SheetLine, SheetValue, Trouble } from "./classes";

/** Render damage at a place as a line: the place or name, and what is wrong. */
export function troubleText({ place, name, told }: Trouble): string {
  if (!place) return told.join("; ");
  const who = name ? `${name}, ${place}` : capitalizeFirst(place);
  return `${who}: ${told.join("; ")}`;
}

/**
 * Collect all damage on the sheet: places with damage, those with the most first, then damage without a place.
 *
 * A place belongs to the person whom `names` gives for it; by default the current names on the sheet.
 */
export function findTroubles(sheet: readonly SheetGroup[], names = namesByPlace(sheet)): Trouble[] {
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
 * Describe a damaged value in a few words: which field it is, or how much there is of it.
 *
 * A person's condition is enough by itself: `Bo, Mate: asleep`.
 */
function describeTrouble(line: SheetLine, value: SheetValue, isOfPerson: boolean): string {
  const [holder, , quality] = rpartition(line.title, ": ");
  const what = value.place ? lowercaseTitle(quality) : quality;
  if (value.name === "yes") return what;
  if (value.name === "no") return `no ${what}`;
  const isHeld = holder !== "" || isOfPerson;
  if (isWholeNumber(value.title) || !isHeld) {
    return value.place ? `${what} ${value.title}` : `${what}: ${value.title}`;
  }
  return value.title;
}

/** Whether a text is a whole number. */
export function isWholeNumber(text: string): boolean {
  return isDecimal(text.replace(/^-+/, ""));
}

/** Map the places on the sheet to the one name that stands at each. */
export function namesByPlace(sheet: readonly SheetGroup[]): ReadonlyMap<string, string> {
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
