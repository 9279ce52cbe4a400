/** The missions of a journal, and the states at its events. */

import type { Ask } from "../../engine/machine";
import { loadMachine } from "../../engine/modules";
import { rerun, TargetReached } from "../../engine/rerun";
import { ScriptedCallbacks } from "../../engine/script";
import { InputError } from "../../errors";
import type { EnterSite, LeaveSite } from "../../rules/program";
import type { Session } from "../../session/session";
import { closeLevel } from "../openLevels";
import * as sentences from "../storySentences";
import type { EndedMission } from "./classes";

/** States by the numbers of events. */
export type StatesByEvent = ReadonlyMap<number, Int32Array>;

/** Find the missions that ended from the event `start` on, before the event `stop`, of a career or played alone. */
export function findEndedMissions(session: Session, start = 0, stop = session.eventCount): EndedMission[] {
  const { events } = session.journal;
  const ends = findBoundarySites(session, "LeaveSite");
  const begins = findBoundarySites(session, "EnterSite");
  const missions: EndedMission[] = [];
  for (let end = start; end < stop; end++) {
    if (!ends.has(events[end]![0]!)) continue;
    let begin = end;
    while (!begins.has(events[begin]![0]!)) begin--;
    missions.push({ begin, last: findTurningPoints(session, begin, end).at(-1) ?? begin, end });
  }
  return missions;
}

/**
 * Find the sites (numbered code locations) at which missions begin, for the `kind` of entering sites, or end, for that
 * of leaving.
 */
export function findBoundarySites({ program }: Session, kind: (EnterSite | LeaveSite)["is"]): ReadonlySet<number> {
  const sites = new Set<number>();
  for (const [number, site] of program.sites.entries()) {
    if (site.is === kind && site.kind === "procedure" && site.name === program.mission.name) sites.add(number);
  }
  return sites;
}

/** Find the events in a range at which titled procedures or steps begin, at most `depth` titled levels deep. */
export function findTurningPoints(session: Session, begin: number, end: number, depth = 1): number[] {
  const { events } = session.journal;
  const starts: number[] = [];
  const levels: { readonly name: string; readonly isTitled: boolean }[] = [];
  for (let at = begin + 1; at < end; at++) {
    const site = session.program.sites[events[at]![0]!]; // the end of a run has no site
    if (site?.is === "EnterSite") {
      levels.push({ name: site.name, isTitled: site.title !== "" });
      if (site.title && levels.filter((level) => level.isTitled).length <= depth) starts.push(at);
    } else if (site?.is === "LeaveSite") closeLevel(levels, site.name);
  }
  return starts;
}

/** Replay a session, and copy the state at some events, by event number. */
export function statesAt(session: Session, events: Iterable<number>): StatesByEvent {
  const statesByEvent = new Map<number, Int32Array>();
  visitStates(session, events, (event, slots) => statesByEvent.set(event, slots.slice()));
  return statesByEvent;
}

/** Replay a session, and call `visit` with the number of each of some events and the live state there. */
export function visitStates(
  session: Session,
  events: Iterable<number>,
  visit: (event: number, slots: Int32Array) => void,
): void {
  const wantedEvents = new Set(events);
  if (!wantedEvents.size) return;
  let lastEvent = 0;
  for (const event of wantedEvents) lastEvent = Math.max(lastEvent, event);
  const scripted = new ScriptedCallbacks(session.script, refuseCall, refuseCall);
  let count = 0;
  /** Show the state at a wanted event; stop after the last. */
  const log = (): void => {
    if (wantedEvents.has(count)) {
      visit(count, machine.slots);
      if (count === lastEvent) throw new TargetReached();
    }
    count++;
  };
  /** Answer from the script; the answer is an event, which the policy would log. */
  const ask: Ask = (...args) => {
    const answer = scripted.ask(...args);
    log();
    return answer;
  };
  const machine = loadMachine(session.game, scripted.roll, ask, log);
  rerun(machine, session.entry, session.header.args);
}

/**
 * Callback after the script of recorded answers is used up: throws {@link TargetReached}, for all wanted events lie
 * before.
 */
export function refuseCall(): never {
  throw new InputError(sentences.MISSION_OVER);
}
