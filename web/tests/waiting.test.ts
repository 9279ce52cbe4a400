/** What the page of a table says of what waits at a seat. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sightTarget } from "../src/page/guest/waiting";
import type { Turn } from "../src/seat/classes";
import { restoreGame } from "../src/seat/seatGame";
import { newSeated, newTurn } from "./seatParts";

test("nobody is led to a question that another is asked", () => {
  const targetAt = (changes: Partial<Turn>) => sightTarget(restoreGame([newSeated(), newTurn(changes)])!, false);
  assert.equal(targetAt({}), "question");
  assert.equal(targetAt({ turn: "host", question: null }), "present");
  assert.equal(targetAt({ turn: "", question: null }), "end");
  assert.equal(sightTarget(restoreGame([newSeated(), newTurn()])!, true), "stop");
});
