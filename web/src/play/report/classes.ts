// A report of a session, chapter by chapter. Made by `python -m web` from the Python classes; not to be edited.

import type { BoardShown } from "../boards/classes";
import type { CareerTable } from "../records/classes";
import type { Debriefing } from "../debriefing/classes";
import type { StoryLine } from "../story/classes";
import type { Trouble } from "../sheet/classes";

/** A titled part of the story: a mission, or the time between two missions. */
export interface Chapter {
  /** Its title; may be empty before the first. */
  readonly title: string;
  /** Its story, up to the end of its mission. */
  readonly passages: readonly Passage[];
  /** The state at the end of its mission, or of an unfinished save; else None. */
  readonly end: Stop | null;
  /** The story after that, before the next chapter. */
  readonly after: readonly Passage[];
  /** Its sentences of the chronicle, in order. */
  readonly chronicle: readonly ChronicleEntry[];
}

/** A sentence of the chronicle. */
export interface ChronicleEntry {
  /** The sentence. */
  readonly text: string;
  /** Whether it is a part of a mission's heading, and no sentence of the paragraph. */
  readonly isHeadline: boolean;
  /** The id of the story line that it links to; empty for the chapter's own. */
  readonly anchor: string;
  /** The names in it, each once. */
  readonly names: readonly GivenName[];
}

/** A name of the game's lists, of a person or thing. */
export interface GivenName {
  /** The record whose list it is from; empty for the game's general list. */
  readonly record: string;
  /** Its number in the list, from 0. */
  readonly serial: number;
  /** The name as shown. */
  readonly title: string;
}

/** A part of a chapter: the boards that changed, then story lines. */
export interface Passage {
  /** The boards that changed since they were last shown. */
  readonly boards: readonly BoardShown[];
  /** The lines that follow. */
  readonly lines: readonly StoryLine[];
}

/** The reported state of the game at an event, or at the end of the save. */
export interface Stop {
  /** Every board. */
  readonly boards: readonly BoardShown[];
  /** Fields with places that hold names, as tables: the people, their places and their fates. */
  readonly people: readonly CareerTable[];
  /** The troubles. */
  readonly troubles: readonly Trouble[];
  /** The tallies and notes, if a mission ends here; else None. */
  readonly debriefing: Debriefing | null;
}

/** A story line in words, in three parts: subject, dice, result. */
export interface Worded {
  /** Its subject, or the whole line. */
  readonly text: string;
  /** The dice; empty if none were thrown. */
  readonly dice: string;
  /** The result; empty if the subject says all. */
  readonly result: string;
}
