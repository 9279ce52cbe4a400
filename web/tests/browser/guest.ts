/**
 * A guest plays a whole game in the page of a table, while its host in Python breaks the line, begins again, and takes an
 * answer back: `node scripts/browse.mjs guest ADDRESS FOLDER [WIDTH]`. His files are put into the folder.
 *
 * He takes his first answer back, renames the boat, loads the page again, and opens his seat in a second tab.
 */

import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Page } from "puppeteer-core";
import { violations } from "./axe";
import { Visit } from "./browsers";

const [address = "", folder = "", width = "1100"] = process.argv.slice(2);

const PATIENCE = 30_000;

/** Wait, in milliseconds. */
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** Longer than what keys and touches for something else answer nothing. */
const GUARDED = 900;

/** Longer than a touch at the spot of the one before answers nothing. */
const SAME_SPOT = 1700;

/** The same where an answer was given by a touch, and no stop of the story follows. */
const AFTER_ANSWER = 800;

/** What the page shows that waits: its heading, whether it is a question, and the title of an open dialog. */
function waiting(page: Page): Promise<{ readonly title: string; readonly isAsked: boolean; readonly dialog: string }> {
  return page.evaluate(() => ({
    title: document.querySelector(".asked h2")?.textContent ?? "",
    isAsked: document.querySelector(".asked .option") !== null,
    dialog: document.querySelector("dialog[open] h2")?.textContent ?? "",
  }));
}

/** Wait until something that waits fits. */
async function until(page: Page, fits: (shown: Awaited<ReturnType<typeof waiting>>) => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(50)) if (fits(await waiting(page))) return;
  assert.fail(`waited in vain: ${JSON.stringify(await waiting(page))}`);
}

/** Press a button by its words. */
async function press(page: Page, words: string, within = ""): Promise<void> {
  await page.click(`::-p-xpath(${within}//button[normalize-space()="${words}"])`);
}

/** Sooner than a question that reached nobody is given up. */
const SOON = 5000;

/** How things stand beside the story and above it, and whether the last answer can be taken back. */
function standing(page: Page): Promise<string> {
  return page.evaluate(() => {
    const texts = [...document.querySelectorAll(".beside-story, .facts")].map(({ textContent }) => textContent);
    const buttons = [...document.querySelectorAll(".asked .tools button:not([hidden])")];
    return [...texts, ...buttons.map(({ textContent }) => textContent)].join(" | ").replaceAll("new: ", "");
  });
}

const looked: string[] = [];
let stopCount = 0;

/** Look at what stands in the page: by axe, and whether it is too wide. */
async function look(page: Page, name: string): Promise<void> {
  looked.push(...(await violations(page)).map((each) => `${name}: ${each}`));
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  if (isWide) looked.push(`${name}: scrolls sideways`);
}

/** Take back the first answer, with the host's consent. */
async function takeBack(page: Page, title: string): Promise<void> {
  await press(page, "Take back …", "//section");
  await until(page, ({ dialog }) => dialog === "Take back your last answer?");
  await look(page, "taking back");
  await press(page, "Ask for it", "//dialog");
  await until(page, (shown) => shown.isAsked && shown.title !== title && !shown.dialog);
}

/** Where the window stands, and how many lines of the story are marked as new. */
function place(page: Page): Promise<unknown> {
  return page.evaluate(() => [scrollY, document.querySelectorAll(".story .fresh").length]);
}

/** Give the boat another name: what was read counts as read, and the window stays where it is. */
async function renameBoat(page: Page): Promise<void> {
  await page.focus("main");
  await page.evaluate(() => scrollTo({ top: 5, behavior: "instant" }));
  const before = await place(page);
  await page.keyboard.press("n");
  await until(page, ({ dialog }) => dialog === "Names");
  await look(page, "names");
  const input = (await page.$("dialog input"))!;
  await input.click({ count: 3 });
  await input.type("Petrel");
  await press(page, "Take these names", "//dialog");
  await page.waitForFunction(() => document.querySelector(".story")?.textContent?.includes("Petrel lands"));
  await pause(300);
  assert.deepEqual(await place(page), before);
}

/** Go on from a stop to what waits, which is in sight then, unless the next stop has come. */
async function skipStops(page: Page): Promise<void> {
  await pause(300);
  const covered = await page.evaluate(() => {
    const bar = document.querySelector(".ways-below")!.getBoundingClientRect();
    const ways = document.querySelector(".go-on")?.closest(".ways")?.getBoundingClientRect();
    const isReached = document.querySelector<HTMLElement>(".arrive")!.hidden;
    return bar.height > 0 && isReached && ways !== undefined && ways.bottom >= bar.top + 1;
  });
  if (covered) looked.push("a way on from a stop lies under the bar");
  await page.keyboard.press("s");
  await pause(300);
  const [isStop, arrive] = await page.evaluate(() => {
    const button = document.querySelector<HTMLElement>(".arrive")!;
    return [document.querySelector(".go-on") !== null, button.hidden ? "" : button.textContent];
  });
  stopCount += 1;
  if (!isStop && arrive) looked.push(`behind a stop one must still press ${arrive}`);
}

