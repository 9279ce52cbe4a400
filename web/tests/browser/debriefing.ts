/**
 * Plays a campaign beat by beat up to its first debriefing, and loads the page again there: `node scripts/browse.mjs
 * debriefing GAME SEED`. It writes the titles of the debriefings that stand there before and after, and then behind it.
 */

import { Chance } from "./chance";
import { Hand } from "./hand";
import { begin, visited } from "./visits";

const [game = "", seed = "1"] = process.argv.slice(2);

/** So many stops and questions a mission has at most. */
const MOST = 300;

await visited(async (visit, home) => {
  const page = await visit.page(390, 844, "beats");
  await page.evaluateOnNewDocument(() => localStorage.setItem("bombsight /", '{"pace":"beats"}'));
  const hand = new Hand(page, new Chance(1));
  const titles = () => page.$$eval("dialog[open] h2", (all) => all.map((each) => each.textContent));
  await begin(hand, home, game, { campaign: true, seed: Number(seed) });
  for (let at = 0; at < MOST && (await page.$("dialog[open]")) === null; at++) {
    const before = await page.$(".go-on, #prompt");
    await hand.pause();
    await hand.enter();
    await hand.drawn();
    if (await page.$("dialog.small[open]")) await hand.click("dialog.small[open] button.grave");
    await page.waitForFunction((each) => !each?.isConnected, {}, before);
    await hand.drawn();
  }
  const found = [await titles()];
  await page.reload();
  await hand.sees("dialog[open]");
  found.push(await titles());
  await hand.pause();
  await hand.press("Go on with the next");
  await hand.drawn();
  found.push(await titles());
  return found;
});
