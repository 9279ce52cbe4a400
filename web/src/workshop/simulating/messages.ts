/** Messages between the page and the workers that play a simulation. */

import type { SimulationPlan } from "../desk/classes";
import type { Part, PlayedSide } from "./partPlayer";
import type { Tally } from "./tally";

/** What is played. */
export interface PlayedRules {
  readonly sides: readonly PlayedSide[];
  readonly plan: SimulationPlan;
}

/** A message to a worker: the rules, once; then parts. */
export type ToPlayer =
  | { readonly kind: "rules"; readonly rules: PlayedRules }
  | { readonly kind: "play"; readonly part: Part };

/** A message from a worker: the counts of a part, with the milliseconds that it took; or why it cannot be played. */
export type FromPlayer =
  | { readonly kind: "played"; readonly part: Part; readonly tally: Tally; readonly milliseconds: number }
  | { readonly kind: "failed"; readonly message: string };
