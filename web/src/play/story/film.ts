/** A film of a game: its story in parts, which follow one another by themselves. */

import type { Describer } from "../../engine/describe";
import type { Session } from "../../session/session";
import { lastMissionStart } from "../debriefing/missions";
import { PastStates } from "../pastStates";
import { divideStory, type StoryPart } from "./beats";
import type { StoryLine } from "./classes";

/** Milliseconds for which a part stays: for itself, and for each of its lines. */
const PART_MILLISECONDS = 1200;
const LINE_MILLISECONDS = 650;

/** Maximum milliseconds for which a part stays. */
const MAX_MILLISECONDS = 12_000;

/** The parts of a film: how many of its lines stand in the page after each, and the state beside them. */
export class Film {
  /** The lines of the film. */
  readonly lines: readonly StoryLine[];
  private readonly parts: readonly StoryPart[];
  private readonly lineCounts: readonly number[];
  private readonly states: PastStates;

  /** Make the film of a session, whose story is `lines`; from the event `start` on. */
  constructor(
    private readonly session: Session,
    lines: readonly StoryLine[],
    start = 0,
  ) {
    const first = lines.findIndex((line) => line.event >= start);
    this.lines = first < 0 ? [] : lines.slice(first);
    this.parts = divideStory(this.lines, "beats");
    let count = 0;
    this.lineCounts = this.parts.map((part) => (count += part.lines.length));
    this.states = new PastStates(session);
  }

  /** The number of parts, at least 1. */
  get length(): number {
    return this.parts.length;
  }

  /** The lines that stand in the page at the part with an index. */
  linesAt(at: number): readonly StoryLine[] {
    return this.lines.slice(0, this.lineCounts[at]);
  }

  /** The describer of the state at the part with an index. */
  describerAt(at: number): Describer {
    const counts = this.parts.slice(at).flatMap(({ eventCount }) => eventCount ?? []);
    const [count, ...following] = counts;
    return this.parts[at]?.eventCount == null ? this.session.describer : this.states.after(count!, following);
  }

  /** How long the part with an index stays, in milliseconds. */
  durationAt(at: number): number {
    return Math.min(PART_MILLISECONDS + LINE_MILLISECONDS * this.parts[at]!.lines.length, MAX_MILLISECONDS);
  }
}

/** The event at which the last mission of a career begins; 0 if there is no earlier one, or no career. */
export function filmStart(session: Session): number {
  return session.header.entry === "career" ? lastMissionStart(session) : 0;
}
