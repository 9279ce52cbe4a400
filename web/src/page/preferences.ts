/** What a player has chosen once for all games on this device. */

import type { Level } from "../play/orders/standing";
import type { Detail } from "../play/story/line";
import { storageName } from "./keeping/database";

export interface Preferences {
  /** How much is asked. */
  readonly ask: Level;
  /** How much is told. */
  readonly tell: Detail;
}

/** What all sites of one address shared before each had its own. */
const OLD_NAME = "bombsight";

const USUAL: Preferences = { ask: "sensible", tell: "rolls" };

/** What was chosen; what is usual where nothing was, or it cannot be kept. */
export function preferences(): Preferences {
  try {
    return {
      ...USUAL,
      ...(JSON.parse(
        localStorage.getItem(storageName()) ?? localStorage.getItem(OLD_NAME) ?? "{}",
      ) as Partial<Preferences>),
    };
  } catch {
    return USUAL;
  }
}

/** Choose something from here on. */
export function prefer(chosen: Partial<Preferences>): void {
  try {
    localStorage.setItem(storageName(), JSON.stringify({ ...preferences(), ...chosen }));
  } catch {
    // A browser that keeps nothing goes on with what is usual.
  }
}
