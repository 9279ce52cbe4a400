/** What a player has chosen once for all games on this device. */

import { DETAILS, type Detail, LEVELS, type Level } from "../modes";
import { storageName } from "./storage/database";

export interface Preferences {
  /** How much is asked. */
  readonly ask: Level;
  /** How much is told. */
  readonly tell: Detail;
}

/** What all sites of one address shared before each had its own. */
const OLD_NAME = "bombsight";

const DEFAULT_PREFERENCES: Preferences = { ask: "sensible", tell: "rolls" };

/** What was chosen; what is usual where nothing was, it cannot be kept, or another version keeps what is none here. */
export function loadPreferences(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(storageName()) ?? localStorage.getItem(OLD_NAME) ?? "{}");
    return {
      ask: LEVELS.find((level) => level === stored.ask) ?? DEFAULT_PREFERENCES.ask,
      tell: DETAILS.find((detail) => detail === stored.tell) ?? DEFAULT_PREFERENCES.tell,
    };
  } catch {
    return DEFAULT_PREFERENCES;
  }
}

/** Choose something from here on. */
export function savePreferences(chosen: Partial<Preferences>): void {
  try {
    localStorage.setItem(storageName(), JSON.stringify({ ...loadPreferences(), ...chosen }));
  } catch {
    // A browser that keeps nothing goes on with what is usual.
  }
}
