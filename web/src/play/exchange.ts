/** Between a run and whoever plays: where it waits goes one way, replies the other.
 *
 * The rules are straight code that calls for an answer wherever they need one, and here nothing can wait inside of it.
 * So a run that is asked what nobody has replied to is left, and with the reply it is run again, up to the next question.
 */

import { isQuestion } from "../engine/journal";
import type { Ask } from "../engine/machine";
import { Pause } from "../engine/policies";
import type { Question } from "../engine/question";
import type { Outcome, RunEnd } from "../engine/run";
import type { EnterSite } from "../rules/program";
import type { ThrowSite } from "../rules/sites";

/** What a run is told: the index of an option, or the faces of dice. */
export type Reply = number | readonly number[];

/** Where a run has come to. */
export type StopPoint =
  | { readonly at: "question"; readonly question: Question }
  | { readonly at: "throw"; readonly roll: ThrowSite }
  | { readonly at: "before"; readonly begins: EnterSite }
  | { readonly at: "outcome"; readonly outcome: RunEnd }
  | { readonly at: "error"; readonly error: unknown };

/** Where a run that is over, or was left open, has come to. */
function makeStopPoint(outcome: Outcome): StopPoint {
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
  autoAnswer: Ask | null = null;
  private pendingReply: Reply | null = null;

  /** Run, from the start through all that is known and a reply, to where nobody has replied. */
  run(play: () => Outcome, reply: Reply | null = null): StopPoint {
    this.pendingReply = reply;
    try {
      return makeStopPoint(play());
    } catch (error) {
      return { at: "error", error };
    } finally {
      this.pendingReply = null;
    }
  }

  // --- what the run calls

  /** The reply to a question. */
  readonly answer: Ask = (...args) => {
    if (this.pendingReply === null && this.autoAnswer !== null) return this.autoAnswer(...args);
    const reply = this.takeReply();
    if (typeof reply !== "number") throw new TypeError("dice are no answer");
    return reply;
  };

  /** The faces of dice. */
  readonly throw = (): readonly number[] => {
    const reply = this.takeReply();
    if (typeof reply === "number") throw new TypeError("an answer is no dice");
    return reply;
  };

  private takeReply(): Reply {
    const reply = this.pendingReply;
    if (reply === null) throw new Pause();
    this.pendingReply = null;
    return reply;
  }
}
