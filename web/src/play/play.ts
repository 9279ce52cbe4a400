/** A game played from outside: look at it, answer, look again.
 *
 * What was answered is with the keeper, where the game is kept, before the call that answers is over: who stores what
 * has come together there before he shows anything loses nothing that was seen.
 */

import { unreachable } from "../closed";
import type { View as Event } from "../engine/classes";
import type { Ask } from "../engine/machine";
import { parseOwnName } from "../engine/names";
import { makeQuestion, Pause, renderAnswers } from "../engine/policies";
import type { Question } from "../engine/question";
import type { Outcome } from "../engine/run";
import { InputError, quoteText } from "../errors";
import type { Why } from "../modes";
import { diceNotation } from "../rules/dice";
import { type ManualDice, readFaces } from "../session/diceSources";
import { type AnswerReason, optionIndex } from "../session/recordReplay";
import { decisionsBackwards } from "../session/records";
import type { Session } from "../session/session";
import { splitWords } from "../text";
import type { Exchange, Reply, StopPoint } from "./exchange";
import { findNamedThings, type NamedThing, parseRenaming } from "./ownNames";
import * as sentences from "./sentences";
import type { View } from "./view";

/** An answer by its index, and why the player is not asked for it. */
export type GivenAnswer = readonly [index: number, reason: AnswerReason];

/** Answers a question without asking; null where the player is asked. */
export type AutoAnswer = (asked: Question) => GivenAnswer | null;

/** Where the run has come to that went on. */
type ReachedStop = Exclude<StopPoint, { at: "error" }>;

/** A game being played. */
export class Play {
  private stop: StopPoint | null = null;
  private eventsTold = 0;
  private cachedView: View | null = null;

  /**
   * @param session - What is played: its program, header, records and journal. Its dice ask the exchange for faces.
   * @param exchange - Where the run asks.
   * @param dice - Those of the session that a person may throw.
   * @param policy - Who answers; null for whoever calls {@link answer}.
   */
  constructor(
    readonly session: Session,
    private readonly exchange: Exchange,
    private readonly dice: ManualDice,
    private readonly policy: Ask | null = null,
  ) {}

  // --- looking

  /** The game as it stands; the same until the next move. Throws an {@link InputError} where it cannot go on: the
   * records of its save do not fit the rules.
   */
  view(): View {
    this.cachedView ??= this.makeView(this.currentStop());
    return this.cachedView;
  }

  /** The choice to be answered; null where there is none. */
  get question(): Question | null {
    const stop = this.currentStop();
    return stop.at === "question" ? stop.question : null;
  }

  /** All that has happened, from the event with the number `start` on. */
  events(start = 0): Generator<Event> {
    return this.session.journal.views(start);
  }

  /** Whether it cannot go on: whatever is tried throws the same error. */
  get isStuck(): boolean {
    return this.stop?.at === "error";
  }

  // --- moves

  /** From here on have questions answered without asking. Each is answered while the run goes on: so it is not run
   * again for every answer that nobody gives.
   */
  setAutoAnswer(autoAnswer: AutoAnswer): void {
    const { session } = this;
    this.exchange.autoAnswer = (...args) => {
      const answer = autoAnswer(makeQuestion(session.describer, ...args));
      if (answer === null) throw new Pause();
      session.reason = answer[1];
      return answer[0];
    };
  }

  /** Answer the question with an option's name, or `none` where that is allowed.
   *
   * @param why - Why the player is not asked; empty where he is.
   * @param ordered - Whether he gave the order for it at this question.
   * @throws InputError - There is no question, or no such option; or the game cannot go on.
   */
  answer(name: string, why: Why = "", ordered = false): void {
    const stop = this.currentStop();
    if (stop.at !== "question") throw new InputError(sentences.NO_QUESTION, "", waitingHint(stop));
    const { options, optional } = stop.question;
    const names = options.map((option) => option.name);
    const index = optionIndex(names, name, optional);
    if (index === null) {
      throw new InputError(sentences.notOffered(quoteText(name)), "", `Offered: ${renderAnswers(options, optional)}.`);
    }
    this.session.reason = { why, ordered };
    this.continueWith(index);
  }

  /** Say what real dice show: each of them, or their total. Throws an {@link InputError} where no dice are to be
   * thrown, or they cannot show that; or the game cannot go on.
   */
  throw(faces: readonly number[]): void {
    const stop = this.currentStop();
    if (stop.at !== "throw") throw new InputError(sentences.NO_DICE_AWAITED, "", waitingHint(stop));
    const read = readFaces(faces, stop.roll.dice);
    if (typeof read === "string") throw new InputError(read);
    this.continueWith(read);
  }

