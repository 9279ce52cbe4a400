/** The player's preferences for all games on this device. */

import { DETAILS, type Detail, LEVELS, type Level, PACES, type Pace } from "../modes";
import { DEFAULT_PACE } from "../play/pacing/beats";
import { storageName } from "./storage/database";

/** The player's preferences. */
export interface Preferences {
  /** The level of questions. */
  readonly ask: Level;
  /** The level of detail. */
  readonly tell: Detail;
  /** The pace of the story. */
  readonly pace: Pace;
}

/** The storage key of older versions, common to all sites of an origin. */
const OLD_NAME = "bombsight";

const DEFAULT_PREFERENCES: Preferences = { ask: "sensible", tell: "rolls", pace: DEFAULT_PACE };

/** What was chosen in a page that may store nothing; it lasts as long as the page. */
let unstored: Partial<Preferences> = {};

/** Load the player's preferences on this device, with defaults for missing and unknown values. */
export function loadPreferences(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(storageName()) ?? localStorage.getItem(OLD_NAME) ?? "{}");
    return {
      ask: LEVELS.find((level) => level === stored.ask) ?? DEFAULT_PREFERENCES.ask,
      tell: DETAILS.find((detail) => detail === stored.tell) ?? DEFAULT_PREFERENCES.tell,
      pace: PACES.find((pace) => pace === stored.pace) ?? DEFAULT_PREFERENCES.pace,
    };
  } catch {
    return { ...DEFAULT_PREFERENCES, ...unstored };
  }
}

/** Store changed preferences of the player on this device. */
export function savePreferences(chosen: Partial<Preferences>): void {
  try {
    localStorage.setItem(storageName(), JSON.stringify({ ...loadPreferences(), ...chosen }));
  } catch {
    unstored = { ...unstored, ...chosen };
  }
}
