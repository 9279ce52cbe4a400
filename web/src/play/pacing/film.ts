/** A film of a game: its story in parts, which follow one another by themselves. */

import type { Describer } from "../../engine/describe";
import { isMissionStart } from "../../rules/sites";
import type { Session } from "../../session/session";
import { findEndedMissions } from "../debriefing/missions";
import type { StoryLine } from "../story/classes";
import { PastStates } from "./pastStates";
import { countEventsOfState } from "./shownState";
import { type EventRange, StoryBeats } from "./storyBeats";

/** How many parts before and behind one have states that are found with its own, by one rerun. */
const NEIGHBOURS = 80;

/** The film of a session, with the state beside each part. */
export class Film extends StoryBeats {
  private readonly states: PastStates;
  /** The numbers of events of the states beside parts. */
  private readonly stateCounts = new Map<number, number>();

  /** Make the film of a session, whose story is `lines`: of some events, from one on, before another. */
  constructor(
    private readonly session: Session,
    lines: readonly StoryLine[],
    range: EventRange,
  ) {
    super(lines, range);
    this.states = new PastStates(session, 2 * NEIGHBOURS + 2);
  }

  /** The describer of the state at the part with an index. */
  describerAt(at: number): Describer {
    return this.findDescriber(at, at);
  }

  /** The describer of the state before the part with an index; null for the first. */
  describerBefore(at: number): Describer | null {
    return at === 0 ? null : this.findDescriber(at - 1, at);
  }

  /** The describer of the state at a part; a rerun finds those of the parts around another one, too. */
  private findDescriber(at: number, middle: number): Describer {
    const count = this.countEventsOfState(at);
    if (count === this.session.eventCount) return this.session.describer;
    return this.states.after(count, this.countsAround(middle));
  }

  /** The numbers of events of the states at the parts around one. */
  private countsAround(middle: number): number[] {
    const last = Math.min(middle + NEIGHBOURS, this.length - 1);
    const counts = new Set<number>();
    for (let at = Math.max(0, middle - NEIGHBOURS); at <= last; at++) counts.add(this.countEventsOfState(at));
    return [...counts];
  }

  /** Count the events of the state beside the part with an index. */
  private countEventsOfState(at: number): number {
    const known = this.stateCounts.get(at);
    if (known !== undefined) return known;
    const count = countEventsOfState(this.session, this.parts[at]!) ?? this.range.stop;
    this.stateCounts.set(at, count);
    return count;
  }
}

/** Find the events of the last mission of a session that has ended; of the only one if it goes on. */
export function findLastMission(session: Session): EventRange {
  const begins = missionStarts(session);
  const ends = new Map(findEndedMissions(session).map(({ begin, end }) => [begin, end + 1]));
  return rangeOfMission(session, begins, [...ends.keys()].at(-1) ?? begins.at(-1) ?? 0);
}

/** Find the events of the last mission that has begun among the first `stop` events: those among these. */
export function findMissionAt(session: Session, stop: number): EventRange {
  const begins = missionStarts(session, stop);
  return rangeOfMission(session, begins, begins.at(-1) ?? 0, stop);
}

/** Find the events of the mission with a number, from 1, among the first `stop` events; null if there is none. */
export function findMission(session: Session, number: number, stop = session.eventCount): EventRange | null {
  const begins = missionStarts(session, stop);
  const begin = begins[number - 1];
  return begin === undefined ? null : rangeOfMission(session, begins, begin, stop);
}

/** The events among the first `stop` ones at which missions begin. */
function missionStarts(session: Session, stop = session.eventCount): number[] {
  const { events } = session.journal;
  return [...events.keys()].filter((at) => at < stop && isMissionStart(session.program, events[at]![0]!));
}

/** The events of the mission that begins at one of them: with what came before the first, and behind the last one. */
function rangeOfMission(
  session: Session,
  begins: readonly number[],
  begin: number,
  length = session.eventCount,
): EventRange {
  const end = findEndedMissions(session, 0, length).find((mission) => mission.begin === begin)?.end;
  const isLast = begin === (begins.at(-1) ?? 0);
  return {
    start: begin === (begins[0] ?? 0) ? 0 : begin,
    stop: isLast || end === undefined ? length : end + 1,
  };
}
