/** Provenance of rules: citation, standing, evidence and amendments. */

import type { Origin } from "./program";

/** The origin of rules that declare none. */
export const NO_ORIGIN: Origin = { is: "Origin", cite: "", standing: "", evidence: "", amended_by: [], place: "" };

/** The standings of rules transcribed without the original, which its owner may replace as a whole. */
const UNSEEN_STANDINGS: readonly string[] = ["recovered", "reconstructed"];

/** Whether a rule was written without its printed original at hand, as its standing (reliability) says. */
export function isUnseen(origin: Origin): boolean {
  return UNSEEN_STANDINGS.includes(origin.standing);
}

/** Render the standing (reliability) and evidence of a rule: `reconstructed: from rule 4`; empty without either. */
export function standingText(origin: Origin): string {
  return origin.standing && origin.evidence ? `${origin.standing}: ${origin.evidence}` : origin.standing;
}

/** Copy an origin (provenance) with another origin's standing and evidence. */
export function withStandingOf(origin: Origin, other: Origin): Origin {
  return { ...origin, standing: other.standing, evidence: other.evidence };
}
