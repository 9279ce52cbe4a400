/**
 * A picture of the page in the middle of a game: `node scripts/browse.mjs picture GAME SEED MOVES WIDTH HEIGHT FILE [dark]`.
 *
 * It takes the marked answer MOVES times, and prints the text that then stands in the window.
 */

import { Chance } from "./chance";
import { Hand } from "./hand";
import { begin, visited } from "./visits";

const [game = "", seed = "", moves = "", width = "", height = "", file = "", scheme = "light"] = process.argv.slice(2);

await visited(async (visit, home) => {
  const page = await visit.page(Number(width), Number(height));
  await page.setViewport({ width: Number(width), height: Number(height), deviceScaleFactor: 1.5 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  const hand = new Hand(page, new Chance(1));
  await begin(hand, home, game, { seed: Number(seed) });
  await hand.settled();
  for (let move = 0; move < Number(moves); move++) await hand.take();
  await hand.drawn();
  await page.screenshot({ path: file as `${string}.png` });
  return page.evaluate(() => document.body.innerText.replaceAll(/\s*\n\s*/g, "\n").trim());
});
