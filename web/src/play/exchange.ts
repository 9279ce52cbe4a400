/** Between a run and whoever plays: where it waits goes one way, replies the other.
 *
 * The rules are straight code that calls for an answer wherever they need one, and here nothing can wait inside of it.
 * So a run that is asked what nobody has replied to is left, and with the reply it is run again, up to the next question.
 */

import { Pause } from "../engine/choices";
import { isQuestion } from "../engine/journal";
import type { Ask } from "../engine/machine";
import type { Question } from "../engine/question";
import type { Ended, Outcome } from "../engine/run";
import type { EnterSite } from "../rules/program";
import type { Thrown } from "../rules/sites";

/** What a run is told: the index of an option, or the faces of dice. */
export type Reply = number | readonly number[];

/** Where a run has come to. */
export type Stop =
  | { readonly at: "question"; readonly question: Question }
  | { readonly at: "throw"; readonly roll: Thrown }
  | { readonly at: "before"; readonly begins: EnterSite }
  | { readonly at: "outcome"; readonly outcome: Ended }
  | { readonly at: "error"; readonly error: unknown };

/** Where a run that is over, or was left open, has come to. */
function stopOf(outcome: Outcome): Stop {
  if (outcome.is === "pending") {
    const { waitsFor } = outcome;
    if (isQuestion(waitsFor)) return { at: "question", question: waitsFor };
    return waitsFor.is === "EnterSite" ? { at: "before", begins: waitsFor } : { at: "throw", roll: waitsFor };
  }
  return { at: "outcome", outcome };
}

/** Between a run and whoever plays. */
export class Exchange {
  /** Who answers where nobody has replied, or throws `Pause`; null where nobody does. */
  beside: Ask | null = null;
  private waiting: Reply | null = null;

  /** Run, from the start through all that is known and a reply, to where nobody has replied. */
  run(play: () => Outcome, reply: Reply | null = null): Stop {
    this.waiting = reply;
    try {
      return stopOf(play());
    } catch (error) {
      return { at: "error", error };
    } finally {
      this.waiting = null;
    }
  }

  // --- what the run calls

  /** The reply to a question. */
  readonly answer: Ask = (...asked) => {
    if (this.waiting === null && this.beside !== null) return this.beside(...asked);
    const reply = this.take();
    if (typeof reply !== "number") throw new TypeError("dice are no answer");
    return reply;
  };

  /** The faces of dice. */
  readonly throw = (): readonly number[] => {
    const reply = this.take();
    if (typeof reply === "number") throw new TypeError("an answer is no dice");
    return reply;
  };

  private take(): Reply {
    const reply = this.waiting;
    if (reply === null) throw new Pause();
    this.waiting = null;
    return reply;
  }
}
