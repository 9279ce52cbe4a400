/** Automatic answers: routine questions and standing orders, between the game and the player. */

import { answerNames } from "../../engine/policies";
import { findAmount, isGrave, NO_OPTION, type Question, SUGGESTED, UNIT_SUFFIX } from "../../engine/question";
import { InputError, quoteText } from "../../errors";
import type { Level, Why } from "../../modes";
import { choiceSiteAt } from "../../rules/sites";
import type { Answer } from "../../session/classes";
import type { AnswerReason } from "../../session/recordReplay";
import { decisionsBackwards, isOwnDecision } from "../../session/records";
import { ASKED_PERSON } from "../../session/session";
import { answerName } from "../answers/answers";
import { findGroup, isRepeatOf, isSameQuestion } from "../answers/jointQuestions";
import type { Matrix, QuestionGroup, RepeatedQuestion } from "../answers/questionGroups";
import type { AutoAnswer, GivenAnswer, Play } from "../play";
import * as sentences from "../sentences";
import { Checkpoints } from "../story/checkpoints";
import type { Heading } from "../story/classes";
import { entryTitles, Headings } from "../story/headings";
import type { View } from "../view";
import { reasonOf } from "./answerReasons";
import {
  answerTo,
  endsAt,
  isAuto,
  isShownAtLevel,
  type Order,
  type OrderBook,
  renderWording,
  replaces,
} from "./standingOrders";

/** An automatic answer, and its reason. */
type OwnAnswer = readonly [index: number, why: Why];

/** The reason of an answer that is undone together with the one before. */
const TOGETHER_REASON: AnswerReason = { why: "together", ordered: false };

/** Milliseconds of automatic answers before the page updates. */
const SLICE_MILLISECONDS = 50;

/** Leave every question to the player. */
const answerNothing: AutoAnswer = () => null;

/**
 * A filter before the player that answers automatically what he need not see; saves record these answers, too.
 *
 * Orders are not saved: a resumed game begins without them. Past automatic answers are known from the save. Unlike at a
 * terminal there is no interruption: hundreds of answers take a tenth of a second.
 */
export class QuestionFilter implements OrderBook {
  /** The orders in force, oldest first. */
  orders: Order[] = [];
  /** Ended orders that were not reported yet. */
  private endedOrders: Order[] = [];
  private trackedHeadings = new Headings();
  private readonly headingMarks = new Checkpoints<readonly Heading[]>();
  private orderedEvents = new Set<number>();
  private wantedEvent: number | null = null;
  /** Answers questions during a run; the run stops at the first that it leaves open. */
  private autoAnswer: AutoAnswer = answerNothing;

  /** Make the filter of a game in play; `level` says which questions the player is asked. */
  constructor(
    readonly play: Play,
    public level: Level = "all",
  ) {
    play.setAutoAnswer((question) => this.autoAnswer(question));
  }

  /**
   * The view at the player's next question or throw, until the next move. Throws an {@link InputError} if the game
   * cannot go on.
   */
  view(): View {
    this.advance();
    return this.play.view();
  }

  /**
   * Answer automatically up to the player's next question or throw, without making a view.
   *
   * Returns the player's question; null if dice are requested, or the game is over.
   */
  advance(): Question | null {
    while (this.advanceFor(Number.POSITIVE_INFINITY));
    return this.play.question;
  }

  /**
   * Answer automatically for a number of milliseconds, so that the page stays responsive; returns whether more answers
   * are due.
   */
  advanceFor(milliseconds = SLICE_MILLISECONDS): boolean {
    this.answerWhile(this.limitTime(milliseconds));
    const next = this.play.question;
    return next !== null && this.automaticAnswer(next) !== null;
  }

  /** Make a policy of automatic answers that leaves questions open after some milliseconds; it answers one at least. */
  private limitTime(milliseconds: number): AutoAnswer {
    const until = performance.now() + milliseconds;
    let isFirst = true;
    return (question) => {
      if (!isFirst && performance.now() >= until) return null;
      isFirst = false;
      return this.withReason(this.automaticAnswer(question));
    };
  }

  /** Complete an automatic answer by whether the player gave the order behind it at this very question. */
  private withReason(ownAnswer: OwnAnswer | null): GivenAnswer | null {
    return (
      ownAnswer && [
        ownAnswer[0],
        { why: ownAnswer[1], ordered: ownAnswer[1] !== "routine" && this.orderedEvents.has(this.eventCount) },
      ]
    );
  }

  /** Answer the open question and those that follow in the run, as long as the policy `autoAnswer` gives answers. */
  private answerWhile(autoAnswer: AutoAnswer): void {
    this.withAutoAnswer(autoAnswer, () => {
      const question = this.play.question;
      const answer = question && autoAnswer(question);
      if (answer !== null) this.play.answer(answerName(question!, answer[0]), answer[1].why, answer[1].ordered);
    });
  }

