/**
 * Plays a game as a person would, and keeps its save as a file: `node scripts/browse.mjs mission PLAN`.
 *
 * It writes what was asked at the end, and in how many ways it was played.
 */

import { copyFileSync } from "node:fs";
import type { Page } from "puppeteer-core";
import type { Visit } from "./browsers";
import { Chance } from "./chance";
import { type Asked, Hand } from "./hand";
import { type Beginning, begin, exported, imported, linesKept, visited } from "./visits";

/** What is played, and how; JSON. */
interface Plan extends Beginning {
  readonly game: string;
  /** Where the save is put. */
  readonly file: string;
  /** A save that is gone on with. */
  readonly from?: string;
  /** So many moves are made; then the autopilot plays to the end. */
  readonly moves: number;
  /** At every so-manieth move the page or the browser is killed; 0 for never. */
  readonly kill: number;
}

/** At every so-manieth move an answer is taken back, and an order given. */
const BACK = 7;
const ORDER = 11;

const plan = JSON.parse(process.argv[2] ?? "{}") as Plan;

await visited(async (visit, home) => {
  const chance = new Chance(plan.seed ?? 1);
  let hand = new Hand(await visit.page(), chance);
  if (plan.from) await imported(hand, home, plan.from);
  else await begin(hand, home, plan.game, plan);
  let asked = await hand.settled();
  let kills = 0;
  for (let move = 1; asked.kind !== "over" && move <= plan.moves; move++) {
    if (move % BACK === 0) asked = await hand.takeBack();
    else if (move % ORDER === 0 && asked.kind === "options") asked = await hand.order();
    else asked = await hand.move(asked);
    if (plan.kill > 0 && move % plan.kill === 0) {
      hand = await killed(visit, hand, asked, ++kills % 2 === 0);
      asked = await hand.settled();
    }
  }
  if (asked.kind !== "throw" && asked.kind !== "over") asked = await hand.finish();
  while (asked.kind !== "over") asked = asked.kind === "throw" ? await hand.throwNoMore() : await hand.take();
  copyFileSync(await exported(visit, hand), plan.file);
  return { asked, kills, ways: Object.fromEntries(hand.ways) };
});

/** Kill the page, or the whole browser, and come back: what was seen is seen again. */
async function killed(visit: Visit, hand: Hand, before: Asked, isWhole: boolean): Promise<Hand> {
  const address = hand.page.url();
  const lines = await linesKept(hand.page);
  await hand.page.evaluate(() => localStorage.clear()); // a browser may lose the last seconds of it
  if (isWhole) await visit.kill();
  else await hand.page.close();
  const page: Page = await visit.page();
  const again = new Hand(page, hand.chance, hand.ways);
  await page.goto(address);
  const after = await again.settled();
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    throw new Error(`before it was killed: ${JSON.stringify(before)}; behind it: ${JSON.stringify(after)}`);
  }
  const kept = await linesKept(page);
  if (kept < lines) throw new Error(`of ${lines} lines ${kept} are there when it was killed`);
  return again;
}
