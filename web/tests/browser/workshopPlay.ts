/**
 * Plays a house rule in the workshop, changes it, and goes on: `node scripts/browse.mjs workshopPlay WIDTH`.
 *
 * At last the network is cut, and the rules are played all the same. Axe looks at each state.
 */

import axe from "axe-core";
import type { Frame, Page } from "puppeteer-core";
import { visited } from "./visits";

const [width = "1280"] = process.argv.slice(2);
const SHOTS = process.env.SHOTS;
const SEED = "946128";

/** How long the desk may take, on a machine that has other things to do. */
const PATIENCE = 60_000;

async function until(page: Page | Frame, what: string, holds: (text: string) => boolean, text = ""): Promise<void> {
  await page.waitForFunction(holds, { timeout: PATIENCE }, text).catch(() => {
    throw new Error(`in vain: ${what}`);
  });
}

/** What axe finds in a page or a frame, and whether it scrolls sideways. */
async function faultsOf(page: Page | Frame): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof import("axe-core") }).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21aa"],
      iframes: false,
    });
    const found = violations.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 120)}`));
    return document.documentElement.scrollWidth > innerWidth ? [...found, "it scrolls sideways"] : found;
  });
}

/** Press the button with this text that is in sight. */
async function press(page: Page | Frame, text: string): Promise<void> {
  for (const each of await page.$$("button"))
    if ((await each.evaluate((it) => it.textContent?.trim())) === text && (await each.isVisible())) return each.click();
  throw new Error(`no button ${text}`);
}

/** The frame in which the game is played, once it shows what a selector finds. */
async function frameWith(page: Page, selector: string): Promise<Frame> {
  await until(page, "the game", () => document.querySelector(".play-stage:not(.waiting) iframe") !== null);
  const frame = await (await page.$(".play-stage iframe"))!.contentFrame();
  await frame.waitForSelector(selector, { timeout: PATIENCE });
  return frame;
}

const isChecked = () => /^(No findings|\d[^,]*)$/.test(document.querySelector(".counts")?.textContent ?? "");

const storyOf = (frame: Frame): Promise<string> => frame.$eval("main", (main) => main.innerText.replace(/\s+/g, " "));

/** Type another sky in place of the one at the end of the line at the cursor. */
async function retype(page: Page, before: string, after: string): Promise<void> {
  if (Number(width) < 992 && (await page.$("body.with-game"))) await page.click(".play-back");
  await page.focus(".cm-content");
  await page.keyboard.press("End");
  for (const _ of before) await page.keyboard.press("Backspace");
  await page.keyboard.type(after);
  await page.keyboard.press("Escape");
}

await visited(async (visit, home, served) => {
  const page = await visit.page(Number(width), 844);
  await page.goto(`${home}workshop/#/house/lighthouse/Weather/9..10`);
  await until(page, "the draft", () => /now 9\.\.10/.test(document.querySelector(".cm-content")?.textContent ?? ""));
  for (const _ of "fog") await page.keyboard.press("Backspace"); // the cursor stands behind the row
  await page.keyboard.type("gale");
  const faults: string[] = [];

  // The first time its seed is random; the typed one stays.
  await press(page, "Play");
  await frameWith(page, "#prompt");
  await page.click("#play-seed", { count: 3 });
  await page.keyboard.type(`${SEED}\n`);
  await until(page, "the seed", () => document.querySelector(".play-stage:not(.waiting)") !== null);
  let frame = await frameWith(page, "#prompt");
  const first = await storyOf(frame);
  const keyboard = await page.evaluate(() => document.activeElement?.tagName);
  faults.push(...(await faultsOf(page)), ...(await faultsOf(frame)));
  const doors = await frame.evaluate(() => {
    const isShut = (open: () => unknown) => {
      try {
        open();
        return false;
      } catch {
        return true;
      }
    };
    const all = [() => localStorage, () => indexedDB.open("x"), () => document.cookie, () => parent.document];
    return [origin, ...all.map(isShut)];
  });
  for (let count = 0; count < 2; count++) {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await frame.click(".asked .options button");
    await new Promise((resolve) => setTimeout(resolve, 600));
  }
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/workshop-play-${width}.png` });

  await retype(page, "gale", "rain");
  await until(page, "all findings", isChecked);
  if (Number(width) < 992) await press(page, "Play");
  else await press(page, "Go on under the new rules");
  frame = await frameWith(page, "#prompt");
  const continued = await page.$eval(".play-status", (status) => status.textContent);
  const heading = await page.$eval(".play-head > div", (each) => (each as HTMLElement).innerText);
  faults.push(...(await faultsOf(page)), ...(await faultsOf(frame)));
  const gone = await storyOf(frame);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/workshop-continued-${width}.png` });

  // After a reload a dialog that is opened meanwhile keeps the keyboard, and the game goes on.
  await page.reload();
  await until(page, "all findings", isChecked);
  await press(page, "Play");
  await page.evaluate(() => {
    const dialog = document.body.appendChild(document.createElement("dialog"));
    dialog.append(document.createElement("button"));
    dialog.showModal();
  });
  frame = await frameWith(page, "#prompt");
  const kept = await storyOf(frame);
  await new Promise((resolve) => setTimeout(resolve, 600));
  await frame.evaluate(() => {
    const dialog = document.body.appendChild(document.createElement("dialog"));
    dialog.append(document.createElement("input"));
    dialog.showModal();
  });
  const keeper = await page.evaluate(() => document.activeElement?.closest("dialog") !== null);
  await page.evaluate(() => document.querySelector("dialog")!.remove());
  await frame.evaluate(() => {
    document.querySelector("dialog")!.remove();
    document.querySelector<HTMLElement>(".asked .options button")!.focus();
  });
  if (Number(width) < 992) await page.click(".play-back");
  await press(page, "Play");
  await frame.waitForFunction(() => document.hasFocus() && document.activeElement !== document.body);
  const given = await frame.evaluate(() => (document.activeElement as HTMLElement).innerText);

  // The same seed, other rules.
  await press(page, "Begin again");
  await until(page, "the beginning", () => document.querySelector(".play-stage:not(.waiting)") !== null);
  frame = await frameWith(page, "#prompt");
  const again = await storyOf(frame);

  await retype(page, "rain", "gael");
  await until(page, "the slip", () => document.querySelector(".finding.error") !== null);
  await press(page, "Play");
  await until(page, "why not", () => /cannot be played/.test(document.querySelector(".notices")?.textContent ?? ""));
  const refusal = await page.$eval(".notices", (each) => (each as HTMLElement).innerText);

  await served.stop();
  await retype(page, "gael", "fog");
  await until(page, "no slip", () => document.querySelector(".finding.error") === null);
  await until(page, "all findings", isChecked);
  await press(page, "Play");
  frame = await frameWith(page, "h1, #prompt");
  const offline = await storyOf(frame);
  await press(page, "Stop");
  const isStopped = await page.evaluate(() => document.querySelector(".play-stage iframe") === null);
  return {
    first,
    keyboard,
    doors,
    continued,
    heading,
    gone,
    kept,
    keeper,
    given,
    again,
    refusal,
    offline,
    isStopped,
    faults,
  };
});