  /** Perform an action; the policy `autoAnswer` answers questions that come up in it. */
  private withAutoAnswer(autoAnswer: AutoAnswer, action: () => void): void {
    this.autoAnswer = autoAnswer;
    try {
      action();
    } finally {
      this.autoAnswer = answerNothing;
    }
  }

  /** The number of events in the journal so far. */
  get eventCount(): number {
    return this.play.session.eventCount;
  }

  /** Whether all questions so far were answered automatically, and there was at least one. */
  get hasAskedNothing(): boolean {
    const answers = this.play.session.records.filter((record): record is Answer => record.is === "answer");
    return answers.length > 0 && !answers.some(isOwnDecision);
  }

  /** The open headings (procedures and steps), brought up to date; reading them also ends the orders that are over. */
  get headings(): Headings {
    for (const _ of this.followEvents());
    return this.trackedHeadings;
  }

  /** Bring the open headings up to date, an event at each step, for work in slices; yields the number of the event. */
  *followEvents(): Generator<number, void> {
    if (this.trackedHeadings.followedEvents > this.eventCount) this.rewindHeadings();
    for (const view of this.play.events(this.trackedHeadings.followedEvents)) {
      const number = this.trackedHeadings.followedEvents;
      if (this.headingMarks.isDue(number)) this.headingMarks.add(number, [...this.trackedHeadings.open]);
      this.trackedHeadings.follow(view);
      this.endOrders((order) => number >= order.since && endsAt(order, view, this.trackedHeadings));
      yield number;
    }
  }

  /** The automatic answer to a question, and its reason; null if the player is asked. */
  automaticAnswer(question: Question): OwnAnswer | null {
    const { eventCount } = this;
    void this.headings;
    if (isGrave(question)) this.endOrders((order) => order.untilNews && order.since < eventCount);
    return this.wantedEvent === eventCount ? null : this.answerByOrders(question);
  }

  /**
   * The answer to a question by standing orders or the question level, with its reason; null if they leave it to the
   * player.
   */
  private answerByOrders(question: Question): OwnAnswer | null {
    const standing = this.orders.filter((order) => order.id === question.id).reverse();
    for (const order of standing) {
      const index = answerTo(order, question);
      if (index !== null) return [index, "order"];
    }
    const preferred = question.preferred;
    if (preferred !== NO_OPTION && question.options[preferred]!.grave) return null;
    if (this.orders.some(isAuto)) return [preferred, "auto"];
    return standing.length > 0 || isShownAtLevel(question, this.level) ? null : [preferred, "routine"];
  }

  /** The reason of the automatic answer at an event, for display; empty for other events. */
  reasonOf(event: number): string {
    return reasonOf(this.play.session, event);
  }

  /** Return the ended standing orders that were not reported yet, and mark them as reported. */
  popEndedOrders(): Order[] {
    const ended = this.endedOrders;
    this.endedOrders = [];
    return ended;
  }

  // --- moves

  /** Answer the open question with an option's name; automatic answers follow for a moment. */
  answer(name: string): void {
    const { question } = this.play;
    if (question !== null && question.ends.length > 0) {
      this.answerAmount(question, name);
      return;
    }
    this.withAutoAnswer(this.limitTime(SLICE_MILLISECONDS), () => this.play.answer(name));
  }

  /**
   * Answer a question for an amount, its thousands and the number itself, by a number; by `suggested` as the autopilot
   * would. Throws an {@link InputError} if the number is not offered.
   */
  private answerAmount(asked: Question, typed: string): void {
    const isSuggestion = typed === SUGGESTED;
    if (!isSuggestion && findAmount(asked, typed) === null) {
      const [low, high] = asked.ends;
      throw new InputError(sentences.notOffered(quoteText(typed)), "", `Offered: ${low} to ${high}.`);
    }
    const restId = asked.id.slice(0, -UNIT_SUFFIX.length);
    let number = 0;
    this.answerWhile((question) => {
      if (number === 0 && question.id === asked.id) {
        number = 1;
        return [isSuggestion ? question.preferred : (findAmount(question, typed) ?? 0), ASKED_PERSON];
      }
      if (number === 1 && question.id === restId) {
        number = 2;
        const index = question.options.findIndex((option) => Number(option.name) === Number(typed));
        return [isSuggestion || index < 0 ? question.preferred : index, TOGETHER_REASON];
      }
      return this.withReason(this.automaticAnswer(question));
    });
  }

  /** The group that the open question is asked in; null if it is asked alone, as at the level of all questions. */
  questionGroup(): QuestionGroup | null {
    const first = this.play.question;
    if (first === null || this.level === "all") return null;
    return findGroup(this.play.session, first, (question) => this.answerByOrders(question)?.[0] ?? null);
  }

