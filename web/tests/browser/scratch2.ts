import { Chance } from "./chance";
import { Hand } from "./hand";
import { visited } from "./visits";
const [game = "b17", mission = "14", seed = "77", width = "1280", scheme = "light"] = process.argv.slice(2);
const OUT = process.env.SHOTS ?? "/tmp/page/shots";
await visited(async (visit, home) => {
  const page = await visit.page(Number(width), Number(width) < 600 ? 844 : 800);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  const hand = new Hand(page, new Chance(1));
  await page.goto(`${home}play/#/${game}/new`);
  await hand.sees("button[type=submit]");
  await page.evaluate(() => localStorage.setItem("bombsight /", JSON.stringify({pace: "straight"})));
  await page.reload();
  await hand.sees("button[type=submit]");
  const sel = (await page.$$("select"))[0]!;
  await sel.select(mission).catch(() => {});
  await hand.click("form > details:last-of-type > summary");
  await page.type("#seed", seed);
  await hand.press("Begin");
  let asked = await hand.settled();
  while (asked.kind !== "over") asked = await hand.take();
  await page.screenshot({ path: `${OUT}/end-${width}-${scheme}.png` });
  await hand.press("Watch it again");
  await hand.sees(".film");
  const times: number[] = [];
  for (let at = 0; at < 12; at++) {
    await new Promise((r) => setTimeout(r, 200));
    await page.screenshot({ path: `${OUT}/watch-${width}-${scheme}-${String(at).padStart(2, "0")}.png` });
    const t0 = Date.now();
    await page.keyboard.press("ArrowRight");
    await hand.drawn();
    times.push(Date.now() - t0);
  }
  await page.keyboard.press("End");
  await hand.drawn();
  await page.screenshot({ path: `${OUT}/watch-${width}-${scheme}-end.png` });
  return times;
});
