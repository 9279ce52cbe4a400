// A report of a session, chapter by chapter. Made by `python -m web` from the Python classes; not to be edited.

import type { BoardShown } from "../boards/classes";
import type { CareerTable } from "../records/classes";
import type { Debriefing } from "../debriefing/classes";
import type { StoryLine } from "../story/classes";
import type { Trouble } from "../sheet/classes";

/** A part of the story with a title of its own: a mission, or what lies between. */
export interface Chapter {
  /** Its title; may be empty for what comes before the first. */
  readonly title: string;
  /** Its story, up to the end of the mission that ended in it. */
  readonly passages: readonly Passage[];
  /** How it stood when a mission ended in it, or the save breaks off; else None. */
  readonly end: Stop | null;
  /** What is told behind that, before the next chapter. */
  readonly after: readonly Passage[];
}

/** A stretch of the story. */
export interface Passage {
  /** Those that look otherwise than when they were shown last. */
  readonly boards: readonly BoardShown[];
  /** What is told from there on. */
  readonly lines: readonly StoryLine[];
}

/** How things stand at an event, or as the save ends. */
export interface Stop {
  /** Every board. */
  readonly boards: readonly BoardShown[];
  /** Fields with places that bear names, as tables: who is where, and what has befallen him. */
  readonly people: readonly CareerTable[];
  /** What is wrong. */
  readonly troubles: readonly Trouble[];
  /** What is counted and noted, where a mission ends here; else None. */
  readonly debriefing: Debriefing | null;
}

/** A line in words. */
export interface Worded {
  /** What it is about, or all of it. */
  readonly text: string;
  /** How dice fell; empty where none did. */
  readonly dice: string;
  /** What came of it; empty where that is all said. */
  readonly result: string;
}
