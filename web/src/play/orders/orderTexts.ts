/** Messages about standing orders and question levels. */

import type { Level } from "../../modes";
import * as sentences from "../sentences";
import { describeOrder, LEVEL_TEXTS, type Order } from "./standingOrders";

/** The message after a game without a question to the player. */
export const ASKED_NOTHING = sentences.ASKED_NOTHING;

/** Render the confirmation of a new standing order. */
export function renderGivenOrder(order: Order): string {
  return sentences.orderGiven(describeOrder(order));
}

/** Render the message that a standing order has ended. */
export function renderEndedOrder(order: Order): string {
  return `Over: ${describeOrder(order)}`;
}

/** Describe a question level: which questions the player is asked. */
export function renderLevel(level: Level): string {
  return `Asked: ${LEVEL_TEXTS[level]} (${level}).`;
}
