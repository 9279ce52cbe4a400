/**
 * Goes back and forth through a story: `node scripts/browse.mjs past GAME WIDTH HEIGHT`; GAME is that of
 * tests/service/brig.
 *
 * It looks at each state by axe, and writes what it found wrong.
 */

import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "puppeteer-core";
import { Chance } from "./chance";
import { Hand } from "./hand";
import { begin, visited } from "./visits";

const [game = "", width = "1280", height = "800"] = process.argv.slice(2);
const SHOTS = process.env.SHOTS;

/** What axe finds in the page, and whether it scrolls sideways. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof import("axe-core") }).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`,
    );
    return document.documentElement.scrollWidth > innerWidth ? [...found, "it scrolls sideways"] : found;
  });
}

/** What stands in the page: the story, what is asked, boards and sheet. */
function standing(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    document.querySelector(".story")!.textContent ?? "",
    document.querySelector(".asked")!.textContent ?? "",
    // What has changed since is lit anew, but not what stands there.
    document.querySelector(".beside-story")!.textContent!.replaceAll("new: ", ""),
  ]);
}

await visited(async (visit, home) => {
  const page = await visit.page(Number(width), Number(height), "straight");
  const hand = new Hand(page, new Chance(1));
  const found: string[] = [];
  const look = async (name: string): Promise<void> => {
    await hand.drawn();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/past-${name}-${width}x${height}.png` });
    found.push(...(await violations(page)).map((each) => `${name}: ${each}`));
  };
  const isPast = async (): Promise<boolean> => (await page.$(".in-past")) !== null;
  const slider = () =>
    page.$eval(".beats .seek", (each) => {
      const { value, max, ariaValueText } = each as HTMLInputElement;
      return { value: Number(value), max: Number(max), text: ariaValueText ?? each.getAttribute("aria-valuetext") };
    });
  const boards = () => page.$eval(".beside-story", (each) => each.textContent ?? "");

  await begin(hand, home, game, { seed: 3 });
  let asked = await hand.settled();
  for (let moves = 0; moves < 5 && asked.kind !== "over"; moves++) asked = await hand.take();
  await hand.sees(".beats:not([hidden])");
  const before = await standing(page);
  const scrolled = await page.evaluate(() => scrollY);
  await look("now");
  assert.match(await page.$eval("[role=status].unseen", (each) => each.textContent ?? ""), /New on the boards: /);

  // Back by a key: the story ends at the beat, the boards are those of then, and nothing is asked.
  await page.keyboard.press("[");
  await hand.drawn();
  assert.ok(await isPast());
  const { value, max, text } = await slider();
  assert.equal(value, max - 1);
  assert.match(text ?? "", new RegExp(`^Beat ${max} of ${max + 1}: .+`));
  assert.ok(!(await (await page.$(".asked"))!.isVisible()), "what waits is hidden");
  assert.equal(await page.$(".answerable"), null, "no piece answers");
  await hand.drawn();
  const last = await boards();
  await look("past");
  for (const key of ["1", "o", "u", "Backspace", "/"]) await page.keyboard.press(key as "o");
  assert.ok(await isPast(), "keys of the question do nothing");
  assert.equal(await page.$("dialog[open]"), null);
  await page.keyboard.press("[");
  await hand.drawn();
  if (max > 1) assert.notEqual(await boards(), last, "the boards follow");
  await page.keyboard.press("]");
  await hand.drawn();
  assert.equal(await boards(), last, "and are the same from either side");

  // To the question again, as it was; the key that led there answers nothing.
  await page.focus(".beats .seek");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await hand.drawn();
  assert.ok(!(await isPast()));
  assert.deepEqual(await standing(page), before, "the question waits as it was left");
  const back = await page.evaluate(() => scrollY);
  assert.ok(Math.abs(back - scrolled) < 2, `where it stood in the window: ${scrolled}, not ${back}`);
  await hand.pause();

  // By the slider, and by its keys.
  await page.focus(".beats .seek");
  await page.keyboard.press("Home");
  await hand.drawn();
  assert.equal((await slider()).value, 0);
  assert.equal(await page.evaluate(() => document.activeElement?.className), "seek", "the slider keeps the focus");
  await look("first");
  await page.keyboard.press("End");
  await hand.drawn();
  assert.ok(!(await isPast()));
  await page.$eval(".beats .seek", (each) => {
    (each as HTMLInputElement).value = "0";
    each.dispatchEvent(new Event("input"));
  });
  await hand.drawn();
  assert.ok(await isPast());
  await page.keyboard.press("Escape");
  await hand.drawn();
  assert.ok(!(await isPast()));

  // By a line of the story, and by a throw.
  const line = (await page.$(".story .line:not(.roll)"))!;
  await line.evaluate((each) => each.scrollIntoView({ block: "center", behavior: "instant" }));
  await line.click();
  await hand.drawn();
  assert.equal((await slider()).value, 0, "a touched line shows its beat");
  await page.click(".beats .main");
  await hand.drawn();
  assert.ok(!(await isPast()));
  await hand.pause();
  await hand.click(".line.roll .throw");
  await hand.sees("dialog[open]");
  await look("why");
  await hand.press("The boards then");
  await hand.drawn();
  assert.equal((await slider()).value, 0, "so does a throw");
  await page.keyboard.press("Escape");
  await hand.drawn();
  assert.deepEqual(await standing(page), before);

  // The browser's Back closes the dialog over the past, then the past, and only then leaves the game.
  const goBack = () => page.evaluate(() => history.back());
  await hand.pause();
  await page.keyboard.press("[");
  await page.keyboard.press("s");
  await hand.sees("dialog[open]");
  await goBack();
  await page.waitForFunction(() => document.querySelector("dialog[open]") === null);
  assert.ok(await isPast());
  await goBack();
  await page.waitForFunction(() => document.querySelector(".in-past") === null);
  assert.deepEqual(await standing(page), before);

  // In a low window no bar covers what is read.
  if (Number(height) < 400) {
    const fixed = await page.$$eval(".top, .ways-below", (bars) => bars.map((bar) => getComputedStyle(bar).position));
    assert.deepEqual(fixed, ["static", "static"]);
  }
  await goBack();
  await page.waitForFunction(() => location.hash.endsWith("/new"));
  return found;
});
