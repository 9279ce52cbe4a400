/** Undo by beats: the decisions of the player since a beat, a moment of the story, ended. */

import type { Session } from "../../session/session";
import type { StoryLine } from "./classes";
import { decisionEvents } from "./decisions";

/**
 * Count the player's decisions since the last beat of a story ended; if there are none, since the beat before it, and so
 * on. 0 if he has decided nothing.
 */
export function countDecisionsSinceBeat(session: Session, lines: readonly StoryLine[]): number {
  const events = decisionEvents(session);
  const last = events.at(-1);
  if (last === undefined) return 0;
  const beat = lines.reduce((latest, line) => (line.beat <= last ? line.beat : latest), 0);
  return events.filter((event) => event >= beat).length;
}
