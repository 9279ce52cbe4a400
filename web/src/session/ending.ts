/** The end of a session, and its comparison with a recorded end. */

import { unreachable } from "../closed";
import type { Journal } from "../engine/journal";
import type { RunEnd } from "../engine/run";
import * as sentences from "../engine/sentences";
import { clip } from "../errors";
import type { End } from "./classes";
import { NO_FIELDS } from "./records";

/** Make the end of a session from the outcome of its run, with the journal's hash. */
export function makeEnd(outcome: RunEnd, journal: Journal): End {
  return { is: "end", ...resultOf(outcome), journal: journal.digest(), line: 0, unknown: NO_FIELDS };
}

/** The result of a run, or its rules fault, as the fields of an end. */
function resultOf(outcome: RunEnd): Pick<End, "result" | "fault"> {
  switch (outcome.is) {
    case "finished":
      return { result: outcome.name, fault: "" };
    case "faulted":
      return { result: "none", fault: outcome.message };
    default:
      return unreachable(outcome);
  }
}

/** Describe how a new end of a session differs from the recorded end; empty if the ends are equal. */
export function endDifference(end: End, newEnd: End): string {
  if (end.result !== newEnd.result || end.fault !== newEnd.fault) {
    return sentences.gameEndsOtherwise(clip(newEnd.fault || newEnd.result));
  }
  return end.journal && end.journal !== newEnd.journal ? sentences.STORY_DIFFERS_AT_END : "";
}
