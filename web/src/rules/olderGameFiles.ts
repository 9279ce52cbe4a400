/** Game files of version 2, which saves go on by: dice were a count, and sides that said how they are read, too. */

import { makeDice } from "./dice";
import type { Dice } from "./program";

/** The last version that had dice so. */
export const LAST_SIDES_VERSION = 2;

/** The sides that meant digits, of two dice. */
const DIGITS_SIDES = 66;

/** What was added to the sides of dice of which the lowest alone counts, and of those of which the highest does. */
const LOWEST_OFFSET = 10_000;
const HIGHEST_OFFSET = 20_000;

/** The dice that were meant by a count and such sides. */
export function decodeOlderDice(count: number, sides: number): Dice {
  if (count === 2 && sides === DIGITS_SIDES) return makeDice(2, 6, "digits");
  if (count === 1 || sides <= LOWEST_OFFSET) return makeDice(count, sides);
  return sides <= HIGHEST_OFFSET
    ? makeDice(count, sides - LOWEST_OFFSET, "lowest")
    : makeDice(count, sides - HIGHEST_OFFSET, "highest");
}

/** Give the sites in the data of a program their dice, where they stand. */
export function upgradeOlderSites(data: unknown): void {
  if (typeof data !== "object" || data === null || !("sites" in data) || !Array.isArray(data.sites)) return;
  for (const site of data.sites) {
    const throws = site?.is === "RollSite" || site?.is === "DrawSite";
    const { count = 1, sides } = throws ? site : {};
    if (throws && typeof count === "number" && typeof sides === "number") site.dice = decodeOlderDice(count, sides);
  }
}
