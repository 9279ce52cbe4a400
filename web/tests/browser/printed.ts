/**
 * Prints reading pages, as a browser would: `node scripts/browse.mjs printed PAGE...`.
 *
 * It finds what stands out of the paper (A4 with its margins) in pages as they are, and in the first table of each with
 * three times its columns; and what scrolls the page sideways on a phone.
 */

import type { Page } from "puppeteer-core";
import { visited } from "./visits";

const PAGES = process.argv.slice(2);

/** The width of A4 between its margins, and that of a phone, in pixels. */
const PAPER = 688;
const PHONE = 390;

/** The first thing that stands out of the paper at its right; empty if nothing does. */
function outOfPaper(page: Page): Promise<string> {
  return page.evaluate((paper) => {
    const things = [...document.querySelectorAll("table, svg, pre, p, h1, h2, h3, li, td, th")];
    const out = things.find((each) => each.getBoundingClientRect().right > paper + 1);
    return out ? out.outerHTML.slice(0, 200) : "";
  }, PAPER);
}

/** Give the rows of the first table that scrolls three times their cells, each with a long word. */
function widenTable(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const row of document.querySelector(".wide table")?.querySelectorAll("tr") ?? []) {
      for (const cell of [...row.children, ...row.children]) {
        const copy = cell.cloneNode() as Element;
        copy.textContent = "countermeasures";
        row.append(copy);
      }
    }
  });
}

await visited(async (visit, home) => {
  const page = await visit.page();
  const found: string[] = [];
  for (const path of PAGES) {
    await page.emulateMediaType("screen");
    await page.setViewport({ width: PHONE, height: 844 });
    await page.goto(`${home}${path}`);
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push(`${path}: scrolls`);
    await page.emulateMediaType("print");
    await page.setViewport({ width: PAPER, height: 1000 });
    found.push(...[await outOfPaper(page)].filter(Boolean).map((each) => `${path}: ${each}`));
    await widenTable(page);
    found.push(...[await outOfPaper(page)].filter(Boolean).map((each) => `${path}, widened: ${each}`));
  }
  return found;
});
