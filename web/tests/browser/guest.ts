/**
 * A guest plays a whole game in the page of a table, while its host in Python breaks the line and begins again:
 * `node scripts/browse.mjs guest ADDRESS FOLDER [WIDTH]`. His files are put into the folder.
 */

import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Page } from "puppeteer-core";
import { Visit } from "./browsers";

const [address = "", folder = "", width = "1100"] = process.argv.slice(2);

const PATIENCE = 60_000;

/** Wait, in milliseconds. */
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** What the page shows that waits: its heading, and whether it is a question to the guest. */
function waiting(page: Page): Promise<{ readonly title: string; readonly isAsked: boolean }> {
  return page.evaluate(() => ({
    title: document.querySelector(".asked h2")?.textContent ?? "",
    isAsked: document.querySelector(".asked .option") !== null,
  }));
}

const visit = new Visit(address);
try {
  const page = await visit.page(Number(width));
  await page.goto(address);
  let answers = 0;
  let asked = "";
  for (const until = Date.now() + PATIENCE; Date.now() < until; await pause(50)) {
    const { title, isAsked } = await waiting(page);
    if (title === "The game is over") break;
    if (!isAsked || title === asked) continue;
    assert.equal(new URL(page.url()).hash, "", "the token is taken out of the address");
    await pause(500); // what follows a stop too soon answers nothing
    // A page that is loaded again has the question again, also as its answer is on the way.
    if (answers === 1) {
      await page.reload();
      await page.waitForSelector(".asked .option");
    }
    await page.click(".asked .option");
    asked = title;
    answers += 1;
  }
  assert.equal((await waiting(page)).title, "The game is over");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is too wide");
  for (const button of ["Keep my seat's file", "Keep what was revealed"])
    await page.click(`::-p-xpath(//section//button[normalize-space()="${button}"])`);
  for (const until = Date.now() + PATIENCE; visit.downloaded().length < 2 && Date.now() < until; ) await pause(50);
  for (const path of visit.downloaded()) copyFileSync(path, join(folder, basename(path)));
  // Loaded again when the host is gone, it would not come: the page of this tab is still the whole game.
  const faults = visit.faults.filter((each) => !/WebSocket connection|ERR_CONNECTION|Failed to load/.test(each));
  assert.deepEqual(faults, []);
  process.stdout.write(`${answers}\n`);
} finally {
  await visit.close();
}
