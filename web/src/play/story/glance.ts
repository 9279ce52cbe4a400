/** What matters most in the state of play, for a line: what the rules show there, or else facts of the sheet. */

import type { MarkShown } from "../boards/classes";
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
    return [{ title, value: value.name === "yes" ? "" : value.title, isBad: value.isBad, isGood: false }];
  });
}

/** Make facts of the marks that the rules show in one line. */
export function headlineFacts(marks: readonly MarkShown[]): Fact[] {
  return marks.map(({ text, tone }) => ({ title: text, value: "", isBad: tone === "bad", isGood: tone === "good" }));
}
