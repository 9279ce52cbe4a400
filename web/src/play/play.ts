/** A game driven from outside: view, answer, view again.
 *
 * Each answer is with the writer before the answering call returns: a page that stores its lines before it shows any
 * effect loses nothing that was seen.
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

/** An answer by its index, and the reason if it is automatic. */
export type GivenAnswer = readonly [index: number, reason: AnswerReason];

/** Answers a question automatically; null leaves it to the player. */
export type AutoAnswer = (asked: Question) => GivenAnswer | null;

/** The stop point of a run without an error. */
type ReachedStop = Exclude<StopPoint, { at: "error" }>;

/** A game in play, driven from outside: view, answer, view again. */
export class Play {
  private stop: StopPoint | null = null;
  private eventsTold = 0;
  private cachedView: View | null = null;

  /**
   * Make the play of a session that is not yet run.
   * @param session - The session: program, header, records and journal. Its dice request faces from the exchange.
   * @param exchange - The exchange that takes the run's requests.
   * @param dice - The session's dice, which a person may throw.
   * @param policy - The answering policy; null for the caller of {@link answer}.
   */
  constructor(
    readonly session: Session,
    private readonly exchange: Exchange,
    private readonly dice: ManualDice,
    private readonly policy: Ask | null = null,
  ) {}

  // --- views

  /**
   * The view of the game; the same until the next move. Throws an {@link InputError} if the save does not fit the
   * rules.
   */
  view(): View {
    this.cachedView ??= this.makeView(this.currentStop());
    return this.cachedView;
  }

  /** The open question; null if none is open. */
  get question(): Question | null {
    const stop = this.currentStop();
    return stop.at === "question" ? stop.question : null;
  }

  /** Yield the views of the events from the number `start` on. */
  events(start = 0): Generator<Event> {
    return this.session.journal.views(start);
  }

  /** Whether the game cannot go on: every move throws the same error. */
  get isStuck(): boolean {
    return this.stop?.at === "error";
  }

  // --- moves

  /** Set the policy that answers automatically from here on, within a run, which saves a rerun for each answer. */
  setAutoAnswer(autoAnswer: AutoAnswer): void {
    const { session } = this;
    this.exchange.autoAnswer = (...args) => {
      const answer = autoAnswer(makeQuestion(session.describer, ...args));
      if (answer === null) throw new Pause();
      session.reason = answer[1];
      return answer[0];
    };
  }

  /** Answer the open question by an option's name, or `none` if allowed.
   *
   * @param why - The reason of an automatic answer; empty for the player's.
   * @param ordered - Whether the player gave the order for it at this question.
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

  /** Give the faces of real dice, or their total. Throws an {@link InputError} if no dice are requested, or they cannot
   * show that; or the game cannot go on.
   */
  throw(faces: readonly number[]): void {
    const stop = this.currentStop();
    if (stop.at !== "throw") throw new InputError(sentences.NO_DICE_AWAITED, "", waitingHint(stop));
    const read = readFaces(faces, stop.roll.dice);
    if (typeof read === "string") throw new InputError(read);
    this.continueWith(read);
  }

  /** Throw the requested dice by the seed, instead of the player; he throws later dice again. */
  throwForMe(): void {
    const stop = this.currentStop();
    if (stop.at !== "throw") throw new InputError(sentences.NO_DICE_AWAITED, "", waitingHint(stop));
    this.continueWith([]);
  }

  /** Whether the player throws real dice. */
  get byHand(): boolean {
    return this.dice.byHand;
  }

  /**
   * Let the player throw real dice from here on (`byHand`), or let dice from the seed fall; the save keeps the choice.
   */
  throwByHand(byHand: boolean): void {
    const stop = this.currentStop();
    this.dice.byHand = byHand;
    this.session.setByHand(byHand);
    if (byHand || stop.at !== "throw") return;
    this.markEventsShown();
    this.rerun();
  }

  /** All persons and things with names, as they are called now. */
  namedThings(): NamedThing[] {
    this.currentStop();
    return findNamedThings(this.session.describer);
  }

  /** Rename a person or thing: its kind or name, then the new name. Returns it with its new name. Throws an {@link
   * InputError} if nothing matches, or the name is invalid.
   */
  rename(text: string): NamedThing {
    return this.renameThing(...parseRenaming(splitWords(text), this.namedThings()));
  }

  /** Give a person or thing a new name, and return it. Throws an {@link InputError} if the name is invalid. */
  renameThing(thing: NamedThing, name: string): NamedThing {
    const ownName = { of: thing.of, number: thing.number, name: parseOwnName(name) };
    this.currentStop();
    this.markEventsShown();
    this.session.setOwnName(ownName);
    this.rerun();
    return { ...thing, name: ownName.name };
  }

  /**
   * Undo the last `count` answers or throws of real dice, with all that followed; return how many were undone.
   *
   * Undoing a throw of real dice requests them again, even if the seed throws by now.
   */
  undo(count = 1): number {
    this.currentStop();
    const { session } = this;
    if (count < 1 || !session.canUndo) return 0;
    this.markEventsShown();
    const decisions = decisionsBackwards(session.records, session.header);
    const undone = session.undo(count);
    if (undone && decisions[undone - 1]!.is === "throw") {
      this.dice.byHand = true;
      session.setByHand(true);
    }
    this.rerun();
    return undone;
  }

  /** Remove the stop before a procedure, and let the game go on into the procedure. */
  playOn(): void {
    this.markEventsShown();
    this.session.stopSites = new Set();
    this.rerun();
  }

  // --- the run

  /** The open request or the end at which the run waits; starts the run if need be. */
  private currentStop(): ReachedStop {
    this.stop ??= this.exchange.run(this.playSession);
    if (this.stop.at === "error") throw this.stop.error;
    return this.stop;
  }

  /** Run the session up to its next open request. */
  private readonly playSession = (): Outcome => this.session.play(this.policy ?? this.exchange.answer);

  /** Continue the run with the reply to its open request. */
  private continueWith(reply: Reply): void {
    this.markEventsShown();
    this.stop = this.exchange.run(this.playSession, reply);
    this.currentStop();
  }

  /** Run from the start through the remaining records, up to the next open request. */
  private rerun(): void {
    this.stop = null;
    this.currentStop();
  }

  /** Count all events so far as shown. */
  private markEventsShown(): void {
    this.eventsTold = this.session.eventCount;
    this.cachedView = null;
  }

  /** Make the view of the game at a stop: new events, and the open request. */
  private makeView(stop: StopPoint): View {
    const { session } = this;
    const keptEvents = Math.min(this.eventsTold, session.eventCount);
    const isOver = stop.at === "outcome";
    const last = isOver ? session.journal.view(session.eventCount - 1) : null;
    return {
      kept: keptEvents,
      question: stop.at === "question" ? stop.question : null,
      roll: stop.at === "throw" ? stop.roll : null,
      before: stop.at === "before" ? stop.begins : null,
      outcome: last?.event === "outcome" ? last : null,
      canUndo: session.canUndo,
    };
  }
}

/** Describe the question or throw that the game waits for, as a hint at a wrong move. */
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
