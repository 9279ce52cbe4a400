/**
 * Plays without the network: `node scripts/browse.mjs offline GAME`.
 *
 * The site is loaded once; then the server is gone, and comes back with a newer site, which is taken only when asked.
 * What is read beside is kept as it is read, or when somebody wants all of it.
 */

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Chance } from "./chance";
import { Hand } from "./hand";
import { begin, SITE, visited } from "./visits";

const [game = ""] = process.argv.slice(2);
const newer = mkdtempSync(join(tmpdir(), "bombsight-newer-"));
cpSync(SITE, newer, { recursive: true });
const worker = readFileSync(join(newer, "sw.js"), "utf8");
writeFileSync(join(newer, "sw.js"), worker.replace('"version":"', '"version":"newer'));

try {
  await visited(async (visit, home, served) => {
    const page = await visit.page();
    const hand = new Hand(page, new Chance(1));
    await page.goto(`${home}play/`);
    // The first load is over when the worker has all and serves this page.
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller === null) {
        await new Promise((resolve) =>
          navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
        );
      }
    });
    assert.ok(!served.asked.includes(`/${game}/rules.html`), "what is read beside is not fetched unasked");
    await page.goto(`${home}${game}/index.html`);
    await served.stop();

    await page.goto(`${home}play/`);
    await begin(hand, home, game, { ask: "all" });
    await page.reload();
    let asked = await hand.settled();
    for (let moves = 0; moves < 4; moves++) asked = await hand.move(asked);
    if (asked.kind === "options") {
      await hand.press("Odds");
      await hand.sees(".option .odds:not(:empty)");
    }
    await hand.press("More");
    await hand.press("Report");
    await hand.sees("article");
    const head = async (path: string): Promise<string> => {
      await page.goto(`${home}${path}`);
      return page.$eval("h1", (element) => element.textContent ?? "");
    };
    const front = await head("index.html");
    assert.ok(front, "the front page is there");
    const read = await head(`${game}/index.html`);
    assert.doesNotMatch(read, /not kept/);
    const before = visit.faults.length;
    assert.match(await head(`${game}/tables/index.html`), /not kept/);
    await new Promise((resolve) => setTimeout(resolve, 500)); // the console says, too, that it could not be had
    visit.faults.splice(before);

    await served.start();
    await page.goto(`${home}play/#/`);
    await hand.press("Keep them all");
    await page.waitForFunction(() => document.body.textContent?.includes("pages are kept on this device."));
    assert.equal(await page.$("section[aria-labelledby=pages] button:not([hidden])"), null);
    await served.stop();
    assert.doesNotMatch(await head(`${game}/tables/index.html`), /not kept/);

    await served.start();
    served.folder = newer;
    const until = served.asked.length;
    await page.goto(`${home}play/#/saves`);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await hand.sees(".notice button");
    const asks = served.asked.slice(until).filter((path) => !path.endsWith("sw.js"));
    assert.deepEqual(asks, [], "what is the same is not fetched again");
    await Promise.all([page.waitForNavigation(), hand.press("Load it")]);
    await hand.sees("h1");
    await served.stop();
    assert.doesNotMatch(await head(`${game}/tables/index.html`), /not kept/);
    await page.goto(`${home}play/#/saves`);
    await hand.sees(".row h2");
    const [one] = await page.$$eval(".row h2", (all) => all.map((each) => each.textContent));
    assert.ok(one, "the save is there in the newer version");
    return { asked, one };
  });
} finally {
  rmSync(newer, { recursive: true });
}
