/** Undo by beats: the decisions of the player in the beat, the moment of the story, in which he made the last one. */

import type { EnterSite } from "../../rules/program";
import type { Session } from "../../session/session";
import { decisionEvents } from "../story/decisions";

/** Count the player's decisions in the beat of the last one; 0 if he has decided nothing. */
export function countDecisionsOfBeat(session: Session): number {
  const events = decisionEvents(session);
  const start = findBeatStart(session, events.at(-1) ?? 0);
  return events.filter((event) => event >= start).length;
}

/** Find where the beat of the event with an index begins: the number of events before it, 0 for the first beat. */
export function findBeatStart({ program, journal }: Session, event: number): number {
  const openScopes: EnterSite[] = [];
  let start = 0;
  for (const [at, [number]] of journal.events.slice(0, event).entries()) {
    const site = program.sites[number!]; // the end of a run has no site
    if (site?.is === "EnterSite") openScopes.push(site);
    else if (site?.is === "LeaveSite") {
      const level = openScopes.map((scope) => scope.name).lastIndexOf(site.name);
      if (level >= 0 && openScopes.splice(level).some((scope) => scope.beat)) start = at + 1;
    }
  }
  return start;
}
