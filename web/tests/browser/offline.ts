/**
 * Plays without the network: `node scripts/browse.mjs offline GAME`.
 *
 * The site is loaded once; then the server is gone, and comes back with a newer site, which is taken only when asked.
 */

import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Chance } from "./chance";
import { Hand } from "./hand";
import { begin, SITE, visited } from "./visits";

const [game = ""] = process.argv.slice(2);
const newer = mkdtempSync(join(tmpdir(), "bombsight-newer-"));
cpSync(SITE, newer, { recursive: true });
appendFileSync(join(newer, "sw.js"), "// newer\n");

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
    await served.stop();

    await page.reload();
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
    await page.goto(`${home}index.html`);
    await hand.sees("h1");

    await served.start();
    served.folder = newer;
    const before = served.asked.length;
    await page.goto(`${home}play/#/saves`);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await hand.sees(".notice button");
    const asks = served.asked.slice(before).filter((path) => !path.endsWith("sw.js"));
    assert.deepEqual(asks, [], "what is the same is not fetched again");
    await Promise.all([page.waitForNavigation(), hand.press("Load it")]);
    await hand.sees("h1");
    const [one] = await page.$$eval(".row h2", (all) => all.map((each) => each.textContent));
    assert.ok(one, "the save is there in the newer version");
    return { asked, one };
  });
} finally {
  rmSync(newer, { recursive: true });
}
