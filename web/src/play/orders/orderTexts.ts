/** Standing orders and how much is asked, in sentences. */

import { LEVELS, type Level } from "../../modes";
import * as sentences from "../sentences";
import { describeOrder, LEVEL_TEXTS, type Order } from "./standingOrders";

/** Why a person had nothing to decide in a game that is over. */
export const ASKED_NOTHING = sentences.ASKED_NOTHING;

/** What is said when an order is given, which stands from then on. */
export function renderGivenOrder(order: Order): string {
  return sentences.orderGiven(describeOrder(order));
}

/** What is said when an order is over. */
export function renderEndedOrder(order: Order): string {
  return `Over: ${describeOrder(order)}`;
}

/** The level that a word means, by its beginning; null where it means none. */
export function findLevel(word: string): Level | null {
  return LEVELS.find((level) => level.startsWith(word.toLowerCase())) ?? null;
}

/** How much is asked. */
export function renderLevel(level: Level): string {
  return `Asked: ${LEVEL_TEXTS[level]} (${level}).`;
}
