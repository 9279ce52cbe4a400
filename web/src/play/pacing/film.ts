/** A film of a game: its story in parts, which follow one another by themselves. */

import type { Describer } from "../../engine/describe";
import { isMissionStart } from "../../rules/sites";
import type { Session } from "../../session/session";
import { findEndedMissions } from "../debriefing/missions";
import type { StoryLine } from "../story/classes";
import { divideStory, type StoryPart } from "./beats";
import { PastStates } from "./pastStates";
import { countEventsOfState } from "./shownState";

/** Seconds for which a part stays at speed 1: for itself, and for each of its lines. */
const SECONDS_A_PART = 1.5;
const SECONDS_A_LINE = 0.6;

/** Some events of a session: from one on, before another. */
export interface EventRange {
  readonly start: number;
  readonly stop: number;
}

/** The parts of a film: how many of its lines stand in the page after each, and the state beside them. */
export class Film {
  /** The lines of the film. */
  readonly lines: readonly StoryLine[];
  private readonly parts: readonly StoryPart[];
  private readonly lineCounts: readonly number[];
  private readonly states: PastStates;

  /** Make the film of a session, whose story is `lines`: of some events, from one on, before another. */
  constructor(
    private readonly session: Session,
    lines: readonly StoryLine[],
    private readonly range: EventRange,
  ) {
    this.lines = lines.filter(({ event }) => event >= range.start && event < range.stop);
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
    const { stop } = this.range;
    const [count, ...following] = this.parts.slice(at).map((part) => countEventsOfState(this.session, part) ?? stop);
    return count === this.session.eventCount ? this.session.describer : this.states.after(count!, following);
  }

  /** For how many seconds the part with an index stays at a speed. */
  secondsFor(at: number, speed: number): number {
    return (SECONDS_A_PART + SECONDS_A_LINE * this.parts[at]!.lines.length) / speed;
  }
}

/** Find the events of the last mission of a session that has ended; of the only one if it goes on. */
export function findLastMission(session: Session): EventRange {
  const { events } = session.journal;
  const begins = [...events.keys()].filter((at) => isMissionStart(session.program, events[at]![0]!));
  const ends = new Map(findEndedMissions(session).map(({ begin, end }) => [begin, end + 1]));
  const last = begins.at(-1) ?? 0;
  const begin = [...ends.keys()].at(-1) ?? last;
  return {
    start: begin === (begins[0] ?? 0) ? 0 : begin,
    stop: begin === last ? events.length : (ends.get(begin) ?? events.length),
  };
}
