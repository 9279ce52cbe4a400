/**
 * Writes a house rule in the workshop, as somebody does who has never been there: `node scripts/browse.mjs workshop WIDTH`.
 *
 * A slip is typed, found and mended; a name is completed, a table's odds move; examples are run, and many missions. Axe
 * looks at each state.
 */

import axe from "axe-core";
import type { Page } from "puppeteer-core";
import { visited } from "./visits";

const [width = "1280"] = process.argv.slice(2);
const SHOTS = process.env.SHOTS;

/** How long the desk may take, on a machine that has other things to do. */
const PATIENCE = 60_000;

/** Wait until a function in the page says yes. */
async function until(page: Page, what: string, holds: (text: string) => boolean, text = ""): Promise<void> {
  await page.waitForFunction(holds, { timeout: PATIENCE }, text).catch(() => {
    throw new Error(`in vain: ${what}`);
  });
}

const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => (element as HTMLElement).innerText);

/** What axe finds in the page, and whether it scrolls sideways. */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/workshop-${name}-${width}.png` });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof import("axe-core") }).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21aa"],
    });
    const found = violations.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 120)}`));
    return document.documentElement.scrollWidth > innerWidth ? [...found, "it scrolls sideways"] : found;
  });
}

/** Show a part of the page, on a phone by its button. */
async function showPart(page: Page, name: string): Promise<void> {
  for (const part of await page.$$(".parts button"))
    if ((await part.isVisible()) && (await part.evaluate((each) => each.textContent)) === name) await part.click();
}

const isChecked = () => /^(No findings|\d[^,]*)$/.test(document.querySelector(".counts")?.textContent ?? "");

await visited(async (visit, home) => {
  const page = await visit.page(Number(width), 844);
  await page.goto(`${home}workshop/`);
  await until(page, "the tables", () => (document.querySelector<HTMLSelectElement>("#table")?.value ?? "") !== "");
  const faults = await faultsOf(page, "start");
  await page.select("#row", "9..10");
  await page.click(".beginning button.main");
  await until(
    page,
    "the draft",
    () => document.querySelector(".cm-content")?.textContent?.includes("now 9..10") === true,
  );
  await until(page, "the first findings", () => document.querySelector(".finding.warning") !== null);
  const first = await textOf(page, ".finding .message");

  // The cursor stands behind `now 9..10: fog`.
  for (let count = 0; count < 3; count++) await page.keyboard.press("Backspace");
  await page.keyboard.type("gael");
  await until(page, "the slip", () => document.querySelector(".finding.error .mend.certain") !== null);
  const slip = await textOf(page, ".finding .message");
  faults.push(...(await faultsOf(page, "slip")));
  await page.keyboard.press("F8");
  await page.click(".finding .mend.certain");
  await until(
    page,
    "the mend",
    () => document.querySelector(".cm-content")?.textContent?.includes("9..10: gale") === true,
  );
  await until(page, "no error", () => document.querySelector(".finding.error") === null);
  await until(page, "all findings", isChecked);

  await showPart(page, "Odds, card");
  await until(page, "the odds", () => /\+19\.4/.test(document.querySelector(".odds")?.textContent ?? ""));
  const odds = await textOf(page, ".odds-figure figcaption");
  faults.push(...(await faultsOf(page, "odds")));
  const panes: Record<string, string> = {};
  for (const pane of ["card", "differences"]) {
    await page.click(`#tab-${pane}`);
    await until(page, pane, (id) => document.querySelector<HTMLElement>(".panel")?.dataset.shown === id, pane);
    panes[pane] = await textOf(page, ".panel");
  }
  faults.push(...(await faultsOf(page, "panes")));

  await page.click("#tab-examples");
  await until(page, "examples", () =>
    /worked examples/.test(document.querySelector(".examples-own")?.textContent ?? ""),
  );
  panes.examples = await textOf(page, ".examples-own");
  await page.click(".examples > button:not([hidden])");
  await until(page, "the game's examples", () => document.querySelector(".examples-of-game .finding") !== null);
  panes.game = await textOf(page, ".examples-of-game");
  await page.click(".examples input[type=checkbox]");
  await until(page, "coverage", () => /places of/.test(document.querySelector(".examples")?.textContent ?? ""));
  panes.coverage = await textOf(page, ".examples > p[role=status]");
  const marks = await page.$$eval(".trial-mark[title]", (all) => all.map((each) => (each as HTMLElement).title));
  faults.push(...(await faultsOf(page, "examples")));

  await page.click("#tab-simulate");
  await page.select(".simulate-form select", "1000");
  await page.click(".simulate-form button[type=submit]");
  await until(page, "missions", () => document.querySelector(".stage")?.textContent === "All are played.");
  panes.simulation = await textOf(page, ".simulated");
  faults.push(...(await faultsOf(page, "simulate")));

  await showPart(page, "Rules");
  await page.focus(".cm-content");
  await page.keyboard.down("Control");
  await page.keyboard.press("End");
  await page.keyboard.up("Control");
  await page.keyboard.type('  2 "More"\n');
  await page.keyboard.type("in table ");
  await page.keyboard.down("Control");
  await page.keyboard.press(" ");
  await page.keyboard.up("Control");
  await until(page, "completions", () => document.querySelector(".cm-tooltip-autocomplete li") !== null);
  const completions = await page.$$eval(".cm-completionLabel", (all) => all.map((each) => each.textContent));
  faults.push(...(await faultsOf(page, "completions")));
  await page.keyboard.press("Enter");
  const text = await textOf(page, ".cm-content");
  await page.keyboard.type("\n  add +(min(1, ");
  await until(page, "the signature", () => document.querySelector(".signature") !== null);
  const signature = await textOf(page, ".signature");
  await page.keyboard.type("la");
  await until(page, "an unasked list", () => document.querySelector(".cm-tooltip-autocomplete li") !== null);
  const lineCount = () => page.$$eval(".cm-line", (all) => all.length);
  const countBefore = await lineCount();
  await page.keyboard.press("Enter");
  const addedLines = (await lineCount()) - countBefore;
  return { first, slip, odds, panes, marks, completions, text, signature, addedLines, faults };
});
