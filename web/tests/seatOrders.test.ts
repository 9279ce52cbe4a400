/** Standing orders at a seat outlast the page, as long as nothing has ended them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "../src/engine/classes";
import { autoOrder } from "../src/play/orders/standingOrders";
import { restoreGame } from "../src/seat/seatGame";
import { type KeptOrders, SeatOrders } from "../src/seat/seatOrders";
import { newChoice, newQuestion, newSeated, newTurn } from "./seatParts";

/** The orders of a page that is opened when some events have happened. */
function reopened(events: readonly View[], kept: KeptOrders): SeatOrders {
  return new SeatOrders(restoreGame([newSeated(), newTurn({ events: [...events] })])!, "all", kept);
}

test("an order that was kept answers on, unless an event has ended it, or the game is not as far", () => {
  const kept: KeptOrders[] = [];
  const game = restoreGame([newSeated(), newTurn({ events: [newChoice("left")] })])!;
  const orders: SeatOrders = new SeatOrders(game, "all", undefined, () => kept.push(orders.kept));
  orders.giveOrder({ ...autoOrder(1), until: "watch", untilTitle: "The watch" });
  const [given] = kept;
  assert.equal(reopened([newChoice("left")], given!).automaticAnswer(newQuestion()), "left");
  const watch = { ...newChoice(""), event: "enter", name: "watch", title: "The watch" } as unknown as View;
  const ended = reopened([newChoice("left"), watch], given!);
  assert.equal(ended.automaticAnswer(newQuestion()), null);
  assert.equal(ended.popEndedOrders().length, 1, "it is said that it has ended");
  assert.equal(reopened([], given!).automaticAnswer(newQuestion()), null);
  orders.dropSince(2);
  assert.equal(reopened([newChoice("left"), newChoice("left")], kept.at(-1)!).automaticAnswer(newQuestion()), null);
  orders.orders = [];
  assert.deepEqual(kept.at(-1)!.orders, []);
});
