/**
 * Looks at every view by axe, narrow and wide, light and dark: `node scripts/browse.mjs views GAME MANY [all]`.
 *
 * GAME asks in options, MANY asks about many at once. With SHOTS pictures of all that is seen are put into that folder.
 */

import assert from "node:assert/strict";
import type { Page } from "puppeteer-core";
import { violations } from "./axe";
import { KIND } from "./browsers";
import { Chance } from "./chance";
import { Hand } from "./hand";
import { begin, visited } from "./visits";

const [game = "", many = "", all = ""] = process.argv.slice(2);
const SHOTS = process.env.SHOTS;
const WIDTHS = all ? [360, 768, 1400] : [360];
/** Colors that the system prefers. Firefox cannot switch them while it runs: there the page is looked at in the dark. */
const SCHEMES = KIND === "chromium" ? (["light", "dark"] as const) : (["dark"] as const);
/** Firefox's own setting of them. */
const DARK = { "layout.css.prefers-color-scheme.content-override": 0 };

const found: string[] = [];

/** Look at what stands in the page: by axe, and whether it scrolls sideways. */
async function seen(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewport({ width, height: width < 600 ? 740 : 900 });
    for (const scheme of SCHEMES) {
      if (KIND === "chromium") {
        await page.emulateMediaFeatures([
          { name: "prefers-color-scheme", value: scheme },
          { name: "prefers-reduced-motion", value: "reduce" },
        ]);
      }
      const at = `${name}-${width}-${scheme}`;
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${at}.png` });
      found.push(...(await violations(page)).map((each) => `${at}: ${each}`));
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        found.push(`${at}: scrolls sideways`);
    }
  }
}

await visited(async (visit, home) => {
  const page = await visit.page();
  const hand = new Hand(page, new Chance(1));
  const dialog = async (name: string, open: () => Promise<void>): Promise<void> => {
    await page.setViewport({ width: 360, height: 740 });
    await open();
    await hand.sees("dialog[open]");
    await seen(page, name);
    await page.keyboard.press("Escape");
  };
  const screen = async (name: string, path: string, wanted = "h1"): Promise<void> => {
    await page.goto(`${home}${path}`);
    await hand.sees(wanted);
    await seen(page, name);
  };
  await screen("front", "index.html");
  await screen("rules", `${game}/index.html`);
  await screen("tables", `${game}/tables/index.html`);
  await screen("home", "play/#/");
  await screen("game", `play/#/${game}`);
  await screen("setup", `play/#/${game}/new`, "button[type=submit]");
  await hand.click("form > details:last-of-type > summary");
  await seen(page, "setup-open");
  await page.type("#seed", "1234");
  await page.$eval("form", (form) => form.classList.add("before"));
  await hand.click("input[name=edition][value='1']");
  await hand.sees("form:not(.before)");
  const seed = await page.$eval("#seed", (field) => (field as HTMLInputElement).value);
  assert.equal(seed, "1234", "what was typed is taken over into another edition's form");

  await begin(hand, home, many);
  const kinds = new Set<string>();
  let asked = await hand.settled();
  assert.equal(asked.kind, "matrix");
  const marked = await hand.markAndType();
  const told = await page.$eval(".story", (story) => story.textContent ?? "");
  assert.ok(told.includes(`→ ${marked}`), "what a touch has marked counts beside what is typed");
  asked = await hand.takeBack();
  for (let moves = 0; moves < 30 && asked.kind !== "over"; moves++) {
    if (!kinds.has(asked.kind)) await seen(page, `many-${asked.kind}`);
    kinds.add(asked.kind);
    asked = await hand.move(asked);
  }

  await begin(hand, home, game, { ask: "all", byHand: true });
  await hand.settled();
  await seen(page, "throw");
  await begin(hand, home, game, { ask: "all" });
  asked = await hand.settled();
  for (let moves = 0; moves < 4; moves++) asked = await hand.take();
  await seen(page, "question");
  await hand.press("Odds");
  await hand.sees(".option .odds:not(:empty)");
  await seen(page, "odds");
  await page.keyboard.press("/");
  await page.keyboard.type("pace throws");
  await page.keyboard.press("Enter");
  for (let moves = 0; moves < 30 && !(await page.$(".go-on")); moves++) await hand.step();
  await seen(page, "stop");
  await dialog("pace", () => hand.press("Pace …"));
  await page.keyboard.press("/");
  await page.keyboard.type("pace straight");
  await page.keyboard.press("Enter");
  asked = await hand.settled();
  for (const [name, key] of Object.entries({
    why: "w",
    boards: "b",
    sheet: "s",
    orders: "a",
    names: "n",
    keys: "?",
    lookup: "l",
  })) {
    await dialog(name, () => page.keyboard.press(key as "w"));
  }
  await dialog("more", () => hand.press("More"));
  await dialog("order", () => hand.press("Standing order …"));
  await dialog("back", async () => {
    await hand.press("More");
    await hand.press("Take back …");
  });
  const address = page.url();
  await page.goto(`${home}play/#/`);
  await hand.sees("h1");
  await page.goto(address);
  await hand.settled();
  await seen(page, "recalled");
  await screen("saves", "play/#/saves");
  await dialog("throw-away", () => hand.press("Throw away"));
  await page.goto(address);
  await hand.settled();
  asked = await hand.finish();
  while (asked.kind !== "over") asked = await hand.take();
  await seen(page, "over");
  await hand.press("More");
  await hand.press("Save as a file");
  await hand.sees(".notice");
  await seen(page, "exported");
  await screen("its-rules", `${address.replace(home, "")}/rules`, "main h2");
  await screen("report", address.replace(home, "").replace("play/#/play", "play/#/report"), "article");
  await screen("watch", address.replace(home, "").replace("play/#/play", "play/#/watch"), ".film");
  await page.goto(address);
  await hand.sees(".asked a.main");
  await dialog("share", async () => {
    await hand.press("More");
    await hand.press("Share as a link");
    await hand.sees("#link-text");
  });
  await hand.press("More");
  await hand.press("Share as a link");
  await hand.sees("#link-text");
  const link = await page.$eval("#link-text", (box) => (box as HTMLTextAreaElement).value);
  await page.keyboard.press("Escape");
  await screen("link", link.replace(home, ""));
  await screen("link-watched", `${link.replace(home, "")}/watch`, ".film");
  await page.goto(address.replace("play/#/play", "play/#/report"));
  await hand.sees("article");
  await page.setViewport({ width: 360, height: 740 });
  const wide = await page.$$eval("article :is(.boards, .wide)", (boxes) =>
    boxes
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => [(box.previousElementSibling as HTMLElement).innerText, (box as HTMLElement).tabIndex]),
  );
  assert.ok(wide.length > 0, "some of the report is wider than a phone");
  for (const [said, reached] of wide) {
    assert.match(String(said), /scrolls sideways/);
    assert.equal(reached, 0, "and can be scrolled by keys");
  }
  await screen("record", "play/#/record", "table, dl");
  await begin(hand, home, game, { ask: "grave", campaign: true });
  while (!(await page.$("dialog[open]"))) await hand.step();
  await seen(page, "debriefing");
  await screen("nowhere", "play/#/nothing");
  return found;
}, DARK);
