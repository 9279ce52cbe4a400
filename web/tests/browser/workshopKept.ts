/**
 * Keeps and hands on what is written in the workshop: `node scripts/browse.mjs workshopKept`.
 *
 * A rule is typed, and the page loaded again at once; a tab beside shows it; an earlier text comes back. Its link is opened
 * by somebody else, who keeps it. A game is saved as one file, which opens as its files. Then the network is gone.
 */

import { readFileSync } from "node:fs";
import type { Page } from "puppeteer-core";
import { Visit } from "./browsers";
import { visited } from "./visits";

/** How long the desk may take, on a machine that has other things to do. */
const PATIENCE = 60_000;

async function until(page: Page, what: string, holds: (text: string) => boolean, text = ""): Promise<void> {
  await page.waitForFunction(holds, { timeout: PATIENCE }, text).catch(() => {
    throw new Error(`in vain: ${what}`);
  });
}

const untilText = (page: Page, text: string) =>
  until(page, text, (wanted) => document.querySelector(".cm-content")?.textContent?.includes(wanted) === true, text);

const untilSaid = (page: Page, selector: string, text: string) =>
  until(
    page,
    `${text} in ${selector}`,
    (both) => {
      const [where = "", wanted = ""] = both.split("\n");
      return document.querySelector(where)?.textContent?.includes(wanted) === true;
    },
    `${selector}\n${text}`,
  );

async function press(page: Page, label: string): Promise<void> {
  for (const button of await page.$$("button"))
    if ((await button.isVisible()) && (await button.evaluate((each) => each.textContent)) === label)
      return button.click();
  throw new Error(`no button ${label}`);
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await until(page, "no dialog", () => document.querySelector("dialog") === null);
}

/** Wait for a file that is downloaded. */
async function downloaded(visit: Visit, suffix: string): Promise<string> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    const file = visit.downloaded().find((path) => path.endsWith(suffix));
    if (file) return file;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no file ${suffix} came`);
}

const filesOf = (page: Page): Promise<string[]> =>
  page.$$eval(".side .files a", (all) => all.map((each) => each.firstChild?.textContent ?? ""));

await visited(async (visit, home, served) => {
  const page = await visit.page(1280, 844);
  await page.goto(`${home}workshop/`);
  await untilSaid(page, ".fetch-note", "MB");
  const size = await page.$eval(".fetch-note", (note) => note.textContent);
  await page.goto(`${home}workshop/#/house/lighthouse/Weather/9..10`);
  await untilText(page, "now 9..10");
  await page.keyboard.type(" # at once");
  await page.reload();
  await untilText(page, "# at once");
  await page.keyboard.type(" and on"); // where it was left
  await untilText(page, "# at once and on");

  const beside = await visit.page(1280, 844);
  await beside.goto(page.url());
  await untilText(beside, "# at once and on");
  await beside.bringToFront();
  await beside.focus(".cm-content");
  await beside.keyboard.type(", beside");
  await page.bringToFront();
  await untilText(page, ", beside");
  await beside.close();

  await press(page, "History");
  await page.waitForSelector(".line-diff");
  const difference = await page.$eval(".line-diff", (diff) => diff.textContent);
  await press(page, "Bring it back");
  await until(
    page,
    "the earlier text",
    () => !document.querySelector(".cm-content")?.textContent?.includes(", beside"),
  );

  await press(page, "Share");
  await page.waitForSelector("#link-text");
  const address = await page.$eval("#link-text", (box) => (box as HTMLTextAreaElement).value);
  await closeDialog(page);
  const friend = new Visit(home);
  let linked: object;
  try {
    const other = await friend.page(390, 844);
    await other.goto(address.slice(0, -6));
    await untilSaid(other, ".notices", "damaged");
    await other.goto(address);
    await untilText(other, "# at once");
    const head = await other.$eval(".file-head", (each) => (each as HTMLElement).innerText);
    const isWide = await other.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    await press(other, "Keep");
    await until(other, "an own file", () => location.hash.startsWith("#/file/"));
    await other.reload();
    await untilText(other, "# at once");
    linked = { head, isWide, faults: friend.faults };
  } finally {
    await friend.close();
  }

  await page.goto(`${home}workshop/#/new`);
  await page.waitForSelector("#game-name");
  await page.type("#game-name", "cats");
  await page.keyboard.press("Enter");
  await untilText(page, "cats");
  await press(page, "Save");
  await page.waitForSelector(".save-choices");
  await press(page, "The whole game");
  const packed = await downloaded(visit, ".bombsight");
  await until(page, "no dialog", () => document.querySelector("dialog") === null);
  const files = await filesOf(page);
  await page.goto(`${home}workshop/#/`);
  const input = (await page.waitForSelector("#rules-file"))!;
  await (input as import("puppeteer-core").ElementHandle<HTMLInputElement>).uploadFile(packed);
  await until(page, "the packed game", () => location.hash.includes("cats_2"));
  const opened = (await filesOf(page)).slice(files.length);

  await page.goto(`${home}workshop/#/`);
  await untilSaid(page, ".fetch-note", "works offline");
  await served.stop();
  await page.reload();
  await untilSaid(page, ".go-on", "my_weather.rules");
  await page.goto(`${home}workshop/#/file/%2Fmine%2Fmy_weather.rules`);
  await untilText(page, "# at once");
  await untilSaid(page, ".counts", "1 warning");
  await served.start();
  return { size, difference, linked, files, opened, packed: readFileSync(packed).toString("base64") };
});
