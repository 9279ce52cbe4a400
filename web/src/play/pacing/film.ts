/** A film of a game: its story in parts, which follow one another by themselves. */

import type { Describer } from "../../engine/describe";
import { isMissionStart } from "../../rules/sites";
import type { Session } from "../../session/session";
import { findEndedMissions } from "../debriefing/missions";
import type { StoryLine } from "../story/classes";
import { divideStory, type StoryPart } from "./beats";
import { describeBeat } from "./beatTitles";
import { PastStates } from "./pastStates";
import { countEventsOfState } from "./shownState";

/** Seconds for which a part stays at speed 1: for itself, and for each of its lines. */
const SECONDS_A_PART = 1.5;
const SECONDS_A_LINE = 0.6;

/** How many parts before and behind one have states that are found with its own, by one rerun. */
const NEIGHBOURS = 80;

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
  /** The numbers of events of the states beside parts. */
  private readonly stateCounts = new Map<number, number>();

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
    this.states = new PastStates(session, 2 * NEIGHBOURS + 2);
  }

  /** The number of parts, at least 1. */
  get length(): number {
    return this.parts.length;
  }

  /** How many events have happened at the part with an index. */
  eventCountAt(at: number): number {
    return this.parts[at]!.eventCount ?? this.range.stop;
  }

  /** The lines that stand in the page at the part with an index. */
  linesAt(at: number): readonly StoryLine[] {
    return this.lines.slice(0, this.lineCounts[at]);
  }

  /** The index of the part that has the line with an index. */
  partOfLine(line: number): number {
    const at = this.lineCounts.findIndex((count) => count > line);
    return at < 0 ? this.length - 1 : at;
  }

  /** The index of the part that has the line of an event. */
  partOfEvent(event: number): number {
    const next = this.lines.findIndex((line) => line.event > event);
    return this.partOfLine((next < 0 ? this.lines.length : next) - 1);
  }

  /** The number of lines before the part with an index. */
  lineCountBefore(at: number): number {
    return this.lineCounts[at - 1] ?? 0;
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

  /** Describe the part with an index. */
  describeAt(at: number): string {
    return describeBeat(this.lines, this.lineCountBefore(at), this.lineCounts[at]!);
  }

  /** For how many seconds the part with an index stays at a speed. */
  secondsFor(at: number, speed: number): number {
    return (SECONDS_A_PART + SECONDS_A_LINE * this.parts[at]!.lines.length) / speed;
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
