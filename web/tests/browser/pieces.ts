/**
 * Plays on boards, by mouse, keyboard and touch, and looks at them by axe:
 * `node scripts/browse.mjs pieces GAME WIDTH`; GAME is that of tests/service/brig.
 */

import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "puppeteer-core";
import { Chance } from "./chance";
import { Hand } from "./hand";
import { begin, visited } from "./visits";

const [game = "", width = "1280"] = process.argv.slice(2);
const SHOTS = process.env.SHOTS;
const isNarrow = Number(width) < 820;

/** What axe finds in the page. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof import("axe-core") }).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  });
}

/** Go on from stops to a question about pieces: what is pressed there too soon, or was meant for a stop, answers nothing. */
async function checkGuard(page: Page, home: string): Promise<void> {
  await page.evaluateOnNewDocument(() => localStorage.setItem("bombsight /", '{"pace":"beats"}'));
  const hand = new Hand(page, new Chance(1));
  await begin(hand, home, game, { seed: 3 });
  await hand.settled();
  await hand.click(".asked .option.suggested");
  await hand.sees(".matrix");
  await hand.click(".asked .main");
  await hand.sees(".go-on");
  assert.equal(await page.$(".answerable"), null, "where the story waits no piece answers");
  while ((await page.$(".go-on")) !== null) {
    await hand.click(".go-on");
    await hand.drawn();
  }
  const { x, y, width: wide, height: high } = (await (await page.$(".answerable"))!.boundingBox())!;
  await page.mouse.click(x + wide / 2, y + high / 2);
  await hand.drawn();
  assert.equal(await page.$("dialog[open]"), null, "a piece pressed too soon answers nothing");
  await hand.pause();
  await page.mouse.click(x + wide / 2, y + high / 2);
  await hand.sees("dialog.small[open] button.grave");
}

