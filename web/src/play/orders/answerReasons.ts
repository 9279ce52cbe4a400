/** The reasons of automatic answers. */

import { countUpTo } from "../../engine/bisect";
import type { Why } from "../../modes";
import type { Session } from "../../session/session";
import * as sentences from "../sentences";

/** The text of each reason for an automatic answer. */
const REASON_TEXTS: Readonly<Record<Why, string>> = {
  "": "",
  routine: sentences.ROUTINE_REASON,
  order: sentences.ORDER_REASON,
  auto: "autopilot",
  together: "",
};

/** The reason of the automatic answer at an event, for display; empty for other events. */
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
