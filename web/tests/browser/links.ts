/**
 * Opens a link, watches it, plays on from the middle, and shares that: `node scripts/browse.mjs links LINK OTHER BROKEN`.
 *
 * LINK is packed, OTHER one whose rules are not there, BROKEN one that is damaged.
 */

import assert from "node:assert/strict";
import type { Page } from "puppeteer-core";
import { Chance } from "./chance";
import { Hand } from "./hand";
import { linesKept, visited } from "./visits";

const [link = "", other = "", broken = ""] = process.argv.slice(2);
const SHOTS = process.env.SHOTS;

const textOf = (page: Page): Promise<string> => page.$eval("#main", (main) => (main as HTMLElement).innerText);

await visited(async (visit, home) => {
  const page = await visit.page(390, 844);
  const hand = new Hand(page, new Chance(1));
  const shot = async (name: string): Promise<void> => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/link-${name}.png` });
  };
  const read = async (packed: string, name: string): Promise<string> => {
    await page.goto("about:blank");
    await page.goto(`${home}play/#/link/${packed}`);
    await hand.sees("#main h1");
    await shot(name);
    return textOf(page);
  };
  const missing = await read(other, "missing");
  const damaged = await read(broken, "damaged");
  const about = await read(link, "about");
  await hand.press("Watch");
  await hand.sees(".film");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await shot("film");
  const kept = await linesKept(page);
  await hand.press("Play on from here");
  await hand.sees(".go-on"); // the new game waits at the part that was seen
  const lines = await linesKept(page);
  await shot("played-on");
  await hand.press("More");
  await hand.press("Share as a link");
  await hand.sees("#link-text");
  await shot("shared");
  const shared = await page.$eval("#link-text", (box) => (box as HTMLTextAreaElement).value);
  await page.keyboard.press("Escape");
  const before = page.url();
  await page.goto("about:blank");
  await page.goto(`${home}play/#/link/${link}`);
  await hand.sees("#main h1");
  await hand.press("Play on");
  await page.waitForFunction(() => location.hash.startsWith("#/play/"));
  await hand.sees("#prompt, .asked a.main");
  assert.notEqual(page.url(), before, "a link replaces no game");
  return {
    missing,
    damaged,
    about,
    kept,
    lines,
    shared,
    story: await page.$eval(".story", (each) => each.textContent),
  };
});
