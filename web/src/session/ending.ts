/** How a session ends, and how that differs from what was told. */

import { unreachable } from "../closed";
import type { Journal } from "../engine/journal";
import type { Ended } from "../engine/run";
import { clip } from "../errors";
import type { End } from "./classes";
import { NO_FIELDS } from "./records";

/** How a run ended, with its journal's hash. */
export function endOf(outcome: Ended, journal: Journal): End {
  return { is: "end", ...resultOf(outcome), journal: journal.digest(), line: 0, unknown: NO_FIELDS };
}

/** What came of a run, or which fault it was. */
function resultOf(outcome: Ended): Pick<End, "result" | "fault"> {
  switch (outcome.is) {
    case "finished":
      return { result: outcome.name, fault: "" };
    case "faulted":
      return { result: "none", fault: outcome.message };
    default:
      return unreachable(outcome);
  }
}

/** How an end that was told differs from the one reached now; empty where it does not. */
export function endingDifference(end: End, now: End): string {
  if (end.result !== now.result || end.fault !== now.fault) {
    return `the game ends with ${clip(now.fault || now.result)}`;
  }
  return end.journal && end.journal !== now.journal ? "something else happened after the last answer" : "";
}
