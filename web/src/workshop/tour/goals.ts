/** What a step of the tour asks for, and whether it is done: by the text, what is found in it, and odds. */

import { unreachable } from "../../closed";
import type { ShownFinding } from "../desk/classes";

/** What a step asks for. */
export type TourGoal =
  /** Only to be read. */
  | { readonly is: "read" }
  /** The text has these parts. */
  | { readonly is: "text"; readonly contains: readonly string[] }
  /** The text has a finding with this code. */
  | { readonly is: "finding"; readonly code: string }
  /** All is checked, without an error or a warning; the text has these parts, and none of those. */
  | { readonly is: "clean"; readonly contains: readonly string[]; readonly lacks?: readonly string[] }
  /** The odds of a table, in words, say this. */
  | { readonly is: "odds"; readonly table: string; readonly contains: string };

/** What a goal is about. */
export interface TourView {
  readonly text: string;
  readonly findings: readonly ShownFinding[];
  /** Whether all findings are there. */
  readonly isChecked: boolean;
  /** The odds that the goal asks for, in words; empty if there are none. */
  readonly odds: string;
}

/** Whether a goal is reached. */
export function isReached(goal: TourGoal, { text, findings, isChecked, odds }: TourView): boolean {
  switch (goal.is) {
    case "read":
      return true;
    case "text":
      return hasAll(text, goal.contains);
    case "finding":
      return findings.some((finding) => finding.code === goal.code);
    case "clean": {
      const isClean = findings.every(({ severity }) => severity === "advice");
      return isChecked && isClean && hasAll(text, goal.contains) && !(goal.lacks ?? []).some((part) => has(text, part));
    }
    case "odds":
      return odds.includes(goal.contains);
    default:
      return unreachable(goal);
  }
}

function hasAll(text: string, parts: readonly string[]): boolean {
  return parts.every((part) => has(text, part));
}

/** Whether a text has a part; how many blanks stand between words does not matter. */
function has(text: string, part: string): boolean {
  const squeeze = (each: string) => each.replace(/[ \t]+/g, " ");
  return squeeze(text).includes(squeeze(part));
}