/** Open the seat in a second tab: it says that another one plays, and takes the seat over. */
async function openTwice(visit: Visit, page: Page): Promise<Page> {
  const other = await visit.page(Number(width));
  await other.goto(address);
  await other.waitForSelector("main button");
  assert.match(await other.$eval("main", (main) => main.textContent ?? ""), /open in another tab/);
  await look(other, "other tab");
  await press(other, "Play here instead");
  await until(other, ({ isAsked }) => isAsked);
  assert.match(await page.$eval(".line-note.lost", (note) => note.textContent ?? ""), /played in another tab/);
  await page.close();
  return other;
}

const visit = new Visit(address);
try {
  let page = await visit.page(Number(width));
  await page.goto(address);
  let answers = 0;
  let consents = 0;
  let asked = "";
  let guard = SAME_SPOT;
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(50)) {
    const { title, isAsked, dialog } = await waiting(page);
    if (title === "The game is over") break;
    if (dialog === "Do you agree?") {
      await page.keyboard.press("Enter"); // meant for something else: it answers nothing
      await pause(GUARDED);
      assert.equal((await waiting(page)).dialog, dialog);
      await look(page, "asked for consent");
      await press(page, "I agree", "//dialog");
      await until(page, (shown) => !shown.dialog);
      consents += 1;
      asked = "";
    }
    if ((await page.$(".go-on")) !== null) {
      await skipStops(page);
      guard = SAME_SPOT;
    }
    if (!isAsked || title === asked) continue;
    assert.equal(new URL(page.url()).hash, "", "the token is taken out of the address");
    await pause(guard); // a guard that lasts longer drops the answer below
    guard = AFTER_ANSWER;
    if (answers === 0) {
      assert.equal(await page.evaluate(() => scrollY), 0, "a guest begins with who he is");
      await look(page, "question");
    }
    if (answers === 1 && consents === 0 && asked !== "back") {
      await takeBack(page, title);
      asked = "back";
      continue;
    }
    if (answers === 2) {
      await renameBoat(page);
      // A page that is loaded again has the question again.
      const stood = await standing(page);
      await page.reload();
      await page.waitForSelector(".asked .option");
      for (const end = Date.now() + SOON; Date.now() < end && (await standing(page)) !== stood; ) await pause(50);
      assert.equal(await standing(page), stood);
      page = await openTwice(visit, page);
      await page.keyboard.type("/pace throws");
      await page.keyboard.press("Enter");
      await pause(SAME_SPOT);
    }
    await page.$eval(".asked .option", (option) => option.scrollIntoView({ block: "center" })); // clear of the bars
    await page.click(".asked .option");
    asked = title;
    answers += 1;
  }
  const told = await page.$eval("main", (main) => main.textContent ?? "");
  assert.equal(
    (await waiting(page)).title,
    "The game is over",
    `after ${answers} answers, ${consents} consents: ${told}`,
  );
  await pause(SAME_SPOT); // behind a stop what follows is dim at first
  await page.focus("main");
  await page.keyboard.press("s");
  await until(page, (shown) => shown.dialog === "Sheet");
  await press(page, "All that is kept", "//dialog");
  const sheet = await page.$eval("dialog[open]", (dialog) => dialog.textContent ?? "");
  assert.match(sheet, /Gull/, "what another has named");
  await page.keyboard.press("Escape");
  await until(page, (shown) => !shown.dialog);
  await look(page, "end");
  for (const button of ["Keep my seat's file", "Keep what was revealed"]) await press(page, button, "//section");
  for (const end = Date.now() + PATIENCE; visit.downloaded().length < 2 && Date.now() < end; ) await pause(50);
  for (const path of visit.downloaded()) copyFileSync(path, join(folder, basename(path)));
  // Loaded again when the host is gone, it would not come: the page of this tab is still the whole game.
  const faults = visit.faults.filter((each) => !/WebSocket|ERR_CONNECTION|Failed to load|connection to ws/.test(each));
  assert.deepEqual([faults, looked], [[], []]);
  assert.ok(stopCount > 0);
  process.stdout.write(JSON.stringify({ answers, consents }));
} finally {
  await visit.close();
}
