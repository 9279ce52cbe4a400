/** The standing orders at a seat: they are the player's own, and his host knows of none. */

import type { View } from "../engine/classes";
import { isGrave, NO_OPTION, type Question } from "../engine/question";
import type { Level } from "../modes";
import { answerName } from "../play/answers/answers";
import { answerTo, endsAt, isAuto, type Order, type OrderBook, replaces } from "../play/orders/standingOrders";
import { Headings } from "../play/story/headings";
import type { GameAtSeat } from "./seatGame";

/** What is kept of a player's standing orders while his front end is away. */
export interface KeptOrders {
  /** The orders in force, oldest first. */
  readonly orders: readonly Order[];
  /** The number of events at which something was taken back; null for none. */
  readonly undoneAt: number | null;
}

/** No orders. */
export const NO_ORDERS: KeptOrders = { orders: [], undoneAt: null };

/** The standing orders of a player at a seat, with the headings that are open there. */
export class SeatOrders implements OrderBook {
  private inForce: Order[];
  private endedOrders: Order[] = [];
  private tracked = new Headings();
  private readonly titles = new Map<string, string>();
  /** The number of events at which something was taken back: the question there is left to the player; null for none. */
  private undoneAt: number | null;

  /**
   * Make the orders of a game; `level` is how many questions the player is asked, which the host applies. Those that
   * were `kept` stand, unless an event has ended them since, or the game is not as far as it was. `onChange` is
   * called when there may be others.
   */
  constructor(
    private readonly game: GameAtSeat,
    public level: Level,
    kept = NO_ORDERS,
    private readonly onChange: () => void = () => {},
  ) {
    this.inForce = kept.orders.filter(({ since }) => since <= game.eventCount);
    this.undoneAt = kept.undoneAt;
    for (const [name, title] of game.seated.phrases.procedures) this.titles.set(name, title);
  }

  get eventCount(): number {
    return this.game.eventCount;
  }

  /** The open headings, brought up to date; reading them also ends the orders that are over. */
  get headings(): Headings {
    const { views } = this.game;
    if (this.tracked.followedEvents > views.length) this.tracked = new Headings();
    for (let at = this.tracked.followedEvents; at < views.length; at++) this.follow(views[at]!, at);
    return this.tracked;
  }

  /** The titles of procedures and of the steps that have begun so far, by their names. */
  get endPoints(): ReadonlyMap<string, string> {
    void this.headings;
    return this.titles;
  }

  /** The orders in force, oldest first. */
  get orders(): Order[] {
    return this.inForce;
  }

  set orders(orders: Order[]) {
    this.inForce = orders;
    this.onChange();
  }

  /** What is to be kept of the orders while the player is away. */
  get kept(): KeptOrders {
    return { orders: this.inForce, undoneAt: this.undoneAt };
  }

  wordingOf(question: Question): string {
    return question.prompt;
  }

  /** The name of the answer that an order gives to a question; null if the player is asked. */
  automaticAnswer(question: Question): string | null {
    const { eventCount } = this;
    void this.headings;
    if (isGrave(question)) this.endOrders((order) => order.untilNews && order.since < eventCount);
    if (question.ends.length > 0 || this.undoneAt === eventCount) return null; // an amount is two questions
    for (const order of this.orders.filter(({ id }) => id === question.id).reverse()) {
      const index = answerTo(order, question);
      if (index !== null) return answerName(question, index);
    }
    const { preferred } = question;
    if (preferred !== NO_OPTION && question.options[preferred]!.grave) return null;
    return this.orders.some(isAuto) ? answerName(question, preferred) : null;
  }

  giveOrder(order: Order): void {
    this.undoneAt = null;
    this.orders = [...this.orders.filter((other) => !replaces(order, other)), order];
  }

  takeBackOrder(number: number): Order | null {
    const order = this.orders[number - 1] ?? null;
    this.orders = this.orders.filter((other) => other !== order);
    return order;
  }

  /** Forget the orders that were given at a number of events or later: these were taken back, and are asked anew. */
  dropSince(eventCount: number): void {
    this.tracked = new Headings();
    this.undoneAt = eventCount;
    this.orders = this.orders.filter(({ since }) => since < eventCount);
  }

  setLevel(level: Level): void {
    this.level = level;
  }

  /** Return the ended orders that were not reported yet, and mark them as reported. */
  popEndedOrders(): Order[] {
    const ended = this.endedOrders;
    this.endedOrders = [];
    return ended;
  }

  /** Follow an event: it may open a heading, and end orders. */
  private follow(view: View, number: number): void {
    if (view.event === "enter" && view.title) this.titles.set(view.name, view.title);
    this.tracked.follow(view);
    this.endOrders((order) => number >= order.since && endsAt(order, view, this.tracked));
  }

  /** Remove the orders for which `isOver` holds, and keep them until they are reported. */
  private endOrders(isOver: (order: Order) => boolean): void {
    const over = this.orders.filter(isOver);
    if (over.length === 0) return;
    this.orders = this.orders.filter((order) => !over.includes(order));
    this.endedOrders.push(...over);
  }
}