  /** Have the dice that are to be thrown fall by the seed; those that come later are asked for again. */
  throwForMe(): void {
    const stop = this.currentStop();
    if (stop.at !== "throw") throw new InputError(sentences.NO_DICE_AWAITED, "", waitingHint(stop));
    this.continueWith([]);
  }

  /** Whether real dice are asked for. */
  get byHand(): boolean {
    return this.dice.byHand;
  }

  /** Have real dice asked for from here on, or dice fall by the seed; also when the game is taken up again. */
  throwByHand(wanted: boolean): void {
    const stop = this.currentStop();
    this.dice.byHand = wanted;
    this.session.setByHand(wanted);
    if (wanted || stop.at !== "throw") return;
    this.markEventsTold();
    this.rerun();
  }

  /** All that has a name now. */
  called(): NamedThing[] {
    this.currentStop();
    return findNamedThings(this.session.describer);
  }

  /** Give somebody a name: what he is or is called, and then the new name. Gives who is called so now. Throws an
   * {@link InputError} where nobody is meant, or the name is none.
   */
  rename(text: string): NamedThing {
    return this.nameAs(...parseRenaming(splitWords(text), this.called()));
  }

  /** Give somebody another name; who is called so now. Throws an {@link InputError} where the name is none. */
  nameAs(thing: NamedThing, name: string): NamedThing {
    const ownName = { of: thing.of, number: thing.number, name: parseOwnName(name) };
    this.currentStop();
    this.markEventsTold();
    this.session.setOwnName(ownName);
    this.rerun();
    return { ...thing, name: ownName.name };
  }

  /** Take back answers (or throws of real dice) with all that followed them; how many were taken back: fewer where
   * there are no more.
   *
   * Where that ends at a throw of real dice, they are asked for again, though the seed throws by now.
   */
  undo(count = 1): number {
    this.currentStop();
    const { session } = this;
    if (count < 1 || !session.canUndo) return 0;
    this.markEventsTold();
    const decisions = decisionsBackwards(session.records, session.header);
    const undone = session.undo(count);
    if (undone && decisions[undone - 1]!.is === "throw") {
      this.dice.byHand = true;
      session.setByHand(true);
    }
    this.rerun();
    return undone;
  }

  /** Stop before nothing any more, and go on. */
  playOn(): void {
    this.markEventsTold();
    this.session.stopSites = new Set();
    this.rerun();
  }

  // --- the run

  /** Where the run has come to; it is begun where it has not been. */
  private currentStop(): ReachedStop {
    this.stop ??= this.exchange.run(this.playSession);
    if (this.stop.at === "error") throw this.stop.error;
    return this.stop;
  }

  private readonly playSession = (): Outcome => this.session.play(this.policy ?? this.exchange.answer);

  private continueWith(reply: Reply): void {
    this.markEventsTold();
    this.stop = this.exchange.run(this.playSession, reply);
    this.currentStop();
  }

  /** Run from the start through what is left: what is asked stays open. */
  private rerun(): void {
    this.stop = null;
    this.currentStop();
  }

  /** What has happened so far counts as told. */
  private markEventsTold(): void {
    this.eventsTold = this.session.eventCount;
    this.cachedView = null;
  }

  private makeView(stop: StopPoint): View {
    const { session } = this;
    const keptEvents = Math.min(this.eventsTold, session.eventCount);
    const isOver = stop.at === "outcome";
    const last = isOver ? session.journal.view(session.eventCount - 1) : null;
    return {
      kept: keptEvents,
      events: [...this.events(keptEvents)],
      question: stop.at === "question" ? stop.question : null,
      roll: stop.at === "throw" ? stop.roll : null,
      before: stop.at === "before" ? stop.begins : null,
      outcome: last?.event === "outcome" ? last : null,
      canUndo: session.canUndo,
    };
  }
}

/** What the game waits for. */
function waitingHint(stop: ReachedStop): string {
  switch (stop.at) {
    case "question":
      return sentences.questionHint(stop.question.prompt);
    case "throw":
      if (stop.roll.is === "DrawSite") return sentences.DRAW_HINT;
      return sentences.throwHint(diceNotation(stop.roll.dice));
    case "before":
      return "Play was to stop here.";
    case "outcome":
      return sentences.GAME_OVER_HINT;
    default:
      return unreachable(stop);
  }
}
