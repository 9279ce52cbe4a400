/** A game that asks no more than a person wants to be asked: routine and standing orders are answered on the way. */

import { answers } from "../../engine/choices";
import { isGrave, NO_OPTION, type Question } from "../../engine/question";
import type { Level, Why } from "../../modes";
import { choiceSite } from "../../rules/sites";
import type { Answer } from "../../session/classes";
import { decisionsBack, isOwn } from "../../session/records";
import { ASKED } from "../../session/session";
import type { Reason } from "../../session/telling";
import { nameOf } from "../answers/answering";
import type { Group, Matrix, Several } from "../answers/groups";
import { groupAt, isLeft, isSame } from "../answers/together";
import type { Given, Play, Unasked } from "../play";
import type { Heading } from "../story/classes";
import { Headings } from "../story/headings";
import { Marks } from "../story/marks";
import type { View } from "../view";
import { whyUnasked } from "./behind";
import { answerTo, endsWith, isAsked, isAuto, type Order, replaces, wording } from "./standing";

/** An answer that is given without asking, and why. */
type Own = readonly [index: number, why: Why];

/** Of an answer that is taken back with the one before it. */
const WITH_OTHERS: Reason = { why: "together", ordered: false };

/** For so many milliseconds what nobody is asked is answered before a page is to show itself. */
const SLICE = 50;

const nothing: Unasked = () => null;

/**
 * Sits beside a player and answers what he need not be asked; the save holds it like any other answer.
 *
 * Orders are kept nowhere: a game that is taken up again begins without them. What was answered without asking is known
 * from the save. Nobody need halt it here, as at a terminal: to answer hundreds of questions takes a tenth of a second.
 */
export class Steward {
  /** Those in force, in the order in which they were given. */
  orders: Order[] = [];
  /** Orders that are over, and of which nobody was told. */
  private ended: Order[] = [];
  private followed = new Headings();
  private readonly marks = new Marks<readonly Heading[]>();
  private ordered = new Set<number>();
  private wanted: number | null = null;
  /** Answers questions that come while a run goes on; the run is left at the first that it does not answer. */
  private beside: Unasked = nothing;

  /** Beside the player of a game; `level` says how much is asked. */
  constructor(
    readonly play: Play,
    public level: Level = "all",
  ) {
    play.answerBeside((asked) => this.beside(asked));
  }

  /** The game where the player is wanted; the same until the next move. Throws an {@link InputError} where it cannot go on. */
  view(): View {
    this.goOn();
    return this.play.view();
  }

  /**
   * Answer what the player need not be asked, without a look at the game.
   *
   * Gives what the player is asked; null where dice are wanted, or the game is over.
   */
  goOn(): Question | null {
    while (this.step(Number.POSITIVE_INFINITY));
    return this.play.question;
  }

  /**
   * The same for so many milliseconds, or a little longer: for a page that is to stay alive meanwhile.
   *
   * Gives whether there is more of it to be answered.
   */
  step(most = SLICE): boolean {
    this.move(this.forSoLong(most));
    const next = this.play.question;
    return next !== null && this.ownAnswer(next) !== null;
  }

  /** Answers what the player need not be asked: one question at least, and more for so many milliseconds. */
  private forSoLong(most: number): Unasked {
    const until = performance.now() + most;
    let isFirst = true;
    return (asked) => {
      if (!isFirst && performance.now() >= until) return null;
      isFirst = false;
      return this.withReason(this.ownAnswer(asked));
    };
  }

  /** With it whether the player gave the order for it at this question. */
  private withReason(own: Own | null): Given | null {
    return own && [own[0], { why: own[1], ordered: own[1] !== "routine" && this.ordered.has(this.events) }];
  }

  /** Answer the open question, and while the run goes on those that follow, as long as `beside` does. */
  private move(beside: Unasked): void {
    this.during(beside, () => {
      const asked = this.play.question;
      const given = asked && beside(asked);
      if (given !== null) this.play.answer(nameOf(asked!, given[0]), given[1].why, given[1].ordered);
    });
  }

  /** Do something, and have what comes meanwhile answered so. */
  private during(beside: Unasked, act: () => void): void {
    this.beside = beside;
    try {
      act();
    } finally {
      this.beside = nothing;
    }
  }

  /** How many events have happened. */
  get events(): number {
    return this.play.session.happened;
  }

  /** Whether there were questions, and none was put: each had one sensible answer. */
  get askedNothing(): boolean {
    const given = this.play.session.records.filter((record): record is Answer => record.is === "answer");
    return given.length > 0 && !given.some(isOwn);
  }

  /** Where play stands; what is over by then ends. */
  get headings(): Headings {
    if (this.followed.followed > this.events) this.back();
    for (const view of this.play.events(this.followed.followed)) {
      const number = this.followed.followed;
      if (this.marks.isDue(number)) this.marks.keep(number, [...this.followed.open]);
      this.followed.follow(view);
      this.end((order) => number >= order.since && endsWith(order, view, this.followed));
    }
    return this.followed;
  }

