/** Standing orders and how much is asked, in sentences. */

import { LEVELS, type Level } from "../../modes";
import { MEANS, type Order, toldOrder } from "./standing";

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

/** The level that a word means, by its beginning; null where it means none. */
export function levelCalled(word: string): Level | null {
  return LEVELS.find((level) => level.startsWith(word.toLowerCase())) ?? null;
}

/** How much is asked. */
export function toldLevel(level: Level): string {
  return `Asked: ${MEANS[level]} (${level}).`;
}
