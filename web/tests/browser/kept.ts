/**
 * Game files that other versions made: `node scripts/browse.mjs kept PLAN`, which is JSON.
 *
 * One of before is put onto the page, and saves of before are played by it. One that this version cannot read, as a browser
 * may have kept it, is made up for by a game of the site whose rules are the same; where there is none, it is said which
 * version plays it, and how far the save holds.
 */

import assert from "node:assert/strict";
import type { ElementHandle, Page } from "puppeteer-core";
import { Chance } from "./chance";
import { Hand } from "./hand";
import { anew, begin, imported, visited } from "./visits";

interface Plan {
  readonly game: string;
  /** The folder of the site whose rules have changed. */
  readonly newer: string;
  /** A game file of before, a save of its, and a file with only the texts of rules. */
  readonly before: string;
  readonly save: string;
  readonly texts: string;
}

const plan = JSON.parse(process.argv[2] ?? "{}") as Plan;

await visited(async (visit, home, served) => {
  const page = await visit.page();
  const hand = new Hand(page, new Chance(5));

  await page.goto(`${home}play/`);
  await put(hand, plan.texts);
  await hand.sees(".notice:not(.passing)");
  const refused = await said(page, ".notice:not(.passing)");
  await put(hand, plan.before);
  await hand.press("New game");
  await imported(hand, home, plan.save);
  let asked = await hand.settled();
  asked = asked.kind === "throw" ? await hand.throwNoMore() : await hand.take();
  assert.ok(asked.prompt);

  await begin(hand, home, plan.game, { seed: 4, ask: "all" });
  asked = await hand.settled();
  for (let move = 0; move < 3; move++) asked = await hand.move(asked);
  const address = page.url();
  await spoilt(page, `${home}play/#/saves`);
  await page.goto("about:blank");
  await page.goto(address);
  assert.deepEqual(await hand.settled(), asked, "it is played by the game of the site");

  await spoilt(page, `${home}play/#/saves`);
  served.folder = plan.newer;
  await anew(page, address);
  await hand.sees("[role=alert]");
  const told = await said(page, "[role=alert]");
  await hand.press("See how far it holds");
  await hand.sees('::-p-xpath(//h2[.="How far it holds"])');
  const holds = await said(page, "main");

  await page.goto(`${home}play/#/saves`);
  await put(hand, plan.save, "#save-file");
  await hand.sees('::-p-xpath(//*[@role="alert"][contains(., "played with other rules")])');
  await hand.press("See how far it holds");
  await hand.press("Go on by these rules");
  assert.ok((await hand.settled()).prompt, "a save whose rules are not here goes on by those that are");
  return { refused, told, holds };
});

/** Put a file onto the page. */
async function put(hand: Hand, file: string, field = "#own-file"): Promise<void> {
  await hand.sees(field);
  const input = (await hand.page.$(field)) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(file);
}

function said(page: Page, selector: string): Promise<string> {
  return page.$eval(selector, (element) => (element as HTMLElement).innerText);
}

/** Have all game files that are kept be of another version; what they are known by stays beside them. */
async function spoilt(page: Page, elsewhere: string): Promise<void> {
  await page.goto(elsewhere);
  await page.evaluate(async () => {
    const head = `${JSON.stringify({ bombsight_game: 1, version: "9.0", parts: {} })}\n`;
    const zipped = new Blob([head]).stream().pipeThrough(new CompressionStream("gzip"));
    const file = await new Response(zipped).blob();
    await new Promise<void>((resolve, reject) => {
      const opened = indexedDB.open("bombsight /");
      opened.onsuccess = () => {
        const within = opened.result.transaction("games", "readwrite");
        const at = within.objectStore("games").openCursor();
        at.onsuccess = () => {
          at.result?.update({ ...at.result.value, file });
          at.result?.continue();
        };
        within.oncomplete = () => {
          opened.result.close();
          resolve();
        };
        within.onabort = () => reject(within.error);
      };
    });
  });
}
