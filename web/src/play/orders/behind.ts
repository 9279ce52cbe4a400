/** What stands behind answers that were given without asking. */

import type { Why } from "../../session/records";
import type { Session } from "../../session/session";

/** Why an answer was given without asking, as people read it. */
const WORDS: Readonly<Record<Why, string>> = {
  "": "",
  routine: "by itself",
  order: "as ordered",
  auto: "autopilot",
  together: "",
};

/** Why the answer that an event tells of was given without asking, in words; empty for others. */
export function whyUnasked({ trail, records }: Session, event: number): string {
  for (let at = firstAt(trail, event); at < trail.length && trail[at]!.events === event; at++) {
    const record = records[at]!;
    if (record.is === "answer") return WORDS[record.why];
  }
  return "";
}

/** The first of what was told so late, or later. */
function firstAt(trail: Session["trail"], event: number): number {
  let [low, high] = [0, trail.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (trail[middle]!.events < event) low = middle + 1;
    else high = middle;
  }
  return low;
}
