/** Upgrade of game files of version 2, which saves still need: they encoded the reading of dice in the sides. */

import { makeDice } from "./dice";
import type { Dice } from "./program";

/** The last version with that encoding. */
export const LAST_SIDES_VERSION = 2;

/** The sides that encoded the digits of two dice. */
const DIGITS_SIDES = 66;

/** The offset added to the sides of dice whose lowest or highest counts. */
const LOWEST_OFFSET = 10_000;
const HIGHEST_OFFSET = 20_000;

/** Decode dice from a count and sides as older game files encode them: the sides also say how to read them. */
export function decodeOlderDice(count: number, sides: number): Dice {
  if (count === 2 && sides === DIGITS_SIDES) return makeDice(2, 6, "digits");
  if (count === 1 || sides <= LOWEST_OFFSET) return makeDice(count, sides);
  return sides <= HIGHEST_OFFSET
    ? makeDice(count, sides - LOWEST_OFFSET, "lowest")
    : makeDice(count, sides - HIGHEST_OFFSET, "highest");
}

/** Replace the dice of an older encoding in a program's JSON data, in place. */
export function upgradeOlderSites(data: unknown): void {
  if (typeof data !== "object" || data === null || !("sites" in data) || !Array.isArray(data.sites)) return;
  for (const site of data.sites) {
    const throws = site?.is === "RollSite" || site?.is === "DrawSite";
    const { count = 1, sides } = throws ? site : {};
    if (throws && typeof count === "number" && typeof sides === "number") site.dice = decodeOlderDice(count, sides);
  }
}
