/**
 * Two sites at one address, in the folders `one` and `two` of its server: `node scripts/browse.mjs neighbours GAME FILE`.
 *
 * What is played on one, and a game file that is put there, are not the other's: how many saves and files each lists, before
 * the second is played on and behind that.
 */

import assert from "node:assert/strict";
import type { ElementHandle } from "puppeteer-core";
import { Chance } from "./chance";
import { Hand } from "./hand";
import { begin, visited } from "./visits";

const [game = "", file = ""] = process.argv.slice(2);

await visited(async (visit, home) => {
  const page = await visit.page();
  const hand = new Hand(page, new Chance(1));

  /** How many saves a site lists, and how many game files of one's own. */
  async function listed(site: string): Promise<readonly [saves: number, own: number]> {
    await page.goto(`${home}${site}/play/#/saves`);
    await hand.sees("#save-file");
    const saves = await page.$$eval("ul.rows li", (all) => all.length);
    await page.goto(`${home}${site}/play/#/`);
    await hand.sees("#own-file");
    return [saves, await page.$$eval("section[aria-labelledby=own] ul.cards > li", (all) => all.length)];
  }

  await begin(hand, `${home}one/`, game, { ask: "all" });
  await hand.move(await hand.settled());
  const asked = await hand.settled();
  const address = page.url();
  await page.goto(`${home}one/play/#/`);
  await hand.sees("#own-file");
  await ((await page.$("#own-file")) as ElementHandle<HTMLInputElement>).uploadFile(file);
  await page.waitForFunction(() => location.hash.startsWith("#/own-"));

  const before = [await listed("one"), await listed("two")];
  await page.goto(address.replace("/one/", "/two/"));
  await hand.sees("main [role=alert]");
  const said = await page.$eval("main [role=alert]", (alert) => alert.textContent ?? "");
  await begin(hand, `${home}two/`, game, { ask: "all", seed: 2 });
  await hand.move(await hand.settled());
  const after = [await listed("one"), await listed("two")];

  await page.goto(address);
  assert.deepEqual(await hand.settled(), asked, "the first goes on where it was");
  return { before, said, after };
});
