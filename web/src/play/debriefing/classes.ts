// What became of a mission. Made by `python -m web` from the Python classes; not to be edited.

import type { SheetGroup, Trouble } from "../sheet/classes";

/** A tally of the mission: its title, its value in words, and whether players want more or less of it. */
export interface Counted {
  readonly title: string;
  readonly value: string;
  readonly matters: "good" | "bad" | "";
  readonly number: number | null;
}

/** How things stood as a mission ended. */
export interface Debriefing {
  /** The mission's. */
  readonly title: string;
  /** The number of the event that ended it. */
  readonly event: number;
  /** What is counted of it, what weighs most first. */
  readonly tallies: readonly Counted[];
  /** What is wrong with men and machines, but for what a tally says in the same words. */
  readonly troubles: readonly Trouble[];
  /** What the mission changed on its own sheet and no tally says; of a list, what has come to it. */
  readonly sheet: readonly SheetGroup[];
  /** The same of the career's sheet. */
  readonly record: readonly SheetGroup[];
}

/** Where a mission stands in a journal, by the numbers of events. */
export interface Flown {
  /** It begins. */
  readonly begin: number;
  /** The last of its titled parts begins, in which others may take the places of who was lost; where it has none, it begins. */
  readonly last: number;
  /** It is over. */
  readonly end: number;
}
