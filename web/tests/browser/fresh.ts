/**
 * The own pages of a larger site, on a device that keeps its games: `node scripts/browse.mjs fresh`.
 *
 * They are as the network has them, and without a network as they were read last. What is no page of the games' site
 * comes past the worker.
 */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SITE, visited } from "./visits";

/** Write a page of the larger site. */
function writePage(path: string, title: string): void {
  const head = `<title>${title}</title><link rel="icon" href="icon.svg">`;
  writeFileSync(join(SITE, path), `<!doctype html>${head}<h1>${title}</h1>`);
}

writePage("index.html", "first");
writePage("manual.html", "a manual");

await visited(async (visit, home, served) => {
  const page = await visit.page();
  await page.goto(`${home}play/`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
  });
  const parts = await page.waitForSelector(".site-bar:not([hidden]) ul");
  assert.equal(await parts?.evaluate((list) => list.textContent), "GamesNews");
  const head = async (path: string): Promise<string> => {
    await page.goto(`${home}${path}`);
    return page.$eval("h1", (element) => element.textContent ?? "");
  };
  const heads = [await head("index.html")];
  writePage("index.html", "second");
  heads.push(await head("index.html"), await head("manual.html"));
  await served.stop();
  heads.push(await head("index.html"));
  return heads;
});
