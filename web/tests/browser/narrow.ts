/**
 * Opens pages at the width of a small phone: `node scripts/browse.mjs narrow PAGE...`.
 *
 * It finds the pages that scroll sideways, each with the first thing that stands out of the window.
 */

import { visited } from "./visits";

const PAGES = process.argv.slice(2);

/** The width of a small phone, in pixels; a page at 400 % in a window of 1280 has the same. */
const WIDTH = 320;

await visited(async (visit, home) => {
  const page = await visit.page(WIDTH, 640);
  const found: string[] = [];
  for (const path of PAGES) {
    await page.goto(`${home}${path}`);
    const out = await page.evaluate(() => {
      if (document.documentElement.scrollWidth <= innerWidth) return null;
      const wide = [...document.querySelectorAll("main *")].find(
        (each) => each.closest(".wide") === null && each.getBoundingClientRect().right > innerWidth,
      );
      return wide?.outerHTML.slice(0, 200) ?? "scrolls sideways";
    });
    if (out !== null) found.push(`${path}: ${out}`);
  }
  return found;
});
