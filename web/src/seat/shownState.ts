/** The state that stands beside a part of a story at a seat: what its lines tell, and nothing that follows. */

import type { View } from "../engine/classes";
import { closeLevel } from "../play/openLevels";
import type { StoryPart } from "../play/pacing/beats";

/**
 * Count the events of the state that is shown beside a part; null for the last part, beside which the present state
 * stands.
 *
 * They are those up to the end of its beat. Behind another part they are those up to the end of the innermost scope that
 * is open at the last line, for the line that follows may be of a scope far ahead.
 */
export function countEventsOfState(
  views: readonly View[],
  { lines, eventCount, beatEnd }: Pick<StoryPart, "lines" | "eventCount" | "beatEnd">,
): number | null {
  if (eventCount === null || beatEnd !== null) return beatEnd;
  const last = lines.at(-1);
  return last === undefined ? eventCount : findScopeEnd(views, last.event, eventCount);
}

/** Find where the innermost scope ends that is open at an event: the number of events up to there, at most `limit`. */
function findScopeEnd(views: readonly View[], event: number, limit: number): number {
  const innerScopes: { readonly name: string }[] = [];
  for (let at = event + 1; at < limit; at++) {
    const view = views[at]!;
    if (view.event === "enter") innerScopes.push(view);
    else if (view.event === "leave") {
      const { name } = view;
      if (!innerScopes.some((scope) => scope.name === name)) return at + 1;
      closeLevel(innerScopes, name); // a return from deep inside has no event for each
    }
  }
  return limit;
}
