/** The most important facts of the sheet, for a line. */

import type { SheetGroup } from "../sheet/classes";
import type { Fact } from "./classes";

/** Maximum length of a value. */
const MAX_VALUE_LENGTH = 32;

/**
 * List the single values that differ from the start of the game, the shortest-lived first.
 *
 * Fields with places, names and lists are left out: they need more room than a line.
 */
export function listFacts(sheet: readonly SheetGroup[]): Fact[] {
  const lines = [...sheet].reverse().flatMap((group) => group.lines);
  return lines.flatMap(({ title, isList, hasPlaces, values }) => {
    const [value] = values;
    if (isList || hasPlaces || value === undefined) return [];
    if (!value.isNews || value.name === "none" || [...value.title].length > MAX_VALUE_LENGTH) return [];
    return [{ title, value: value.name === "yes" ? "" : value.title, isBad: value.isBad }];
  });
}
