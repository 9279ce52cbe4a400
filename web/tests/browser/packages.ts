/**
 * A game that somebody gave as one file, opened on a phone: `node scripts/browse.mjs packages FILE OTHER BROKEN`.
 *
 * FILE is picked by the browser's own file chooser, and played; OTHER, the same under a name without an ending, is dropped;
 * BROKEN is refused in a sentence, and nothing of it kept.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Chance } from "./chance";
import { Hand } from "./hand";
import { visited } from "./visits";

const [file = "", other = "", broken = ""] = process.argv.slice(2);
const SHOTS = process.env.SHOTS;
const OWN = "section[aria-labelledby=own] ul.cards > li";

await visited(async (visit, home) => {
  const page = await visit.page(390, 844);
  const hand = new Hand(page, new Chance(1));

  /** Pick a file by the browser's file chooser. */
  async function pick(path: string): Promise<void> {
    await page.goto(`${home}play/#/`);
    await hand.sees("#own-file");
    const [chooser] = await Promise.all([page.waitForFileChooser(), hand.click("#own-file")]);
    await chooser.accept([path]);
  }

  /** Drop a file onto the page. */
  async function drop(path: string, name: string): Promise<void> {
    await page.goto(`${home}play/#/`);
    await hand.sees("#own-file");
    await page.evaluate(
      (base64, called) => {
        const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], called));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      readFileSync(path).toString("base64"),
      name,
    );
  }

  await pick(broken);
  await hand.sees(".notice:not(.passing)");
  const refused = await page.$eval(".notice:not(.passing)", (notice) => (notice as HTMLElement).innerText);
  assert.equal((await page.$$(OWN)).length, 0, "nothing of it is kept");

  await pick(import.meta.filename);
  await page.waitForFunction(
    (before) => {
      const notice = document.querySelector<HTMLElement>(".notice:not(.passing)");
      return notice !== null && notice.innerText !== before;
    },
    {},
    refused,
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  const stranger = await page.$eval(".notice:not(.passing)", (notice) => (notice as HTMLElement).innerText);

  await pick(file);
  await page.waitForFunction(() => location.hash.startsWith("#/own-"));
  await hand.sees("h1 + .faint");
  const release = await page.$eval("h1 + .faint", (line) => line.textContent ?? "");
  if (SHOTS) await page.screenshot({ path: join(SHOTS, "package.png") as `${string}.png` });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  const address = page.url();
  await hand.press("New game");
  await hand.press("Begin");
  await hand.move(await hand.settled());
  const asked = await hand.settled();

  await drop(other, "download");
  await page.waitForFunction((before) => location.href === before, {}, address);
  await page.goto(`${home}play/#/`);
  await hand.sees(OWN);
  const cards = await page.$$eval(OWN, (all) => all.map((each) => (each as HTMLElement).innerText));
  if (SHOTS) await page.screenshot({ path: join(SHOTS, "packages.png") as `${string}.png`, fullPage: true });
  return { refused, stranger, release, wide, asked: asked.kind, cards };
});
