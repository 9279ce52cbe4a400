/**
 * Two tabs with one save, and a storage that is cleared while a game is played: `node scripts/browse.mjs tabs GAME`.
 */

import assert from "node:assert/strict";
import { Chance } from "./chance";
import { Hand } from "./hand";
import { begin, clearStorage, linesKept, visited } from "./visits";

const [game = ""] = process.argv.slice(2);

await visited(async (visit, home) => {
  const hand = new Hand(await visit.page(), new Chance(1));
  await begin(hand, home, game, { ask: "all" });
  await hand.move(await hand.settled());
  const address = hand.page.url();
  const lines = await linesKept(hand.page);

  const other = new Hand(await visit.page(), new Chance(2));
  await other.page.goto(address);
  await other.sees("main button");
  const told = await other.page.$eval("main", (main) => main.textContent ?? "");
  assert.match(told, /another tab/);
  assert.equal(await linesKept(other.page), lines, "the second writes nothing");

  await hand.page.bringToFront();
  const after = await hand.move(await hand.settled());
  await hand.page.close();
  await other.page.bringToFront();
  await other.press("Try again");
  const taken = await other.settled();
  assert.deepEqual(taken, after, "the second goes on where the first was closed");

  const stored = await linesKept(other.page);
  await clearStorage(other.page);
  const asked = await other.move(await other.settled());
  assert.ok((await linesKept(other.page)) > stored, "what was cleared is stored again, and the answer behind it");
  await other.page.reload();
  assert.deepEqual(await other.settled(), asked, "and the game goes on from there");
  return told;
});
