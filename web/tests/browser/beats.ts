/**
 * Plays a mission in which much happens at each pace, and watches it:
 * `node scripts/browse.mjs beats GAME MISSION SEED WIDTH [all]`; only with `all` throw by throw, too.
 *
 * It writes what was told in parts, how often the story waited, and whether stories and saves are the same.
 */

import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import type { Page } from "puppeteer-core";
import type { Pace } from "../../src/modes";
import type { Visit } from "./browsers";
import { Chance } from "./chance";
import { Hand } from "./hand";
import { begin, exported, visited } from "./visits";

const [game = "", mission = "1", seed = "1", width = "1280", all = ""] = process.argv.slice(2);
const SHOTS = process.env.SHOTS;

/** So many stops and questions a mission has at most. */
const MOST = 400;

/** What was seen of a mission: the news of each part, and what stood beside it. */
interface Seen {
  readonly news: string[];
  readonly stakes: string[];
  readonly boards: string[];
  readonly asked: string[];
  /** The whole story, as it stands there in the end. */
  readonly whole: string[];
  stops: number;
}

const texts = (page: Page, selector: string): Promise<string[]> =>
  page.$$eval(selector, (all) => all.map((each) => each.textContent ?? ""));

const isWaiting = async (page: Page): Promise<boolean> => (await page.$(".go-on")) !== null;

/** Press Enter until the part that is shown has been read to its end, and once more. */
async function goOn(hand: Hand): Promise<void> {
  const { page } = hand;
  const before = await page.$(".go-on");
  const isGone = (): Promise<boolean> => page.evaluate((button) => !button?.isConnected, before);
  // An Enter at the very edge of the window turns a page that seems to have been turned.
  for (let tries = 0; tries < 3 && !(await isGone()); tries++) {
    await hand.enter();
    await hand.drawn();
  }
  assert.ok(await isGone(), "Enter goes on");
}

/** Answer what is suggested, once the page takes an answer again. */
async function answer(hand: Hand): Promise<void> {
  await hand.pause();
  await hand.enter();
  await hand.drawn();
  if (await hand.page.$("dialog.small[open]")) await hand.click("dialog.small[open] button.grave");
  await hand.drawn();
}

