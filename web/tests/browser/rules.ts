/**
 * Games whose rules have changed since they were begun: `node scripts/browse.mjs rules PLAN`, which is JSON.
 *
 * A campaign is begun; the site then has other rules, and the page is loaded anew. It is played to its end by the rules
 * that it was begun by, and only then has it go over to the others.
 */

import assert from "node:assert/strict";
import { copyFileSync, rmSync } from "node:fs";
import { Chance } from "./chance";
import { Hand } from "./hand";
import { anew, begin, exported, linesKept, visited } from "./visits";

interface Plan {
  readonly game: string;
  /** The folder of the site whose rules have changed. */
  readonly newer: string;
  /** How many moves are made before. */
  readonly moves: number;
  /** Where the save is written as it ended by its own rules, its rules, and the save when it went over. */
  readonly own: string;
  readonly rules: string;
  readonly over: string;
}

const plan = JSON.parse(process.argv[2] ?? "{}") as Plan;

const NEWER = "See what would change …";

await visited(async (visit, home, served) => {
  const page = await visit.page();
  const hand = new Hand(page, new Chance(3));
  await begin(hand, home, plan.game, { seed: 4, campaign: true, ask: "all" });
  let asked = await hand.settled();
  for (let move = 0; move < plan.moves; move++) asked = await hand.move(asked);
  const address = page.url();

  served.folder = plan.newer;
  await anew(page, address);
  assert.deepEqual(await hand.settled(), asked, "the same is asked by the rules that it was begun by");
  await pressable(hand, NEWER);

  asked = asked.kind === "throw" ? asked : await hand.finish();
  while (asked.kind !== "over") asked = asked.kind === "throw" ? await hand.throwNoMore() : await hand.take();
  taken(await exported(visit, hand), plan.own);
  await hand.press("Its rules as a file");
  taken(await downloaded(() => visit.downloaded()[0]), plan.rules);

  const lines = await linesKept(page);
  await hand.press(NEWER);
  await hand.sees('::-p-xpath(//h2[.="How far it holds"])');
  const told = await page.$eval("main", (main) => main.innerText);
  assert.equal(await linesKept(page), lines, "looking changes nothing");
  await hand.press("Back to the game");
  await hand.sees("#prompt");
  await hand.press("More");
  await hand.press("Its rules and those that are here");
  await hand.press("Go on by these rules");
  asked = await hand.settled();
  assert.ok((await linesKept(page)) > lines);
  taken(await exported(visit, hand), plan.over);
  return { told, asked };
});

/** Put a download where it is wanted: the next may have the same name. */
function taken(file: string, to: string): void {
  copyFileSync(file, to);
  rmSync(file);
}

/** Wait until something can be pressed. */
async function pressable(hand: Hand, text: string): Promise<void> {
  await hand.sees(`::-p-xpath(//a[normalize-space()="${text}"])`);
}

async function downloaded(look: () => string | undefined): Promise<string> {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const found = look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the file did not come");
}
