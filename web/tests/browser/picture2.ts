import { Chance } from "./chance";
import { Hand } from "./hand";
import { begin, visited } from "./visits";

const [game = "", seed = "", moves = "", out = "", dark = ""] = process.argv.slice(2);
await visited(async (visit, home) => {
  const texts: string[] = [];
  for (const [w, h] of [
    [390, 844],
    [820, 1180],
    [1280, 800],
  ] as const) {
    const page = await visit.page(w, h);
    await page.setViewport({ width: w, height: h, deviceScaleFactor: 1.5 });
    if (dark) await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    const hand = new Hand(page, new Chance(1));
    await begin(hand, home, game, { seed: Number(seed) });
    await hand.settled();
    for (let move = 0; move < Number(moves); move++) await hand.take();
    await hand.drawn();
    await page.screenshot({ path: `${out}-${w}.png` as `${string}.png` });
    if (w === 390) {
      await page.evaluate(() => {
        const b =
          document.querySelector<HTMLElement>(".hurt:not([hidden])") ??
          [...document.querySelectorAll<HTMLElement>(".ways-below button")][0];
        b!.click();
      });
      await new Promise((r) => setTimeout(r, 300));
      await page.screenshot({ path: `${out}-${w}-boards.png` as `${string}.png` });
    }
    texts.push(
      await page.evaluate(() =>
        [...document.querySelectorAll(".board .answerable")].map((e) => e.getAttribute("aria-label")).join(" | "),
      ),
    );
  }
  return texts;
});
