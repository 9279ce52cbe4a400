/** Where missions stand in a journal, and how things stood at its events. */

import { Reached, runAgain } from "../../engine/again";
import type { Ask } from "../../engine/machine";
import { load } from "../../engine/modules";
import { Known } from "../../engine/script";
import { InputError } from "../../errors";
import type { EnterSite, LeaveSite } from "../../rules/program";
import type { Session } from "../../session/session";
import { close } from "../levels";
import type { Flown } from "./classes";

/** The state at some events, by their numbers. */
export type States = ReadonlyMap<number, Int32Array>;

/** The missions that ended from the event `start` on, one by itself or those of a career. */
export function missionsFlown(session: Session, start = 0): Flown[] {
  const { events } = session.journal;
  const ends = bounds(session, "LeaveSite");
  const begins = bounds(session, "EnterSite");
  const found: Flown[] = [];
  for (let end = start; end < events.length; end++) {
    if (!ends.has(events[end]![0]!)) continue;
    let begin = end;
    while (!begins.has(events[begin]![0]!)) begin--;
    found.push({ begin, last: turningPoints(session, begin, end).at(-1) ?? begin, end });
  }
  return found;
}

/** The sites at which missions begin, or are over. */
function bounds({ program }: Session, kind: (EnterSite | LeaveSite)["is"]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [number, site] of program.sites.entries()) {
    if (site.is === kind && site.kind === "procedure" && site.name === program.mission.name) found.add(number);
  }
  return found;
}

/** The events between two that begin a titled procedure or step, at most `depth` such levels deep. */
export function turningPoints(session: Session, begin: number, end: number, depth = 1): number[] {
  const { events } = session.journal;
  const found: number[] = [];
  const levels: { readonly name: string; readonly isTitled: boolean }[] = [];
  for (let at = begin + 1; at < end; at++) {
    const site = session.program.sites[events[at]![0]!]; // how a run ended is at no site
    if (site?.is === "EnterSite") {
      levels.push({ name: site.name, isTitled: site.title !== "" });
      if (site.title && levels.filter((level) => level.isTitled).length <= depth) found.push(at);
    } else if (site?.is === "LeaveSite") close(levels, site.name);
  }
  return found;
}

/** The state as it was at some events, by their numbers: the run is done again up to the last of them. */
export function states(session: Session, events: Iterable<number>): States {
  const wanted = new Set(events);
  const found = new Map<number, Int32Array>();
  if (!wanted.size) return found;
  const known = new Known(session.script, unknown, unknown);
  let count = 0;
  const log = (): void => {
    if (wanted.has(count)) {
      found.set(count, machine.slots.slice());
      if (found.size === wanted.size) throw new Reached();
    }
    count++;
  };
  const ask: Ask = (...asked) => {
    const answer = known.ask(...asked);
    count++; // an answer is an event, told by whoever asks
    return answer;
  };
  const machine = load(session.game, known.roll, ask, log);
  runAgain(machine, session.entry, session.header.args);
  return found;
}

/** More is asked than was answered: the events wanted lie before that. Throws {@link InputError} always. */
export function unknown(): never {
  throw new InputError("a mission that has ended cannot be come to again");
}
