/**
 * Dice of one's own on a card that is looked up in a game: `node scripts/browse.mjs ownDice GAME TABLE DICE`.
 *
 * Writes what is said of the dice, the keys of the marked rows, and what is said once the first modifier counts, too; then
 * the same of the table's own screen, to which its page leads, and which takes up the game that was begun.
 */

import { Chance } from "./chance";
import { Hand } from "./hand";
import { begin, visited } from "./visits";

const [game = "", table = "", dice = ""] = process.argv.slice(2);

await visited(async (visit, home) => {
  const page = await visit.page();
  const hand = new Hand(page, new Chance(1));
  await begin(hand, home, game);
  await hand.settled();
  await hand.press("More");
  await hand.press("Look up a table or a thing");
  await page.type("#lookup", table);
  await hand.click("dialog ul.choices button");
  await hand.sees("#own-dice");
  await page.type("#own-dice", dice);
  /** What is said of the dice, and the keys of the marked rows. */
  const told = async () => ({
    result: await page.$eval("#own-dice-result", (element) => element.textContent),
    marked: await page.$$eval("tr.counted th", (heads) => heads.map((head) => head.textContent)),
  });
  const before = await told();
  await hand.click(".own-modifiers input[type=checkbox]");
  const after = await told();
  await page.goto(`${home}${game}/tables/${table}.html`);
  await hand.press("Roll on it with dice of your own");
  await hand.sees("#own-dice");
  await page.type("#own-dice", dice);
  const alone = await page.$eval("main", (main) => main.innerText.split("\n").filter((line) => line !== ""));
  return { before, after, alone: alone.slice(0, 2), found: alone.find((line) => line.includes("→")) };
});
