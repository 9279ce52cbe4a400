/** The state that stands beside a part of a story: what its lines tell, and nothing that follows. */

import type { Session } from "../../session/session";
import { closeLevel } from "../openLevels";
import type { StoryPart } from "./beats";

/**
 * Count the events of the state that is shown beside a part; null for the last part, beside which the present state
 * stands.
 *
 * They are those up to the end of its beat. Behind another part they are those up to the end of the innermost scope that
 * is open at the last line, for the line that follows may be of a scope far ahead.
 */
export function countEventsOfState(
  session: Session,
  { lines, eventCount, beatEnd }: Pick<StoryPart, "lines" | "eventCount" | "beatEnd">,
): number | null {
  if (eventCount === null || beatEnd !== null) return beatEnd;
  const last = lines.at(-1);
  return last === undefined ? eventCount : findScopeEnd(session, last.event, eventCount);
}

/**
 * Find where the innermost scope ends that is open at an event: the number of events up to there, `limit` at most.
 */
export function findScopeEnd({ program, journal }: Session, event: number, limit: number): number {
  const innerScopes: { readonly name: string }[] = [];
  for (let at = event + 1; at < limit; at++) {
    const site = program.sites[journal.events[at]![0]!]; // the end of a run has no site
    if (site?.is === "EnterSite") innerScopes.push(site);
    else if (site?.is === "LeaveSite") {
      const { name } = site;
      if (!innerScopes.some((scope) => scope.name === name)) return at + 1;
      closeLevel(innerScopes, name); // a return from deep inside has no event for each
    }
  }
  return limit;
}
