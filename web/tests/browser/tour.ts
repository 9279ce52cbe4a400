/**
 * Takes the tour of the workshop, each step shown by itself: `node scripts/browse.mjs tour WIDTH`.
 *
 * Each step must see that it is done. A strip of it can be folded, and its address leads back to it.
 */

import axe from "axe-core";
import type { Page } from "puppeteer-core";
import { visited } from "./visits";

const [width = "1280"] = process.argv.slice(2);
const SHOTS = process.env.SHOTS;

/** How long the desk may take, on a machine that has other things to do. */
const PATIENCE = 60_000;

async function until(page: Page, what: string, holds: (text: string) => boolean, text = ""): Promise<void> {
  await page.waitForFunction(holds, { timeout: PATIENCE }, text).catch(async () => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/tour-in-vain-${width}.png` });
    throw new Error(`in vain: ${what}`);
  });
}

async function press(page: Page, label: string): Promise<void> {
  for (const button of await page.$$(".tour-ways button, .tour-card a"))
    if ((await button.evaluate((each) => each.textContent)) === label) return button.click();
  throw new Error(`no button ${label}`);
}

const titleOf = (page: Page) => page.$eval(".tour-title", (each) => each.textContent ?? "");

await visited(async (visit, home) => {
  const page = await visit.page(Number(width), 844);
  const faults: string[] = [];
  const look = async (name: string) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/tour-${name}-${width}.png` });
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { violations } = await (window as unknown as { axe: typeof import("axe-core") }).axe.run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21aa"],
      });
      const nodes = violations.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 120)}`));
      return document.documentElement.scrollWidth > innerWidth ? [...nodes, "it scrolls sideways"] : nodes;
    });
    faults.push(...found);
  };
  await page.goto(`${home}workshop/`);
  await until(page, "the entry", () => document.querySelector<HTMLElement>(".tour-card")?.hidden === false);
  await look("start");
  await press(page, "Begin the tour");
  const titles: string[] = [];
  for (let number = 1; ; number++) {
    await until(page, `step ${number}`, (hash) => location.hash === hash, `#/tour/${number}`);
    await until(
      page,
      "its panel",
      (at) => document.querySelector(".tour small")?.textContent?.includes(at) === true,
      `, ${number} of`,
    );
    titles.push(await titleOf(page));
    if (SHOTS || number === 2) await look(`${number}`);
    if ((await page.$(".tour-ways a")) !== null) break;
    await press(page, "Show me");
    await until(page, `step ${number} done`, () => document.querySelector(".tour-done")?.textContent === "Done.");
    await press(page, "Next");
  }
  await page.click(".tour summary");
  const isFolded = await page.$eval(".tour", (each) => !(each as HTMLDetailsElement).open);
  await look("folded");
  const text = await page.$eval(".cm-content", (each) => (each as HTMLElement).innerText);
  await page.goBack();
  await until(page, "the step before", () => location.hash === "#/tour/9" && document.querySelector(".tour") !== null);
  const before = await titleOf(page);
  await press(page, "Leave");
  await until(page, "no tour", () => document.querySelector(".tour") === null);
  return { titles, text, isFolded, before, hash: await page.evaluate(() => location.hash), faults };
});
