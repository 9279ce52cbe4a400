/**
 * What strangers made, put onto the page: `node scripts/browse.mjs strangers PLAN`, which is JSON.
 *
 * Game files without an end, that grow, unpack to half a gigabyte or are too deep are refused in a sentence. One that
 * passes its trial all the same is stopped as it is played, and can be removed. A long save is read while the page goes on;
 * of many in one file the broken ones are named.
 */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { ElementHandle, Page } from "puppeteer-core";
import { ENDLESS, GROWING, hostileGame } from "../hostile";
import { deepened } from "../packed";
import { Chance } from "./chance";
import { Hand } from "./hand";
import { visited } from "./visits";

interface Plan {
  /** A game file, and a save of its game. */
  readonly game: string;
  readonly save: string;
}

const plan = JSON.parse(process.argv[2] ?? "{}") as Plan;
const FILE = new Uint8Array(readFileSync(plan.game));
const SHOTS = process.env.SHOTS;

const bomb = () => new Uint8Array(gzipSync(Buffer.concat([gunzipSync(FILE), Buffer.alloc(500_000_000)])));

const HOSTILE: Readonly<Record<string, () => Uint8Array>> = {
  loop: () => hostileGame(FILE, { traced: { start: ENDLESS } }),
  aside: () => hostileGame(FILE, { asides: { start: ENDLESS, does: ENDLESS } }),
  grow: () => hostileGame(FILE, { traced: { start: GROWING } }),
  bomb,
  deep: () => hostileGame(FILE, {}, deepened),
  text: () => new TextEncoder().encode("no game"),
};

const folder = mkdtempSync(join(tmpdir(), "bombsight-strangers-"));

function written(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Put a file onto the page. */
async function put(hand: Hand, file: string): Promise<void> {
  await hand.sees("#own-file, #save-file");
  const input = (await hand.page.$("#own-file, #save-file")) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(file);
}

/** What is said until somebody closes it; all of it is closed. */
async function saidIn(hand: Hand, home: string): Promise<string> {
  const told = ".notice:not(.passing)";
  await hand.sees(told);
  if (SHOTS) await hand.page.screenshot({ path: join(SHOTS, `strangers-${home}.png`) as `${string}.png` });
  const said = await hand.page.$$eval(told, (all) => all.map((each) => (each as HTMLElement).innerText).join("\n"));
  await hand.page.$$eval(`${told} > button:last-of-type`, (all) => {
    for (const each of all) (each as HTMLButtonElement).click();
  });
  return said;
}

/** Whether the page answers within so many milliseconds. */
async function answers(page: Page, within: number): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), within));
  return Promise.race([page.evaluate(() => true), late]);
}

await visited(async (visit, home) => {
  try {
    const page = await visit.page();
    const hand = new Hand(page, new Chance(3));
    await page.goto(`${home}play/`);
    const told: Record<string, string> = {};
    for (const [name, make] of Object.entries(HOSTILE)) {
      await put(hand, written(`evil-${name}.game`, make()));
      assert.ok(await answers(page, 2000), `${name}: the page goes on while a file is tried`);
      told[name] = await saidIn(hand, name);
    }
    assert.equal(await page.$$eval("#own ~ ul li", (all) => all.length), 0, "nothing of them is kept");

    const brief = [readFileSync(plan.save, "utf8"), '{"bombsight":1,"game":5}\n', readFileSync(plan.save, "utf8")];
    await page.goto(`${home}play/#/saves`);
    await put(hand, written("many.saves", brief.join("")));
    await hand.sees("ul.rows li:nth-child(2)");
    told.many = await saidIn(hand, "many");
    await hand.press("All saves as one file");

    const [header = "", ...lines] = brief[0]!.trimEnd().split("\n");
    const undone = `${lines.find((line) => line.startsWith('{"a"'))}\n{"undo":1}\n`;
    await put(hand, written("long.save", `${header}\n${undone.repeat(200_000)}`));
    await hand.sees(".notice.passing");
    for (let look = 0; look < 20; look++) assert.ok(await answers(page, 1500), "the page goes on while a save is read");
    await hand.sees("#prompt, h1 + p + p[role=alert]");

    // A browser in which every trial is passed: what is played is stopped all the same.
    const trusting = await visit.page();
    await trusting.evaluateOnNewDocument(() => {
      class Passed {
        onmessage: ((event: { data: object }) => void) | null = null;
        postMessage(): void {
          setTimeout(() => this.onmessage?.({ data: { is: "fit" } }));
        }
        terminate(): void {}
      }
      Object.defineProperty(window, "Worker", { value: Passed });
    });
    const other = new Hand(trusting, new Chance(4));
    await trusting.goto(`${home}play/`);
    await put(other, written("late.game", HOSTILE.loop!()));
    await other.press("New game");
    await other.press("Begin");
    await other.sees("[role=alert]:not(:empty)");
    told.late = await trusting.$eval("[role=alert]:not(:empty)", (alert) => alert.textContent ?? "");
    if (SHOTS) await trusting.screenshot({ path: join(SHOTS, "strangers-late.png") as `${string}.png` });
    await trusting.goto(`${home}play/#/`);
    await other.press("Remove");
    return told;
  } finally {
    rmSync(folder, { recursive: true });
  }
});
