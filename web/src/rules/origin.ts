/** Where a rule is printed, how it came down to us, and who amended it. */

import type { Origin } from "./program";

/** Of what says nothing of where it comes from. */
export const NO_ORIGIN: Origin = { is: "Origin", cite: "", standing: "", evidence: "", amended_by: [], place: "" };

/** Of what stands so, the original was not at hand: somebody who has it may replace the whole. */
const UNSEEN_STANDINGS: readonly string[] = ["recovered", "reconstructed"];

/** Whether the original was not at hand. */
export function isUnseen(origin: Origin): boolean {
  return UNSEEN_STANDINGS.includes(origin.standing);
}

/** Standing and evidence in words: `reconstructed: from rule 4`; empty where neither is said. */
export function standingText(origin: Origin): string {
  return origin.standing && origin.evidence ? `${origin.standing}: ${origin.evidence}` : origin.standing;
}

/** The same, standing as another does. */
export function withStandingOf(origin: Origin, other: Origin): Origin {
  return { ...origin, standing: other.standing, evidence: other.evidence };
}
