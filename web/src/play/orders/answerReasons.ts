/** What stands behind answers that were given without asking. */

import { countUpTo } from "../../engine/bisect";
import type { Why } from "../../modes";
import type { Session } from "../../session/session";
import * as sentences from "../sentences";

/** Why an answer was given without asking, as people read it. */
const REASON_TEXTS: Readonly<Record<Why, string>> = {
  "": "",
  routine: sentences.ROUTINE_REASON,
  order: sentences.ORDER_REASON,
  auto: "autopilot",
  together: "",
};

/** Why the answer that an event tells of was given without asking, in words; empty for others. */
export function reasonOf({ trail, records }: Session, event: number): string {
  for (
    let at = countUpTo(trail.length, event - 1, (place) => trail[place]!.events);
    at < trail.length && trail[at]!.events === event;
    at++
  ) {
    const record = records[at]!;
    if (record.is === "answer") return REASON_TEXTS[record.why];
  }
  return "";
}