  /**
   * Answer the rows of a matrix by the indices of options, until a question differs from the shown one; returns the
   * number of answers.
   *
   * The player's answer to a row counts even if his earlier answers have made that question routine.
   */
  answerRows(matrix: Matrix, indices: readonly number[]): number {
    let number = 0;
    this.answerWhile((question) => {
      const row = matrix.rows[number];
      const own = this.withReason(this.automaticAnswer(question));
      if (own !== null && (row === undefined || !isSameQuestion(question, row))) return own;
      if (row === undefined || question.id !== row.id || !offersSameAnswers(question, row)) return null;
      number += 1;
      return [indices[number - 1]!, number > 1 ? TOGETHER_REASON : ASKED_PERSON];
    });
    return number;
  }

  /**
   * Choose several options of a repeated question by their indices, then none if allowed; returns the number of
   * choices: fewer if an option is not offered after another.
   */
  answerSeveral(repeated: RepeatedQuestion, indices: readonly number[]): number {
    const remaining = [...repeated.question.options.keys()];
    let number = 0;
    let isDone = false;
    this.answerWhile((question) => {
      if (isDone || !isRepeatOf(question, repeated.question, remaining)) return null;
      const reason = number > 0 ? TOGETHER_REASON : ASKED_PERSON;
      isDone = number === indices.length;
      if (isDone) return question.optional ? [NO_OPTION, reason] : null;
      const index = remaining.indexOf(indices[number]!);
      remaining.splice(index, 1);
      number += 1;
      return [index, reason];
    });
    return number;
  }

  /**
   * Undo the last `count` answers of the player, or throws of real dice, with all that followed; returns how many were
   * undone.
   *
   * The answer that an order gave at once counts as the player's. Automatic answers and later orders are undone with
   * the rest. The question is then left to the player, whatever the orders.
   *
   * If no answers of the player are left, automatic answers are undone and counted.
   */
  undo(count = 1): number {
    const { records, header } = this.play.session;
    let taken = 0;
    let wanted = count;
    for (const record of decisionsBackwards(records, header)) {
      if (wanted < 1) break;
      taken += 1;
      if (isOwnDecision(record)) wanted -= 1;
    }
    const done = this.play.undo(taken);
    this.rewindHeadings();
    const eventCount = this.eventCount;
    this.orders = this.orders.filter((order) => order.since < eventCount);
    this.orderedEvents = new Set([...this.orderedEvents].filter((event) => event < eventCount));
    this.wantedEvent = eventCount;
    return Math.min(done, Math.max(count - wanted, Math.min(1, done)));
  }

  // --- orders

  /**
   * Give a standing order, which also applies to the open question, in place of an order for the same question and
   * term.
   */
  giveOrder(order: Order): void {
    this.orders = [...this.orders.filter((other) => !replaces(order, other)), order];
    this.orderedEvents.add(order.since);
    this.wantedEvent = null;
  }

  /** Remove the standing order with a number, from 1, and return the order; null if there is none. */
  takeBackOrder(number: number): Order | null {
    const order = this.orders[number - 1] ?? null;
    this.orders = this.orders.filter((other) => other !== order);
    return order;
  }

  /** Set the question level: which questions the player is asked from here on. */
  setLevel(level: Level): void {
    this.level = level;
    this.wantedEvent = null;
  }

  /** The titles of the procedures and steps until which an order can stand, by their names. */
  get endPoints(): ReadonlyMap<string, string> {
    return entryTitles(this.play.session.program);
  }

  /** The wording of a question without its variable parts: `Hour …, …: fire at`. */
  wordingOf(question: Question): string {
    return renderWording(choiceSiteAt(this.play.session.program, question.site).ask);
  }

  /** Rewind the open headings after an undo, from the latest checkpoint that still holds. */
  private rewindHeadings(): void {
    const marked = this.headingMarks.rewindTo(this.eventCount);
    this.trackedHeadings = marked === null ? new Headings() : new Headings(marked[1], marked[0]);
  }

  /** Remove the standing orders for which `isOver` holds, and keep them until they are reported. */
  private endOrders(isOver: (order: Order) => boolean): void {
    const over = this.orders.filter(isOver);
    if (over.length === 0) return;
    this.orders = this.orders.filter((order) => !over.includes(order));
    this.endedOrders.push(...over);
  }
}

/** Whether two questions have the same options in the same order. */
function offersSameAnswers(question: Question, other: Question): boolean {
  const [names, others] = [
    answerNames(question.options, question.optional),
    answerNames(other.options, other.optional),
  ];
  return names.length === others.length && names.every((name, place) => name === others[place]);
}
