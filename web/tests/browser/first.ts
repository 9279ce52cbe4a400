/**
 * How soon the first question stands there, on a slow phone: `node scripts/browse.mjs first GAME...`.
 *
 * A processor four times as slow as this one, and a network of 1.6 Mbit/s with 150 ms there and back. Cold is a first
 * visit; warm is one when all is kept on the device. From the address of the screen before a game, with "Begin" pressed as
 * soon as it stands there, and from the address of a game that was begun. In milliseconds, the middle one of some.
 */

import type { CDPSession, Page } from "puppeteer-core";
import { Visit } from "./browsers";
import { Served } from "./server";
import { SITE } from "./visits";

const SLOWER = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const ROUNDS = 5;

/** Presses "Begin" where it stands, and notes when the first question is drawn. */
async function watched(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    let isBegun = !location.hash.endsWith("/new");
    const look = (): void => {
      const start = document.querySelector<HTMLElement>("button[type=submit]");
      if (!isBegun && start) {
        isBegun = true;
        start.click();
      }
      const prompt = document.querySelector<HTMLElement>("#prompt");
      if (prompt) setTimeout(() => prompt.setAttribute("data-drawn", String(performance.now())));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Milliseconds from an address to the first question. */
async function timed(page: Page, address: string): Promise<number> {
  await page.goto("about:blank");
  await page.goto(address);
  const prompt = await page.waitForSelector("#prompt[data-drawn]", { timeout: 60_000 });
  return Number(await prompt!.evaluate((each) => each.getAttribute("data-drawn")));
}

async function slowed(page: Page): Promise<CDPSession> {
  const session = await page.createCDPSession();
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return session;
}

function middle(times: readonly number[]): number {
  return Math.round([...times].sort((one, other) => one - other)[Math.floor(times.length / 2)]!);
}

const served = new Served(SITE);
const home = await served.start();
for (const game of process.argv.slice(2)) {
  const visit = new Visit(home, "chromium");
  try {
    const page = await visit.page(360, 740);
    await watched(page);
    await slowed(page);
    const address = `${home}play/#/${game}/new`;
    const cold = Math.round(await timed(page, address));
    await page.evaluate(() => navigator.serviceWorker.ready);
    const fresh: number[] = [];
    const again: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      fresh.push(await timed(page, address));
      again.push(await timed(page, page.url()));
    }
    console.log(JSON.stringify({ game, cold, fresh: middle(fresh), again: middle(again) }));
  } finally {
    await visit.close();
  }
}
await served.stop();
