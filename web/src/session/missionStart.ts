/** The beginning of the mission that is being played in a career: all that a run of the mission alone needs. */

import { type Event, refuseCall } from "../engine/machine";
import { loadMachine } from "../engine/modules";
import type { Program } from "../rules/program";
import { isMissionStart } from "../rules/sites";
import type { Session } from "./session";

/** The moment at which a mission of a career begins. */
export interface MissionStart {
  /** The number of throws and answers before it. */
  readonly first: number;
  /** Its arguments. */
  readonly args: readonly number[];
  /** The slots there; those of the mission's own state hold their defaults. */
  readonly state: readonly number[];
}

/** The beginning that was last found in a session, with the number of its event: most questions are of one mission. */
const found = new WeakMap<Session, readonly [event: number, start: MissionStart]>();

/** Find the beginning of the mission that is being played in a session's career; null between missions. */
export function findMissionStart(session: Session): MissionStart | null {
  const { program, journal, script } = session;
  const event = openMission(program, journal.events);
  if (event === null) return null;
  const known = found.get(session);
  const args = journal.events[event]!.slice(1);
  const first = session.trail.filter((step) => step.events <= event).length;
  if (known?.[0] === event && known[1].first === first) return known[1];
  const before = session.trail[first - 1]?.events ?? 0;
  const starts = journal.events.slice(before, event + 1).filter(([site]) => isMissionStart(program, site!)).length;
  const start = { first, args, state: stateAt(session, script.slice(0, first), starts) };
  found.set(session, [event, start]);
  return start;
}

/** Find the event at which the open mission begins; null between missions. */
function openMission(program: Program, events: readonly Event[]): number | null {
  for (let event = events.length - 1; event >= 0; event--) {
    const number = events[event]![0]!;
    if (isMissionStart(program, number)) return event;
    const site = program.sites[number];
    if (site?.is === "LeaveSite" && site.kind === "procedure" && site.name === program.mission.name) return null;
  }
  return null;
}

/** Thrown by the journal of a replay to end it. */
class Reached extends Error {}

/** Replay a script of a session's first throws and answers; return the state at the `starts`th mission behind it. */
function stateAt({ game, entry, header, program }: Session, script: readonly number[], starts: number): number[] {
  let left = starts;
  /** End the replay at the beginning of the mission. */
  const log = ([site]: Event): void => {
    if (isMissionStart(program, site!) && --left === 0) throw new Reached();
  };
  const machine = loadMachine(game, refuseCall, refuseCall, log, script);
  try {
    machine.begin();
    machine.call(entry, ...header.args);
  } catch (error) {
    if (error instanceof Reached) return [...machine.slots];
    throw error;
  } finally {
    machine.close();
  }
  throw new Error("a mission that began did not begin again");
}
