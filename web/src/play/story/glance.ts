/** What of the sheet fits into a line. */

import type { SheetGroup } from "../sheet/classes";
import type { Fact } from "./classes";

/** Values of more characters than this are no matter for a glance. */
const MAX_VALUE_LENGTH = 32;

/**
 * Single values that differ from how the game began: what is played first, then what lasts longer.
 *
 * What has places, names and lists is left out: it needs more room than a line.
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