/** Play a mission at a pace, by what is suggested. */
async function play(hand: Hand, pace: Pace): Promise<Seen> {
  const { page } = hand;
  const seen: Seen = { news: [], stakes: [], boards: [], asked: [], whole: [], stops: 0 };
  for (let at = 0; at < MOST; at++) {
    await hand.sees("#prompt, .go-on");
    await hand.drawn();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${pace}-${width}-${at}.png` });
    seen.news.push(...(await texts(page, ".line.fresh.news")));
    if (await isWaiting(page)) {
      seen.stops += 1;
      const ways = (await texts(page, ".asked .ways")).join("");
      assert.ok(seen.asked.length > 0 || !ways.includes("Take back"), "there is nothing to take back");
      seen.stakes.push(await page.$eval(".go-on", (button) => button.textContent ?? ""));
      seen.boards.push((await texts(page, ".beside-story")).join(""));
      await goOn(hand);
    } else if (await page.$(".asked a.main")) {
      // What was at stake is shown beat by beat alone.
      await page.$$eval(".stake", (all) => {
        for (const each of all) each.remove();
      });
      seen.whole.push(...(await texts(page, ".line")));
      return seen;
    } else {
      seen.asked.push(await promptOf(page));
      await answer(hand);
    }
  }
  throw new Error(`after ${MOST} stops it is not over`);
}

/** A new mission, in a page of its own. */
async function begun(visit: Visit, home: string, pace: Pace): Promise<Hand> {
  const page = await visit.page(Number(width), 844, pace);
  await page.evaluateOnNewDocument((chosen) => localStorage.setItem("bombsight /", `{"pace":"${chosen}"}`), pace);
  const hand = new Hand(page, new Chance(1));
  await begin(hand, home, game, { mission: Number(mission), seed: Number(seed) });
  return hand;
}

const promptOf = (page: Page): Promise<string> => page.$eval("#prompt", (prompt) => prompt.textContent ?? "");

/** Hold Enter down for a while. */
async function holdEnter(page: Page): Promise<void> {
  for (let held = 0; held < 30; held++) await page.keyboard.down("Enter"); // all but the first are repeats
  await page.keyboard.up("Enter");
}

/** Go on to the first question, `asked`: keys that are held there, or pressed too soon, answer nothing. */
async function checkGuard(hand: Hand, asked: string): Promise<void> {
  const { page } = hand;
  await hand.sees(".go-on");
  for (let stops = 0; stops < MOST && (await isWaiting(page)); stops++) {
    while (!(await hand.isFocusSeen())) await page.keyboard.press("PageDown");
    await holdEnter(page);
    await hand.drawn();
  }
  await page.keyboard.press("Enter");
  await page.keyboard.press(" ");
  await page.click(".asked button.main, .asked button.option");
  await hand.drawn();
  assert.equal(await promptOf(page), asked, "what is held or pressed too soon answers nothing");
  await answer(hand);
}

/** Where the story waits it can be gone back, and commands typed; nothing that is typed answers the question behind. */
async function checkStops(hand: Hand): Promise<void> {
  const { page } = hand;
  const told = () => page.$eval(".story", (story) => story.textContent);
  await hand.sees(".go-on");
  assert.match(await page.evaluate(() => document.activeElement!.className), /go-on/);
  const first = await told();
  await goOn(hand);
  assert.ok(await isWaiting(page));
  await page.keyboard.press("Backspace");
  assert.equal(await told(), first, "the part before is shown again");
  await page.keyboard.press("/");
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  assert.match((await texts(page, ".complaint")).join(""), /asks nothing yet/);
  await page.keyboard.press("/");
  await page.keyboard.type("state");
  await page.keyboard.press("Enter");
  await hand.sees("dialog[open]");
  await page.keyboard.press("Escape");
  await hand.drawn();
  assert.match(await page.evaluate(() => document.activeElement!.className), /go-on/);
  for (const pace of ["straight", "beats"]) {
    await page.keyboard.press("/");
    await page.keyboard.type(`pace ${pace}`);
    await page.keyboard.press("Enter");
    await hand.drawn();
    assert.ok(await isWaiting(page), "another pace leaves the stop that there is");
  }
  await hand.enter();
  await hand.drawn();
  const second = await told();
  assert.notEqual(second, first);
  await page.keyboard.press("s");
  const asked = await promptOf(page);
  await holdEnter(page);
  await hand.drawn();
  assert.equal(await promptOf(page), asked, "s leads to what comes behind all stops, and no held key further");
}

/** What stands in the page at a stop: the story without what was at stake, the head, boards and sheet. */
async function standing(page: Page): Promise<string[]> {
  await page.$$eval(".stake", (all) => {
    for (const each of all) each.remove();
  });
  return texts(page, ".line, .where p, .beside-story");
}

/** Give all answers, and pass over the stops between. */
async function answerAll(hand: Hand, asked: readonly string[]): Promise<void> {
  for (const _ of asked) {
    if (await isWaiting(hand.page)) await hand.page.keyboard.press("s");
    await hand.drawn();
    await answer(hand);
  }
}

/** Leave the game where the story waits: it waits there again, and nowhere is said how it goes on. */
async function checkLeft(hand: Hand, home: string, asked: readonly string[]): Promise<void> {
  const { page } = hand;
  await answerAll(hand, asked);
  await goOn(hand);
  await goOn(hand);
  assert.match((await texts(page, ".stop .ways")).join(), /To the end/);
  const before = await standing(page);
  const address = page.url();
  await page.reload();
  await hand.sees(".go-on");
  assert.deepEqual(await standing(page), before, "it waits where it was left");
  assert.ok(await hand.isFocusSeen());
  await page.goto(`${home}play/#/saves`);
  await hand.sees(".rows .row");
  const rows = (await texts(page, ".rows .row")).join();
  assert.match(rows, /In the middle of its story/);
  await page.goto(address.replace("#/play/", "#/report/"));
  await hand.sees(".report");
  assert.doesNotMatch(await page.$eval("#main", (main) => main.textContent ?? ""), /is captured/);
  await page.goto(address);
  await hand.sees(".go-on");
  await page.keyboard.press("s");
  await hand.sees(".asked a.main");
  await page.reload();
  await hand.sees(".asked a.main");
  assert.ok(!(await isWaiting(page)));
  await page.goto(`${home}play/#/saves`);
  await hand.sees(".rows .row");
  assert.doesNotMatch((await texts(page, ".rows .row")).join(), /In the middle/);
}

/** Touch twice at one spot, where the story waits before a question: the second touch answers nothing. */
async function checkTouches(hand: Hand, asked: string): Promise<void> {
  const { page } = hand;
  await hand.sees(".go-on");
  for (let stops = 0; stops < MOST && (await isWaiting(page)); stops++) {
    await page.$eval(".go-on", (button) => button.scrollIntoView({ block: "center", behavior: "instant" }));
    const button = (await page.$(".go-on"))!;
    const { x, y } = await button.clickablePoint();
    await page.mouse.click(x, y);
    await page.waitForFunction((each) => !each?.isConnected, {}, button);
    await hand.pause();
    if (await isWaiting(page)) continue;
    await page.$eval(
      ".asked button.main, .asked button.option",
      (each, at) => {
        scrollBy({ top: each.getBoundingClientRect().top - at, behavior: "instant" });
      },
      y - 10,
    );
    await page.mouse.click(x, y);
    await hand.drawn();
    assert.equal(await promptOf(page), asked, "a second touch at the spot of the stop answers nothing");
  }
}

/** Watch the mission to its end. */
async function watch(
  hand: Hand,
): Promise<{ readonly parts: number; readonly news: string[]; readonly boards: number }> {
  const { page } = hand;
  await hand.press("Watch it again");
  await hand.sees(".film");
  await hand.press("4");
  const at = () => page.$eval(".seek", (slider) => Number((slider as HTMLInputElement).value));
  await page.waitForFunction(() => Number(document.querySelector<HTMLInputElement>(".seek")!.value) > 0);
  await page.keyboard.press(" ");
  const title = () => page.$eval(".play-pause", (button) => button.getAttribute("aria-label"));
  if ((await title()) === "Pause") await hand.click(".play-pause");
  assert.equal(await title(), "Play");
  await page.$eval("#main", (main) => (main as HTMLElement).focus());
  await page.keyboard.press("Home");
  assert.equal(await at(), 0);
  const news = await texts(page, ".line.news");
  const boards = new Set<string>();
  const last = await page.$eval(".seek", (slider) => Number((slider as HTMLInputElement).max));
  for (let part = 1; part <= last; part++) {
    await page.keyboard.press("ArrowRight");
    assert.equal(await at(), part);
    news.push(...(await texts(page, ".line.fresh.news")));
    boards.add((await texts(page, ".beside-story")).join(""));
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/watch-${width}-${part}.png` });
  }
  assert.equal(await title(), "Play again");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await at(), last - 1);
  await hand.click(".play-pause");
  await page.waitForFunction(() => document.querySelector(".play-pause")!.getAttribute("aria-label") === "Play again");
  assert.equal(await at(), last, "it runs to its end");
  assert.equal(await page.$(".asked"), null, "nothing is asked");
  return { parts: last + 1, news, boards: boards.size };
}

await visited(async (visit, home) => {
  const paces: readonly Pace[] = ["straight", "beats", ...(all ? (["throws"] as const) : [])];
  const seen = new Map<Pace, Seen>();
  const saves: string[] = [];
  let film = { parts: 0, news: [] as string[], boards: 0 };
  for (const pace of paces) {
    const hand = await begun(visit, home, pace);
    seen.set(pace, await play(hand, pace));
    if (pace === "beats") {
      const address = hand.page.url();
      await hand.page.goto(`${home}play/#/`);
      await hand.sees(".cards");
      await hand.page.goto(address);
      await hand.sees("#prompt");
      assert.ok(!(await isWaiting(hand.page)), "what was seen is not shown again part by part");
    }
    if (SHOTS) await hand.page.screenshot({ path: `${SHOTS}/over-${pace}.png` });
    const file = await exported(visit, hand);
    saves.push(readFileSync(file, "utf8"));
    rmSync(file); // the next has the same name
    if (pace === "beats") film = await watch(hand);
    await hand.page.close();
  }
  const beats = seen.get("beats")!;
  const hand = await begun(visit, home, "beats");
  await checkGuard(hand, beats.asked[0]!);
  for (const _ of beats.asked.slice(1)) {
    while (await isWaiting(hand.page)) await goOn(hand);
    await answer(hand);
  }
  await checkStops(hand);
  await checkLeft(await begun(visit, home, "beats"), home, beats.asked);
  await checkTouches(await begun(visit, home, "beats"), beats.asked[0]!);
  return {
    stops: Object.fromEntries([...seen].map(([pace, { stops }]) => [pace, stops])),
    sameQuestions: [...seen.values()].every(({ asked }) => asked.join() === beats.asked.join()),
    sameSave: new Set(saves).size === 1,
    sameStory: [...seen.values()].every(({ whole }) => whole.join() === beats.whole.join()),
    news: beats.news,
    stakes: beats.stakes,
    boards: new Set(beats.boards).size,
    film,
  };
});
