// What became of a mission. Made by `python -m web` from the Python classes; not to be edited.

import type { SheetGroup, Trouble } from "../sheet/classes";

/** A tally (statistic) of the mission: its title, its value in words, and whether players want more or less of it. */
export interface Counted {
  readonly title: string;
  readonly value: string;
  readonly matters: "good" | "bad" | "";
  /** The value where such numbers add up, yes being 1; None for one of an enum. */
  readonly number: number | null;
  /** Whether it may be below 0: a balance, which says little of a single mission. */
  readonly isBalance: boolean;
}

/** The summary of a game's state at the end of a mission. */
export interface Debriefing {
  /** The title of the mission. */
  readonly title: string;
  /** The number of the event that ended it. */
  readonly event: number;
  /** The mission's tallies, the most important first. */
  readonly tallies: readonly Counted[];
  /** Damage to people and machines, except what a tally says in the same words. */
  readonly troubles: readonly Trouble[];
  /** Changes on the mission's sheet that no tally says; of a list, the new elements. */
  readonly sheet: readonly SheetGroup[];
  /** The same changes on the career's sheet. */
  readonly record: readonly SheetGroup[];
}

/** The indices of the journal events at which an ended mission begins and ends. */
export interface EndedMission {
  /** The number of its first event. */
  readonly begin: number;
  /** The event at which its last titled part begins, in which losses may be replaced; `begin` if it has none. */
  readonly last: number;
  /** The number of its last event. */
  readonly end: number;
}
