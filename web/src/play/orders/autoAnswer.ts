/** A game that asks no more than a person wants to be asked: routine and standing orders are answered on the way. */

import { answerNames } from "../../engine/policies";
import { isGrave, NO_OPTION, type Question } from "../../engine/question";
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
import { Checkpoints } from "../story/checkpoints";
import type { Heading } from "../story/classes";
import { Headings } from "../story/headings";
import type { View } from "../view";
import { reasonOf } from "./answerReasons";
import { answerTo, endsAt, isAsked, isAuto, type Order, renderWording, replaces } from "./standingOrders";

/** An answer that is given without asking, and why. */
type OwnAnswer = readonly [index: number, why: Why];

/** Of an answer that is taken back with the one before it. */
const TOGETHER_REASON: AnswerReason = { why: "together", ordered: false };

/** For so many milliseconds what nobody is asked is answered before a page is to show itself. */
const SLICE_MILLISECONDS = 50;

const answerNothing: AutoAnswer = () => null;

/**
 * Sits beside a player and answers what he need not be asked; the save holds it like any other answer.
 *
 * Orders are kept nowhere: a game that is taken up again begins without them. What was answered without asking is known
 * from the save. Nobody need halt it here, as at a terminal: to answer hundreds of questions takes a tenth of a second.
 */
export class QuestionFilter {
  /** Those in force, in the order in which they were given. */
  orders: Order[] = [];
  /** Orders that are over, and of which nobody was told. */
  private endedOrders: Order[] = [];
  private trackedHeadings = new Headings();
  private readonly headingMarks = new Checkpoints<readonly Heading[]>();
  private orderedEvents = new Set<number>();
  private wantedEvent: number | null = null;
  /** Answers questions that come while a run goes on; the run is left at the first that it does not answer. */
  private autoAnswer: AutoAnswer = answerNothing;

  /** Beside the player of a game; `level` says how much is asked. */
  constructor(
    readonly play: Play,
    public level: Level = "all",
  ) {
    play.setAutoAnswer((question) => this.autoAnswer(question));
  }

  /** The game where the player is wanted; the same until the next move. Throws an {@link InputError} where it cannot go on. */
  view(): View {
    this.advance();
    return this.play.view();
  }

  /**
   * Answer what the player need not be asked, without a look at the game.
   *
   * Gives what the player is asked; null where dice are wanted, or the game is over.
   */
  advance(): Question | null {
    while (this.advanceFor(Number.POSITIVE_INFINITY));
    return this.play.question;
  }

  /**
   * The same for so many milliseconds, or a little longer: for a page that is to stay alive meanwhile.
   *
   * Gives whether there is more of it to be answered.
   */
  advanceFor(milliseconds = SLICE_MILLISECONDS): boolean {
    this.answerWhile(this.limitTime(milliseconds));
    const next = this.play.question;
    return next !== null && this.automaticAnswer(next) !== null;
  }

  /** Answers what the player need not be asked: one question at least, and more for so many milliseconds. */
  private limitTime(milliseconds: number): AutoAnswer {
    const until = performance.now() + milliseconds;
    let isFirst = true;
    return (question) => {
      if (!isFirst && performance.now() >= until) return null;
      isFirst = false;
      return this.withReason(this.automaticAnswer(question));
    };
  }

  /** With it whether the player gave the order for it at this question. */
  private withReason(ownAnswer: OwnAnswer | null): GivenAnswer | null {
    return (
      ownAnswer && [
        ownAnswer[0],
        { why: ownAnswer[1], ordered: ownAnswer[1] !== "routine" && this.orderedEvents.has(this.eventCount) },
      ]
    );
  }

  /** Answer the open question, and while the run goes on those that follow, as long as `beside` does. */
  private answerWhile(autoAnswer: AutoAnswer): void {
    this.withAutoAnswer(autoAnswer, () => {
      const question = this.play.question;
      const answer = question && autoAnswer(question);
      if (answer !== null) this.play.answer(answerName(question!, answer[0]), answer[1].why, answer[1].ordered);
    });
  }

  /** Do something, and have what comes meanwhile answered so. */
  private withAutoAnswer(autoAnswer: AutoAnswer, action: () => void): void {
    this.autoAnswer = autoAnswer;
    try {
      action();
    } finally {
      this.autoAnswer = answerNothing;
    }
  }

  /** How many events have happened. */
  get eventCount(): number {
    return this.play.session.eventCount;
  }

  /** Whether there were questions, and none was put: each had one sensible answer. */
  get hasAskedNothing(): boolean {
    const answers = this.play.session.records.filter((record): record is Answer => record.is === "answer");
    return answers.length > 0 && !answers.some(isOwnDecision);
  }

  /** Where play stands; what is over by then ends. */
  get headings(): Headings {
    if (this.trackedHeadings.followedEvents > this.eventCount) this.rewindHeadings();
    for (const view of this.play.events(this.trackedHeadings.followedEvents)) {
      const number = this.trackedHeadings.followedEvents;
      if (this.headingMarks.isDue(number)) this.headingMarks.add(number, [...this.trackedHeadings.open]);
      this.trackedHeadings.follow(view);
      this.endOrders((order) => number >= order.since && endsAt(order, view, this.trackedHeadings));
    }
    return this.trackedHeadings;
  }

