/** A game played from outside: look at it, answer, look again.
 *
 * What was answered is with the keeper, where the game is kept, before the call that answers is over: who stores what
 * has come together there before he shows anything loses nothing that was seen.
 */

import { unreachable } from "../closed";
import { offered, Pause, questionOf } from "../engine/choices";
import type { View as Event } from "../engine/classes";
import type { Ask } from "../engine/machine";
import { ownName } from "../engine/names";
import type { Question } from "../engine/question";
import type { Outcome } from "../engine/run";
import { InputError, quoted } from "../errors";
import type { Why } from "../modes";
import { notation } from "../rules/dice";
import { decisionsBack } from "../session/records";
import type { Session } from "../session/session";
import { type ManualDice, readThrow } from "../session/sources";
import { byName, type Reason } from "../session/telling";
import { separated } from "../text";
import type { Exchange, Reply, Stop } from "./exchange";
import { type Called, calledNow, toBeNamed } from "./names";
import type { View } from "./view";

/** An answer by its index, and why the player is not asked for it. */
export type Given = readonly [index: number, reason: Reason];

/** Answers a question without asking; null where the player is asked. */
export type Unasked = (asked: Question) => Given | null;

/** Where the run has come to that went on. */
type Reached = Exclude<Stop, { at: "error" }>;

/** A game being played. */
export class Play {
  private stop: Stop | null = null;
  private told = 0;
  private looked: View | null = null;

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
    this.looked ??= this.look(this.reached());
    return this.looked;
  }

  /** The choice to be answered; null where there is none. */
  get question(): Question | null {
    const stop = this.reached();
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
  answerBeside(unasked: Unasked): void {
    const { session } = this;
    this.exchange.beside = (...given) => {
      const own = unasked(questionOf(session.describer, ...given));
      if (own === null) throw new Pause();
      session.reason = own[1];
      return own[0];
    };
  }

  /** Answer the question with an option's name, or `none` where that is allowed.
   *
   * @param why - Why the player is not asked; empty where he is.
   * @param ordered - Whether he gave the order for it at this question.
   * @throws InputError - There is no question, or no such option; or the game cannot go on.
   */
  answer(name: string, why: Why = "", ordered = false): void {
    const stop = this.reached();
    if (stop.at !== "question") throw new InputError("no question is open", "", hint(stop));
    const { options, optional } = stop.question;
    const names = options.map((option) => option.name);
    const index = byName(names, name, optional);
    if (index === null) {
      throw new InputError(`${quoted(name)} is not offered`, "", `Offered: ${offered(options, optional)}.`);
    }
    this.session.reason = { why, ordered };
    this.goOn(index);
  }

  /** Say what real dice show: each of them, or their total. Throws an {@link InputError} where no dice are to be
   * thrown, or they cannot show that; or the game cannot go on.
   */
  throw(faces: readonly number[]): void {
    const stop = this.reached();
    if (stop.at !== "throw") throw new InputError("no dice are to be thrown", "", hint(stop));
    const read = readThrow(faces, stop.roll.dice);
    if (typeof read === "string") throw new InputError(read);
    this.goOn(read);
  }

  /** Have the dice that are to be thrown fall by the seed; those that come later are asked for again. */
  throwForMe(): void {
    const stop = this.reached();
    if (stop.at !== "throw") throw new InputError("no dice are to be thrown", "", hint(stop));
    this.goOn([]);
  }

  /** Whether real dice are asked for. */
  get byHand(): boolean {
    return this.dice.byHand;
  }

  /** Have real dice asked for from here on, or dice fall by the seed; also when the game is taken up again. */
  throwByHand(wanted: boolean): void {
    const stop = this.reached();
    this.dice.byHand = wanted;
    this.session.throwByHand(wanted);
    if (wanted || stop.at !== "throw") return;
    this.moved();
    this.again();
  }

  /** All that has a name now. */
  called(): Called[] {
    this.reached();
    return calledNow(this.session.describer);
  }

  /** Give somebody a name: what he is or is called, and then the new name. Gives who is called so now. Throws an
   * {@link InputError} where nobody is meant, or the name is none.
   */
  name(text: string): Called {
    return this.nameAs(...toBeNamed(separated(text), this.called()));
  }

  /** Give somebody another name; who is called so now. Throws an {@link InputError} where the name is none. */
  nameAs(who: Called, name: string): Called {
    const own = { of: who.of, number: who.number, name: ownName(name) };
    this.reached();
    this.moved();
    this.session.name(own);
    this.again();
    return { ...who, name: own.name };
  }

  /** Take back answers (or throws of real dice) with all that followed them; how many were taken back: fewer where
   * there are no more.
   *
   * Where that ends at a throw of real dice, they are asked for again, though the seed throws by now.
   */
  undo(count = 1): number {
    this.reached();
    const { session } = this;
    if (count < 1 || !session.canUndo) return 0;
    this.moved();
    const decided = decisionsBack(session.records, session.header);
    const done = session.undo(count);
    if (done && decided[done - 1]!.is === "throw") {
      this.dice.byHand = true;
      session.throwByHand(true);
    }
    this.again();
    return done;
  }

  /** Stop before nothing any more, and go on. */
  playOn(): void {
    this.moved();
    this.session.until = new Set();
    this.again();
  }

  // --- the run

  /** Where the run has come to; it is begun where it has not been. */
  private reached(): Reached {
    this.stop ??= this.exchange.run(this.played);
    if (this.stop.at === "error") throw this.stop.error;
    return this.stop;
  }

  private readonly played = (): Outcome => this.session.play(this.policy ?? this.exchange.answer);

  private goOn(reply: Reply): void {
    this.moved();
    this.stop = this.exchange.run(this.played, reply);
    this.reached();
  }

  /** Run from the start through what is left: what is asked stays open. */
  private again(): void {
    this.stop = null;
    this.reached();
  }

  /** What has happened so far counts as told. */
  private moved(): void {
    this.told = this.session.happened;
    this.looked = null;
  }

  private look(stop: Stop): View {
    const { session } = this;
    const kept = Math.min(this.told, session.happened);
    const isOver = stop.at === "outcome";
    const last = isOver ? session.journal.view(session.happened - 1) : null;
    return {
      kept,
      events: [...this.events(kept)],
      question: stop.at === "question" ? stop.question : null,
      roll: stop.at === "throw" ? stop.roll : null,
      before: stop.at === "before" ? stop.begins : null,
      outcome: last?.event === "outcome" ? last : null,
      canUndo: session.canUndo,
    };
  }
}

/** What the game waits for. */
function hint(stop: Reached): string {
  switch (stop.at) {
    case "question":
      return `The game asks: ${stop.question.prompt}`;
    case "throw":
      if (stop.roll.is === "DrawSite") return "Say which was drawn, by its number.";
      return `Throw ${notation(stop.roll.dice)}.`;
    case "before":
      return "Play was to stop here.";
    case "outcome":
      return "The game is over.";
    default:
      return unreachable(stop);
  }
}
