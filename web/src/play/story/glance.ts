/** What of the sheet fits into a line. */

import type { SheetGroup } from "../sheet/sheet";

/** Values of more characters than this are no matter for a glance. */
const LONGEST = 32;

/** A value of the sheet that stands for itself. */
export interface Fact {
  /** Of its field. */
  readonly title: string;
  /** As people read it; empty where the title says all, for it is so. */
  readonly value: string;
  /** Whether it is damage. */
  readonly isBad: boolean;
}

/**
 * Single values that differ from how the game began: what is played first, then what lasts longer.
 *
 * What has places, names and lists is left out: it needs more room than a line.
 */
export function facts(sheet: readonly SheetGroup[]): Fact[] {
  const lines = [...sheet].reverse().flatMap((group) => group.lines);
  return lines.flatMap(({ title, isList, hasPlaces, values }) => {
    const [value] = values;
    if (isList || hasPlaces || value === undefined) return [];
    if (!value.isNews || value.name === "none" || [...value.title].length > LONGEST) return [];
    return [{ title, value: value.name === "yes" ? "" : value.title, isBad: value.isBad }];
  });
}
