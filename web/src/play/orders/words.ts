/** Standing orders and how much is asked, in sentences. */

import { isDecimal } from "../../text";
import { LEVELS, type Level, MEANS, type Order, toldOrder } from "./standing";
import type { Steward } from "./steward";

/** Where there are no orders. */
export const NO_ORDERS = "No standing orders. To give one: always, this, during NAME, until NAME, auto";

/** Why a person had nothing to decide in a game that is over. */
export const ASKED_NOTHING = "You were asked nothing: every question had one sensible answer.";

/** What is said when an order is given, which stands from then on. */
export function toldGiven(order: Order): string {
  return `From here on: ${toldOrder(order)}`;
}

/** What is said when an order is over. */
export function toldOver(order: Order): string {
  return `Over: ${toldOrder(order)}`;
}

/** Take back the order with a number as it was typed, or all where there is none; what is said of it. */
export function takenBack(steward: Steward, which: string): string {
  if (!which) {
    steward.orders = [];
    return "All standing orders are taken back.";
  }
  const order = isDecimal(which) ? steward.takeBack(Number(which.slice(0, 4))) : null;
  return order === null ? `There is no order ${which}.` : `Taken back: ${toldOrder(order)}`;
}

/** The level that a word means, by its beginning; null where it means none. */
export function levelCalled(word: string): Level | null {
  return LEVELS.find((level) => level.startsWith(word.toLowerCase())) ?? null;
}

/** How much is asked. */
export function toldLevel(level: Level): string {
  return `Asked: ${MEANS[level]} (${level}).`;
}