  /** The answer that is given to a question without asking, and why; null where the player is asked. */
  automaticAnswer(question: Question): OwnAnswer | null {
    const { eventCount } = this;
    void this.headings;
    if (isGrave(question)) this.endOrders((order) => order.untilNews && order.since < eventCount);
    return this.wantedEvent === eventCount ? null : this.answerByOrders(question);
  }

  /** The answer that level and orders give to a question, and why; null where they leave it to the player. */
  private answerByOrders(question: Question): OwnAnswer | null {
    const standing = this.orders.filter((order) => order.id === question.id).reverse();
    for (const order of standing) {
      const index = answerTo(order, question);
      if (index !== null) return [index, "order"];
    }
    const preferred = question.preferred;
    if (preferred !== NO_OPTION && question.options[preferred]!.grave) return null;
    if (this.orders.some(isAuto)) return [preferred, "auto"];
    return standing.length > 0 || isAsked(question, this.level) ? null : [preferred, "routine"];
  }

  /** Why the answer that an event tells of was given without asking, in words; empty for others. */
  reasonOf(event: number): string {
    return reasonOf(this.play.session, event);
  }

  /** The orders that are over, each told once. */
  popEndedOrders(): Order[] {
    const ended = this.endedOrders;
    this.endedOrders = [];
    return ended;
  }

  // --- moves

  /** Answer the open question; see {@link Play.answer}. What nobody is asked behind it is answered for a moment. */
  answer(name: string): void {
    this.withAutoAnswer(this.limitTime(SLICE_MILLISECONDS), () => this.play.answer(name));
  }

  /** What the open question is put as one with; null where it is put alone, as all are where everything is asked. */
  questionGroup(): QuestionGroup | null {
    const first = this.play.question;
    if (first === null || this.level === "all") return null;
    return findGroup(this.play.session, first, (question) => this.answerByOrders(question)?.[0] ?? null);
  }

  /**
   * Answer the questions of a matrix by indices, until one of them is another than it was shown to be.
   *
   * What the player has answered there counts, though by his answers to others it need not be asked any more.
   *
   * Gives how many were answered.
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
   * Choose several of the same question's options by their places, and none where no more are to be chosen.
   *
   * Gives how many were chosen: fewer where one of them is not offered after another.
   */
  answerSeveral(several: RepeatedQuestion, places: readonly number[]): number {
    const remaining = [...several.question.options.keys()];
    let number = 0;
    let isDone = false;
    this.answerWhile((question) => {
      if (isDone || !isRepeatOf(question, several.question, remaining)) return null;
      const reason = number > 0 ? TOGETHER_REASON : ASKED_PERSON;
      isDone = number === places.length;
      if (isDone) return question.optional ? [NO_OPTION, reason] : null;
      const index = remaining.indexOf(places[number]!);
      remaining.splice(index, 1);
      number += 1;
      return [index, reason];
    });
    return number;
  }

  /**
   * Take back answers that the player gave (or throws of real dice) with all that followed them.
   *
   * Where an order was given, what it answered at once counts as the player's. What was answered without asking goes with
   * the rest, and so do orders given since. What is asked then is asked of the player, whatever stands.
   *
   * Gives how many of the player's were taken back. Where there are none left, what was answered without asking is taken
   * back too, and counts.
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

  /** Give a standing order; it counts for the open question, too. One that it changes is forgotten. */
  order(order: Order): void {
    this.orders = [...this.orders.filter((other) => !replaces(order, other)), order];
    this.orderedEvents.add(order.since);
    this.wantedEvent = null;
  }

  /** Take back the order with this number, counted from 1; null where there is none. */
  takeBackOrder(number: number): Order | null {
    const order = this.orders[number - 1] ?? null;
    this.orders = this.orders.filter((other) => other !== order);
    return order;
  }

  /** From here on ask so much. */
  setLevel(level: Level): void {
    this.level = level;
    this.wantedEvent = null;
  }

  /** How a question reads each time. */
  wordingOf(question: Question): string {
    return renderWording(choiceSiteAt(this.play.session.program, question.site).ask);
  }

  /** Follow the events again, from as late as may be, for some were taken back. */
  private rewindHeadings(): void {
    const marked = this.headingMarks.rewindTo(this.eventCount);
    this.trackedHeadings = marked === null ? new Headings() : new Headings(marked[1], marked[0]);
  }

  private endOrders(isOver: (order: Order) => boolean): void {
    const over = this.orders.filter(isOver);
    if (over.length === 0) return;
    this.orders = this.orders.filter((order) => !over.includes(order));
    this.endedOrders.push(...over);
  }
}

/** Whether two questions may be answered alike. */
function offersSameAnswers(question: Question, other: Question): boolean {
  const [names, others] = [
    answerNames(question.options, question.optional),
    answerNames(other.options, other.optional),
  ];
  return names.length === others.length && names.every((name, place) => name === others[place]);
}
