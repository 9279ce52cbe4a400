/** A game as whoever plays it sees it between two moves. */

import type { View as Event, OutcomeView } from "../engine/classes";
import type { Question } from "../engine/question";
import type { EnterSite } from "../rules/program";
import type { ThrowSite } from "../rules/sites";

/** A game as it stands: what has happened since the last move, and what it waits for.
 *
 * Of `question`, `roll`, `before` and `outcome` one is there and the others are null.
 */
export interface View {
  /** How many of the events told before still count: all of them, unless answers were taken back. */
  readonly kept: number;
  /** Those that follow them. */
  readonly events: readonly Event[];
  /** The choice to be answered. */
  readonly question: Question | null;
  /** Where dice are to be thrown. */
  readonly roll: ThrowSite | null;
  /** What play was to stop before. */
  readonly before: EnterSite | null;
  /** How it ended. */
  readonly outcome: OutcomeView | null;
  /** Whether there is something to take back. */
  readonly canUndo: boolean;
}
