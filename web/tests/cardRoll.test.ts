/** Dice of one's own on the card of a table lead to its rows, by the modifiers that one counts. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compileGame } from "../src/engine/modules";
import { diceOfTable, lastCounted, plainAmount, rollOnCard } from "../src/play/why/cardRoll";
import { makeDice } from "../src/rules/dice";
import { game } from "./games";
import { seated, upTo } from "./questions";

const lighthouse = await compileGame(await game("lighthouse"));
const { program } = lighthouse;
const cards = new Map((await game("lighthouse")).cards().tables.map((card) => [card.id, card]));
const weather = cards.get("Weather")!;
const reef = cards.get("Reef")!;

/** The keys of the rows to which dice lead. */
function keys(table: string, typed: string, ...labels: string[]): readonly string[] | string {
  const card = cards.get(table)!;
  const counted = card.modifiers
    .filter(({ label }) => labels.includes(label))
    .map((line) => ({ line, amount: plainAmount(line) ?? 0 }));
  const roll = rollOnCard(card, diceOfTable(program, table)!, typed, counted);
  return typeof roll === "string" ? roll : roll.rows.map(({ key }) => key);
}

test("dice lead to the row of their total, with what counts", () => {
  assert.deepEqual(diceOfTable(program, "Weather"), makeDice(2, 6));
  assert.deepEqual(keys("Weather", "3 5"), ["7..8"]);
  assert.deepEqual(keys("Weather", "8"), ["7..8"]);
  assert.deepEqual(keys("Weather", "3 5", "worse"), ["9..10"]);
  assert.deepEqual(keys("Traffic", "6 6"), ["66"]);
});

test("a roll is told with its modifiers, and marks them", () => {
  const worse = weather.modifiers.find(({ label }) => label === "worse")!;
  const roll = rollOnCard(weather, makeDice(2, 6), "3 5", [{ line: worse, amount: 1 }]);
  assert.ok(typeof roll !== "string");
  assert.equal(roll.text, "3+5 +1 worse = 9");
  assert.deepEqual([...roll.marks.lines], [...roll.rows, worse]);
});

test("natural rows come first, and keys that are computed are not guessed", () => {
  assert.deepEqual(keys("Reef", "6", "moonless"), ["natural 6"]);
  assert.deepEqual(keys("Reef", "2"), ["..2"]);
  assert.deepEqual(keys("Reef", "3"), []);
  assert.equal(plainAmount(reef.modifiers.find(({ label }) => label === "lamp")!), null);
});

test("dice that cannot be are refused", () => {
  assert.match(keys("Weather", "7 5") as string, /7/u);
  assert.equal(diceOfTable(program, "Leeway"), null);
});

test("what counted at the last throw in a game is known, up to what was shown", async () => {
  const night = await seated("lighthouse", 2n);
  upTo(night, "Hour 3");
  const { session } = night.play;
  const counted = lastCounted(session, reef, session.eventCount);
  assert.deepEqual(
    counted.map(({ line, amount }) => [line.label, amount]),
    [
      ["lamp", 3],
      ["signal", 1],
      ["gale", -2],
    ],
  );
  assert.deepEqual(lastCounted(session, reef, 0), []);
});