  /** The answer that is given to a question without asking, and why; null where the player is asked. */
  ownAnswer(asked: Question): Own | null {
    const { events } = this;
    void this.headings;
    if (isGrave(asked)) this.end((order) => order.untilNews && order.since < events);
    return this.wanted === events ? null : this.unasked(asked);
  }

  /** The answer that level and orders give to a question, and why; null where they leave it to the player. */
  private unasked(asked: Question): Own | null {
    const standing = this.orders.filter((order) => order.id === asked.id).reverse();
    for (const order of standing) {
      const index = answerTo(order, asked);
      if (index !== null) return [index, "order"];
    }
    const preferred = asked.preferred;
    if (preferred !== NO_OPTION && asked.options[preferred]!.grave) return null;
    if (this.orders.some(isAuto)) return [preferred, "auto"];
    return standing.length > 0 || isAsked(asked, this.level) ? null : [preferred, "routine"];
  }

  /** Why the answer that an event tells of was given without asking, in words; empty for others. */
  why(event: number): string {
    return whyUnasked(this.play.session, event);
  }

  /** The orders that are over, each told once. */
  takeEnded(): Order[] {
    const ended = this.ended;
    this.ended = [];
    return ended;
  }

  // --- moves

  /** Answer the open question; see {@link Play.answer}. What nobody is asked behind it is answered for a moment. */
  answer(name: string): void {
    this.during(this.forSoLong(SLICE), () => this.play.answer(name));
  }

  /** What the open question is put as one with; null where it is put alone, as all are where everything is asked. */
  group(): Group | null {
    const first = this.play.question;
    if (first === null || this.level === "all") return null;
    return groupAt(this.play.session, first, (asked) => this.unasked(asked)?.[0] ?? null);
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
    this.move((asked) => {
      const row = matrix.rows[number];
      const own = this.withReason(this.ownAnswer(asked));
      if (own !== null && (row === undefined || !isSame(asked, row))) return own;
      if (row === undefined || asked.id !== row.id || !offersTheSame(asked, row)) return null;
      number += 1;
      return [indices[number - 1]!, number > 1 ? WITH_OTHERS : ASKED];
    });
    return number;
  }

  /**
   * Choose several of the same question's options by their places, and none where no more are to be chosen.
   *
   * Gives how many were chosen: fewer where one of them is not offered after another.
   */
  answerSeveral(several: Several, places: readonly number[]): number {
    const left = [...several.question.options.keys()];
    let number = 0;
    let isDone = false;
    this.move((asked) => {
      if (isDone || !isLeft(asked, several.question, left)) return null;
      const reason = number > 0 ? WITH_OTHERS : ASKED;
      isDone = number === places.length;
      if (isDone) return asked.optional ? [NO_OPTION, reason] : null;
      const index = left.indexOf(places[number]!);
      left.splice(index, 1);
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
    for (const record of decisionsBack(records, header)) {
      if (wanted < 1) break;
      taken += 1;
      if (isOwn(record)) wanted -= 1;
    }
    const done = this.play.undo(taken);
    this.back();
    const now = this.events;
    this.orders = this.orders.filter((order) => order.since < now);
    this.ordered = new Set([...this.ordered].filter((event) => event < now));
    this.wanted = now;
    return Math.min(done, Math.max(count - wanted, Math.min(1, done)));
  }

  // --- orders

  /** Give a standing order; it counts for the open question, too. One that it changes is forgotten. */
  order(order: Order): void {
    this.orders = [...this.orders.filter((other) => !replaces(order, other)), order];
    this.ordered.add(order.since);
    this.wanted = null;
  }

  /** Take back the order with this number, counted from 1; null where there is none. */
  takeBack(number: number): Order | null {
    const order = this.orders[number - 1] ?? null;
    this.orders = this.orders.filter((other) => other !== order);
    return order;
  }

  /** From here on ask so much. */
  ask(level: Level): void {
    this.level = level;
    this.wanted = null;
  }

  /** How a question reads each time. */
  wording(asked: Question): string {
    return wording(choiceSite(this.play.session.program, asked.site).ask);
  }

  /** Follow the events again, from as late as may be, for some were taken back. */
  private back(): void {
    const marked = this.marks.back(this.events);
    this.followed = marked === null ? new Headings() : new Headings(marked[1], marked[0]);
  }

  private end(isOver: (order: Order) => boolean): void {
    const over = this.orders.filter(isOver);
    if (over.length === 0) return;
    this.orders = this.orders.filter((order) => !over.includes(order));
    this.ended.push(...over);
  }
}

/** Whether two questions may be answered alike. */
function offersTheSame(asked: Question, other: Question): boolean {
  const [names, others] = [answers(asked.options, asked.optional), answers(other.options, other.optional)];
  return names.length === others.length && names.every((name, place) => name === others[place]);
}
