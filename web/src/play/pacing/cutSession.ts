/** A session cut back to what the player has been shown, for reports and records. */

import type { Session } from "../../session/session";
import { statesAt } from "../debriefing/missions";

/**
 * Cut a session that has been run, and is only looked at, back to its first events: as if it went on there. Does nothing
 * if it has no more than `eventCount`.
 */
export function cutSession(session: Session, eventCount: number): void {
  if (eventCount < 1 || eventCount >= session.eventCount) return;
  const last = eventCount - 1;
  const slots = statesAt(session, [last]).get(last)!;
  session.journal.truncate(eventCount, 0, eventCount);
  const steps = session.trail.filter(({ events }) => events < eventCount).length;
  session.trail.splice(steps);
  session.script.splice(steps);
  session.describer.slots = slots;
  session.outcome = null;
}
