/** What all programs of these tests do: a site is served, a browser opened, a game begun, a save taken out. */

import type { ElementHandle, Page } from "puppeteer-core";
import { Visit } from "./browsers";
import type { Hand } from "./hand";
import { Served } from "./server";

/** The folder of the site. */
export const SITE = process.env.SITE ?? "";

/** Serve the site, do something with a browser there, and write what came of it as JSON, with all faults. */
export async function visited(
  act: (visit: Visit, home: string, served: Served) => Promise<unknown>,
  preferences: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const served = new Served(SITE);
  const home = await served.start();
  const visit = new Visit(home, undefined, preferences);
  try {
    const found = await act(visit, home, served);
    console.log(JSON.stringify({ found, faults: visit.faults }));
  } catch (error) {
    console.error([error, ...visit.faults].join("\n"));
    throw error;
  } finally {
    await visit.close();
    await served.stop();
  }
}

/** How a game is begun; what is left out is as it comes. */
export interface Beginning {
  readonly seed?: number;
  /** How much is asked. */
  readonly ask?: "all" | "sensible" | "grave";
  /** The number of the mission. */
  readonly mission?: number;
  /** The whole campaign, not a mission. */
  readonly campaign?: boolean;
  /** Real dice are thrown. */
  readonly byHand?: boolean;
}

/** Begin a game from its own address, by what is on the screen before it. */
export async function begin(hand: Hand, home: string, game: string, beginning: Beginning = {}): Promise<void> {
  const { page } = hand;
  const { seed = 1, ask, mission, campaign = false, byHand = false } = beginning;
  await page.goto(`${home}play/#/${game}/new`);
  await hand.sees("button[type=submit]");
  if (mission !== undefined) await page.select("form select", String(mission));
  if (campaign) await hand.click("input[name=what][value=campaign]");
  await hand.click("form > details:last-of-type > summary");
  await page.type("#seed", String(seed));
  if (ask) await hand.click(`input[name=asked][value=${ask}]`);
  if (byHand) await hand.click("input[name=dice][value=manual]");
  await hand.press("Begin");
  await hand.sees("#prompt, .go-on");
}

/** Take the save that is open out of the browser; where the file is. */
export async function exported(visit: Visit, hand: Hand): Promise<string> {
  const before = new Set(visit.downloaded());
  await hand.press("More");
  await hand.press("Save as a file");
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const file = visit.downloaded().find((path) => !before.has(path));
    if (file) return file;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the save did not come");
}

/** Take a save from a file into the browser, and go to it. */
export async function imported(hand: Hand, home: string, file: string): Promise<void> {
  await hand.page.goto(`${home}play/#/saves`);
  await hand.sees("#save-file");
  const input = (await hand.page.$("#save-file")) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(file);
  await hand.sees("#prompt");
}

/** How many lines of saves are in the browser's storage. */
export function linesKept(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opened = indexedDB.open("bombsight /");
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const counted = opened.result.transaction("lines").objectStore("lines").count();
          counted.onsuccess = () => {
            opened.result.close();
            resolve(counted.result);
          };
        };
      }),
  );
}

/** Clear the browser's storage, as somebody does who clears the data of a site. */
export function clearStorage(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const cleared = indexedDB.deleteDatabase("bombsight /");
        cleared.onsuccess = () => resolve();
        cleared.onerror = () => reject(cleared.error);
        cleared.onblocked = () => reject(new Error("the page holds its storage open"));
      }),
  );
}

/** Load the site as it is now, as if somebody had wanted the new version that the worker holds back. */
export async function anew(page: Page, address: string): Promise<void> {
  await page.evaluate(async () => {
    for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.goto("about:blank");
  await page.goto(address);
}
