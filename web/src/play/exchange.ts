/** Exchange between a run and the front end: requests go one way, replies the other.
 *
 * The rules are straight-line code that calls for answers, and nothing can wait inside of it here. So a run with an
 * open request is abandoned, and with the reply it is run again, up to the next request.
 */

import { isQuestion } from "../engine/journal";
import type { Ask } from "../engine/machine";
import { Pause } from "../engine/policies";
import type { Question } from "../engine/question";
import type { Outcome, RunEnd } from "../engine/run";
import type { EnterSite } from "../rules/program";
import type { ThrowSite } from "../rules/sites";

/** A reply to a run: the index of an option, or the faces of dice. */
export type Reply = number | readonly number[];

/** The point that a run has reached: its request, end or error. */
export type StopPoint =
  | { readonly at: "question"; readonly question: Question }
  | { readonly at: "throw"; readonly roll: ThrowSite }
  | { readonly at: "before"; readonly begins: EnterSite }
  | { readonly at: "outcome"; readonly outcome: RunEnd }
  | { readonly at: "error"; readonly error: unknown };

/** Convert the outcome of a run to a stop point: the open request, or the end. */
function makeStopPoint(outcome: Outcome): StopPoint {
  if (outcome.is === "pending") {
    const { waitsFor } = outcome;
    if (isQuestion(waitsFor)) return { at: "question", question: waitsFor };
    return waitsFor.is === "EnterSite" ? { at: "before", begins: waitsFor } : { at: "throw", roll: waitsFor };
  }
  return { at: "outcome", outcome };
}

/** The exchange of requests and replies between a run of the rules and the front end. */
export class Exchange {
  /** The policy for requests without a reply, which may throw `Pause`; null for none. */
  autoAnswer: Ask | null = null;
  private pendingReply: Reply | null = null;

  /**
   * Run the game by `play`, with the reply to its open request, and return the next request, or the end, at which it
   * stops.
   */
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

  // --- callbacks of the run

  /** The policy of the run: answers a question automatically or by the reply; pauses the run without one. */
  readonly answer: Ask = (...args) => {
    if (this.pendingReply === null && this.autoAnswer !== null) return this.autoAnswer(...args);
    const reply = this.takeReply();
    if (typeof reply !== "number") throw new TypeError("dice are no answer");
    return reply;
  };

  /** The dice of the run: returns the faces in the reply; pauses the run without one. */
  readonly throw = (): readonly number[] => {
    const reply = this.takeReply();
    if (typeof reply === "number") throw new TypeError("an answer is no dice");
    return reply;
  };

  /** Take the pending reply, once; pause the run if there is none. */
  private takeReply(): Reply {
    const reply = this.pendingReply;
    if (reply === null) throw new Pause();
    this.pendingReply = null;
    return reply;
  }
}
