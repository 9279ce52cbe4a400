/** The player's view of a game between two moves. */

import type { OutcomeView } from "../engine/classes";
import type { Question } from "../engine/question";
import type { EnterSite } from "../rules/program";
import type { ThrowSite } from "../rules/sites";

/** The current state of a game: how many shown events still count, and its open request.
 *
 * Of `question`, `roll`, `before` and `outcome` one is set and the others are null.
 */
export interface View {
  /** The number of earlier events that still count: all, unless answers were undone. */
  readonly kept: number;
  /** The open question. */
  readonly question: Question | null;
  /** The site of the requested throw. */
  readonly roll: ThrowSite | null;
  /** The procedure before which play stops. */
  readonly before: EnterSite | null;
  /** The end of the game. */
  readonly outcome: OutcomeView | null;
  /** Whether there is a decision to undo. */
  readonly canUndo: boolean;
}
