/**
 * What browsers do to what is stored: `node scripts/browse.mjs lost GAME`.
 *
 * Records that are cleared while a game is played are missed as soon as the page is looked at, and stored again from the
 * page; a storage that is deleted is missed at once; a browser that stores nothing plays in memory, and says so.
 */

import assert from "node:assert/strict";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { Chance } from "./chance";
import { Hand } from "./hand";
import { begin, clearStorage, exported, linesKept, visited } from "./visits";

const [game = ""] = process.argv.slice(2);
const SHOTS = process.env.SHOTS;

/** Clear the records, past the page, which keeps its connection. */
function clearRecords(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opened = indexedDB.open("bombsight /");
        opened.onsuccess = () => {
          const places = [...opened.result.objectStoreNames];
          const within = opened.result.transaction(places, "readwrite");
          for (const place of places) within.objectStore(place).clear();
          within.oncomplete = () => {
            opened.result.close();
            resolve();
          };
          within.onabort = () => reject(within.error);
        };
      }),
  );
}

async function noticed(hand: Hand, name: string): Promise<string> {
  await hand.sees(".notice button.main");
  if (SHOTS) await hand.page.screenshot({ path: join(SHOTS, `lost-${name}.png`) as `${string}.png` });
  return hand.page.$eval(".notice:has(button.main)", (notice) => (notice as HTMLElement).innerText);
}

await visited(async (visit, home) => {
  const page = await visit.page();
  const hand = new Hand(page, new Chance(1));
  await begin(hand, home, game, { ask: "all" });
  await hand.move(await hand.settled());
  const asked = await hand.settled();
  const lines = await linesKept(page);

  await clearRecords(page);
  assert.equal(await linesKept(page), 0);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  const told = await noticed(hand, "cleared");
  await hand.press("Store it again");
  await hand.sees(".notice.passing");
  const again = await page.$eval(".notice.passing", (notice) => notice.textContent ?? "");
  assert.equal(await linesKept(page), lines, "all is stored again, from the page");
  assert.equal(await page.$(".notice button.main"), null, "what was said of it is over");

  await clearStorage(page);
  await noticed(hand, "deleted");
  const file = await exported(visit, hand);
  const size = statSync(file).size;
  rmSync(file); // the other game has the same name, for it is begun in the same minute
  const after = await hand.move(asked);
  assert.ok((await linesKept(page)) > lines);
  await page.reload();
  assert.deepEqual(await hand.settled(), after);
  await page.goto(`${home}play/#/saves`);
  await hand.sees("ul.rows li");
  if (SHOTS) await page.screenshot({ path: join(SHOTS, "lost-saves.png") as `${string}.png` });

  const denied = await visit.page(390, 844);
  await denied.evaluateOnNewDocument(() => {
    const deny = (): never => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    Object.defineProperty(window, "indexedDB", { get: deny });
    Object.defineProperty(window, "localStorage", { get: deny });
  });
  const stranger = new Hand(denied, new Chance(3));
  await begin(stranger, home, game, { ask: "all" });
  const said = await denied.$eval(".notice.staying", (notice) => (notice as HTMLElement).innerText);
  if (SHOTS) await denied.screenshot({ path: join(SHOTS, "lost-memory.png") as `${string}.png` });
  await stranger.move(await stranger.settled());
  const there = await stranger.settled();
  const address = denied.url();
  await denied.goto(`${home}play/#/saves`);
  await stranger.sees("ul.rows li");
  await denied.goto(address);
  assert.deepEqual(await stranger.settled(), there, "a game in memory is gone on with as long as the page is open");
  const kept = await exported(visit, stranger);
  return { told, again, said, sizes: [size, statSync(kept).size] };
});
