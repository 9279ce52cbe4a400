/**
 * A guest who throws dice of his own plays a whole game in the page of a table: `node scripts/browse.mjs throwing ADDRESS
 * FOLDER`. His files are put into the folder.
 */

import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { basename, join } from "node:path";
import { violations } from "./axe";
import { Visit } from "./browsers";

const [address = "", folder = ""] = process.argv.slice(2);

const PATIENCE = 60_000;

/** Milliseconds: longer than a touch at the spot of the one before answers nothing. */
const SAME_SPOT = 1700;

/** Wait, in milliseconds. */
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

const visit = new Visit(address);
try {
  const page = await visit.page(390);
  await page.goto(address);
  await page.waitForSelector(".asked .caution");
  const looked = await violations(page);
  await page.click(".asked button.main");
  let throws = 0;
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(50)) {
    if ((await page.$eval(".asked h2", (head) => head.textContent)) === "The game is over") break;
    const face = await page.$(".asked .face:nth-of-type(5)");
    const wanted = face ?? (await page.$(".asked .option"));
    if (wanted === null) continue;
    await pause(SAME_SPOT);
    if (face !== null && throws++ === 0) looked.push(...(await violations(page)));
    await wanted.click();
    await pause(300);
  }
  for (const button of ["Keep my seat's file", "Keep what was revealed"])
    await page.click(`::-p-xpath(//section//button[normalize-space()="${button}"])`);
  for (const end = Date.now() + PATIENCE; visit.downloaded().length < 2 && Date.now() < end; ) await pause(50);
  for (const path of visit.downloaded()) copyFileSync(path, join(folder, basename(path)));
  assert.deepEqual(looked, []);
  process.stdout.write(`${throws}\n`);
} finally {
  await visit.close();
}
