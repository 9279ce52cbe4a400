/**
 * Plays a mission by the keyboard alone: `node scripts/browse.mjs keyboard GAME MOVES [all]`, asked all or what is usual.
 *
 * From the page's beginning to the report; whatever is done, the focus is where one goes on, seen, and marked as such.
 * After so many moves what is suggested is taken.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { KeyInput } from "puppeteer-core";
import type { SiteGames } from "../../src/rules/documents";
import { Chance } from "./chance";
import { type Asked, Hand } from "./hand";
import { SITE, visited } from "./visits";

const [game = "", moves = "0", ask = ""] = process.argv.slice(2);
const { games } = JSON.parse(readFileSync(join(SITE, "games.json"), "utf8")) as SiteGames;
const { title } = games.find((each) => each.game === game)!;

/** Within so many presses of Tab everything is reached. */
const MOST_TABS = 150;

/** At every so-manieth move something beside is looked at. */
const ASIDE = 3;

/** Keys that open what is shown above the page. */
const ASIDES: readonly KeyInput[] = ["w", "b", "s", "a", "l", "n", "?"];

await visited(async (visit, home) => {
  const page = await visit.page(360, 740);
  const { keyboard } = page;
  const chance = new Chance(12_345);
  const hand = new Hand(page, chance);
  const ways = new Set<string>();

  /** What has the focus: what it says, and where it is. */
  const focus = () =>
    page.evaluate(() => {
      const at = document.activeElement!;
      return {
        said: (at.getAttribute("aria-label") ?? at.textContent ?? "").replace(/\s+/g, " ").trim(),
        name: at.id || at.getAttribute("name") || "",
        kind: at.tagName,
        isMarked: at.matches(":focus-visible"),
        isAsked: at.closest(".asked") !== null,
        isAbove: at.closest("dialog[open]") !== null,
      };
    });

  /** Press Tab until something has the focus; on the way all that has it is seen. */
  async function tabTo(what: string, is: (at: Awaited<ReturnType<typeof focus>>) => boolean): Promise<void> {
    const passed: string[] = [];
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      const at = await focus();
      if (is(at)) return;
      passed.push(at.said || at.name);
      await keyboard.press("Tab");
      await hand.drawn(); // what has the focus is scrolled to
      const now = await focus();
      if (now.kind === "BODY") continue;
      assert.ok(now.isMarked, `${now.said || now.name}: it has the focus, and nothing marks it`);
      // Of a box that scrolls by itself the beginning is enough.
      assert.ok(
        now.kind === "DIV" || (await hand.isFocusSeen()),
        `${now.said || now.name}: it has the focus, and cannot be seen`,
      );
    }
    assert.fail(`Tab does not lead to ${what}; it leads to ${passed.slice(-20).join(" | ")}`);
  }

  async function go(title: string): Promise<void> {
    await tabTo(title, ({ said, kind }) => said === title && kind !== "MAIN");
    await keyboard.press("Enter");
  }

  /** The focus is in the question, and what it is on is seen once the news above are turned over. */
  async function focused(asked: Asked): Promise<void> {
    assert.ok(
      (await focus()).isAsked,
      `"${asked.prompt}" is asked, and the focus is at ${JSON.stringify(await focus())}`,
    );
  }

  /** Something beside is opened by a key, has the focus, and gives it back. */
  async function lookAside(asked: Asked): Promise<void> {
    const before = await focus();
    const key = chance.of(ASIDES);
    await keyboard.press(key);
    if (!(await page.$("dialog[open]"))) return; // there is nothing of it yet, or no room
    ways.add(key);
    assert.ok((await focus()).isAbove, `${key}: the focus is not in what has opened`);
    await keyboard.press("Escape");
    await page.waitForFunction(() => document.querySelector("dialog[open]") === null);
    // The focus is given back by the event that it has closed, which may come late on a machine that is busy.
    await page.waitForFunction(() => document.activeElement !== document.body);
    assert.deepEqual(await focus(), before, `${key}: the focus is back where it was at "${asked.prompt}"`);
  }

  /** Of what is grave it is asked once more; what leads back has the focus, and Tab leads to what goes on. */
  async function meant(): Promise<void> {
    if (!(await hand.isAskedAgain())) return;
    ways.add("meant");
    assert.equal((await focus()).said, "Back");
    await keyboard.press("Tab");
    await keyboard.press("Enter");
  }

  async function answer(asked: Asked): Promise<void> {
    const keys = ["Enter", "arrows", asked.kind === "options" ? "number" : "Tab"];
    const way = asked.kind === "several" ? "Space" : chance.of(keys);
    ways.add(`${asked.kind} by ${way}`);
    if (way === "arrows") for (let steps = chance.below(4); steps > 0; steps--) await keyboard.press("ArrowDown");
    if (way === "arrows" && asked.kind === "matrix") await keyboard.press("ArrowRight");
    if (way === "number") await keyboard.type(chance.of(asked.keys.filter((key) => key !== "Enter")) ?? "1");
    if (way === "Tab") return go("Answer as marked");
    if (way === "Space") {
      await keyboard.press(" ");
      await keyboard.press(" ");
    }
    await hand.enter();
  }

  await page.goto(`${home}play/`);
  await hand.sees(".card");
  await tabTo("the game", ({ said }) => said === title);
  await keyboard.press("Enter");
  await hand.sees("a.main");
  await go("New game");
  await hand.sees("button[type=submit]");
  await tabTo("how it is played", ({ said }) => said.startsWith("How it is played"));
  await keyboard.press("Enter");
  await tabTo("how much is asked", ({ name }) => name === "asked");
  if (ask) await keyboard.press("ArrowUp");
  await tabTo("the seed", ({ name }) => name === "seed");
  await keyboard.type("5");
  await keyboard.press("Enter"); // which begins

  let asked = await hand.settled();
  let answered = 0;
  for (; asked.kind !== "over"; answered++) {
    await focused(asked);
    if (answered % ASIDE === 0 && answered < Number(moves)) await lookAside(asked);
    asked = await hand.answering(async () => {
      if (answered < Number(moves)) await answer(asked);
      else await hand.enter();
      await meant();
    });
  }
  await focused(asked);
  await go("Read the report");
  await hand.sees("article");
  assert.equal((await focus()).kind, "MAIN", "the report has the focus");
  const isWide = await page.$("article .sideways:not([hidden])");
  if (isWide) await tabTo("what scrolls sideways", ({ kind }) => kind === "DIV");
  return { answered, ways: [...ways].sort() };
});
