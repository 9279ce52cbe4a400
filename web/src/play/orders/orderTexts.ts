/** Messages about standing orders and question levels. */

import type { Level } from "../../modes";
import * as sentences from "../sentences";
import { describeOrder, LEVEL_TEXTS, type Order } from "./standingOrders";

/** The message after a game without a question to the player. */
export const ASKED_NOTHING = sentences.ASKED_NOTHING;

/** The message for a new order. */
export function renderGivenOrder(order: Order): string {
  return sentences.orderGiven(describeOrder(order));
}

/** The message for an ended order. */
export function renderEndedOrder(order: Order): string {
  return `Over: ${describeOrder(order)}`;
}

/** Describe a question level. */
export function renderLevel(level: Level): string {
  return `Asked: ${LEVEL_TEXTS[level]} (${level}).`;
}