await visited(async (visit, home) => {
  const page = await visit.page(Number(width), 900);
  const hand = new Hand(page, new Chance(1));
  const found: string[] = [];
  /** Wait until something else is asked. */
  const asks = (words: string): Promise<unknown> =>
    page.waitForFunction((part) => document.querySelector("#prompt")?.textContent?.includes(part), {}, words);
  const marked = () =>
    page.$$eval(".matrix input:checked", (all) => all.map((each) => (each as HTMLInputElement).value).join(" "));
  /** Check that pieces are marked as the question is, and that no two areas overlap, unless one holds the other. */
  const checkMarks = async (boards: string): Promise<void> => {
    const pressed = await page.$$eval(`${boards} .answerable[aria-pressed="true"]`, (all) => all.length);
    assert.ok(pressed >= 2, "the piece of the current row is pressed, and that of its answer");
    const texts = await page.$$eval(`${boards} .piece-mark`, (all) => all.map((each) => each.textContent ?? ""));
    assert.ok(
      texts.some((text) => text.startsWith("▸")) && texts.some((text) => text === "A" || text === "B"),
      `rows and their answers have the same letters: ${texts.join(", ")}`,
    );
    const overlapping = await page.$eval(boards, (board) => {
      const areas = [...board.querySelectorAll<SVGRectElement>(".answerable > .area")].map((area) => area.getBBox());
      const isBeside = (one: DOMRect, other: DOMRect) => one.x + one.width <= other.x || one.y + one.height <= other.y;
      const holds = (outer: DOMRect, inner: DOMRect) =>
        outer.x <= inner.x &&
        inner.x + inner.width <= outer.x + outer.width &&
        outer.y <= inner.y &&
        inner.y + inner.height <= outer.y + outer.height;
      return areas.flatMap((one, at) =>
        areas
          .slice(at + 1)
          .filter((other) => !isBeside(one, other) && !isBeside(other, one) && !holds(one, other) && !holds(other, one))
          .map((other) => [one, other].map(({ x, y, width, height }) => [x, y, width, height].join(" ")).join(", ")),
      );
    });
    assert.deepEqual(overlapping, []);
  };
  const look = async (name: string): Promise<void> => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${width}.png` });
    found.push(...(await violations(page)).map((each) => `${name}: ${each}`));
  };
  /** Open the boards, where they stand not beside the question. */
  const openBoards = async (): Promise<string> => {
    if (!isNarrow) return ".beside-story .board";
    // The boards that answered the last question are open for the next.
    if (await page.$("dialog[open] .board")) {
      await hand.pause();
      return "dialog .board";
    }
    await hand.click(".hurt");
    await hand.sees("dialog .board");
    return "dialog .board";
  };
  /** Press on the middle of a piece whose label begins so. */
  const press = async (boards: string, label: string): Promise<void> => {
    const piece = await page.$(`${boards} .target[aria-label^="${label}"]`);
    assert.ok(piece, `${label} is on a board`);
    await piece.evaluate((each) => each.scrollIntoView({ block: "center", behavior: "instant" }));
    await hand.drawn();
    const { x, y, width: wide, height: high } = (await piece.boundingBox())!;
    await page.mouse.click(x + wide / 2, y + high / 2);
    await hand.drawn();
  };

  await begin(hand, home, game, { seed: 3 });
  await hand.settled();
  assert.equal(await page.$(".beside-story .answerable"), null, "no option is a piece");
  if (!isNarrow) {
    await press(".beside-story .board", "a rock");
    assert.match(await page.$eval("dialog[open]", (dialog) => dialog.textContent ?? ""), /a rock, the shoal/);
    await look("open");
    await page.keyboard.press("Escape");
  }
  await hand.click(".asked .option.suggested");

  // A matrix: a gun becomes the current one, a boat is its target, and the next gun follows.
  await asks("fire at");
  const before = await marked();
  let boards = await openBoards();
  await look("matrix");
  /** Where the boards begin in the box that scrolls them. */
  const topOfBoards = () =>
    page.$eval(boards, (board) => {
      const box = board.closest(".content, .beside-story")!;
      return Math.round(board.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop);
    });
  await checkMarks(boards);
  const top = await topOfBoards();
  await press(boards, "The bow chaser: Galley");
  assert.notEqual(await marked(), before, "the piece marks its column in the current row");
  await press(boards, "The broadside guns: Sloop 3");
  assert.equal(await topOfBoards(), top, "boards stay where they are as marks are set");
  const [first, second] = (await marked()).split(" ");
  assert.notEqual(first, second);
  await look("marked");
  await hand.click(isNarrow ? "dialog[open] footer .main" : ".asked .main");

  // A grave question: the piece asks as its option does, and answers.
  await asks("Send the hands");
  await hand.drawn();
  boards = await openBoards();
  const label = await page.$eval(`${boards} .answerable`, (piece) => piece.getAttribute("aria-label")!);
  assert.match(label, /: \d+ holes$/, "a piece has its option's title, and what stands beside it");
  if (!isNarrow) {
    await page.focus(".asked .option.grave");
    const lit = await page.$$eval(`${boards} .answerable.lit`, (all) =>
      all.map((each) => each.getAttribute("aria-label")),
    );
    assert.deepEqual([...new Set(lit)], [label], "an option lights its piece, on each board");
    await page.$eval(`${boards} .answerable`, (piece) => (piece as SVGElement).focus());
    assert.equal(await page.$$eval(".asked .option.lit", (all) => all.length), 1, "a piece lights its option");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await look("grave");
    await page.keyboard.press("Enter");
  } else {
    // A finger may miss a small piece a little.
    const piece = (await page.$(`${boards} .answerable`))!;
    await piece.evaluate((each) => each.scrollIntoView({ block: "center", behavior: "instant" }));
    await hand.drawn();
    const { x, y, height: high } = (await piece.boundingBox())!;
    await page.touchscreen.tap(x - 12, y + high / 2);
  }
  await hand.sees("dialog.small[open] button.grave");
  await look("asked");
  await page.click("dialog.small[open] button.grave");
  await asks("Hour 2");
  if (!isNarrow) await checkGuard(await visit.page(Number(width), 900, "beats"), home);
  return found;
});
