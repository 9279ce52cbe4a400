/** How a session ends, and how that differs from what was told. */

import type { Journal } from "../engine/journal";
import type { Outcome } from "../engine/run";
import { clip } from "../errors";
import { type End, NO_FIELDS } from "./records";

/** How a run ended, with its journal's hash. */
export function endOf(outcome: Exclude<Outcome, { is: "pending" }>, journal: Journal): End {
  const told =
    outcome.is === "faulted" ? { result: "none", fault: outcome.message } : { result: outcome.name, fault: "" };
  return { is: "end", ...told, journal: journal.digest(), line: 0, unknown: NO_FIELDS };
}

/** How an end that was told differs from the one reached now; empty where it does not. */
export function endingDifference(end: End, now: End): string {
  if (end.result !== now.result || end.fault !== now.fault) {
    return `the game ends with ${clip(now.fault || now.result)}`;
  }
  return end.journal && end.journal !== now.journal ? "something else happened after the last answer" : "";
}
