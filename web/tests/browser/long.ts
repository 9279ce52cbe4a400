/**
 * A save of hundreds of thousands of lines: `node scripts/browse.mjs long SAVE`.
 *
 * It is read and played again while the page goes on; how long that was busy in one go at most, in milliseconds.
 */

import type { ElementHandle } from "puppeteer-core";
import { Chance } from "./chance";
import { Hand } from "./hand";
import { visited } from "./visits";

const [save = ""] = process.argv.slice(2);
const SHOTS = process.env.SHOTS;

await visited(async (visit, home) => {
  const page = await visit.page();
  const hand = new Hand(page, new Chance(1));
  await page.goto(`${home}play/#/saves`);
  await hand.sees("#save-file");
  await page.evaluate(() => {
    const seen = { longest: 0, told: [] as string[] };
    Object.assign(window, { seen });
    let last = performance.now();
    setInterval(() => {
      seen.longest = Math.max(seen.longest, performance.now() - last);
      last = performance.now();
    }, 20);
    new MutationObserver(() => {
      const told = document.querySelector(".notice.passing")?.textContent ?? "";
      if (told && told !== seen.told.at(-1)) seen.told.push(told);
    }).observe(document.querySelector(".notices")!, { childList: true, subtree: true });
  });
  const input = (await page.$("#save-file")) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(save);
  await hand.sees("#prompt");
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/long.png` });
  return page.evaluate(() => (window as unknown as { seen: object }).seen);
});
