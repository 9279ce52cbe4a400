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
  if (await page.$("#arg-0, select")) {
    const all = await page.$$eval("select", (boxes) => boxes.map((b) => `${b.id} ${b.name} ${b.options.length}`));
    console.error(all.join("; "));
    const sel = (await page.$$("select"))[0]!;
    await sel.select(mission).catch(() => {});
  }
  await hand.click("form > details:last-of-type > summary");
  await page.type("#seed", seed);
  await hand.press("Begin");
  const log: string[] = [];
  for (let at = 0; at < 70; at++) {
    await hand.sees("#prompt, .go-on");
    await hand.drawn();
    if (at < 40)
      await page.screenshot({ path: `${OUT}/${game}-${width}-${scheme}-${String(at).padStart(2, "0")}.png` });
    const said = await page.evaluate(() => {
      const fresh = [...document.querySelectorAll(".line.fresh")].map((l) => l.textContent);
      const b = document.querySelector(".go-on");
      return [
        ...fresh,
        "   >> " + (b?.getAttribute("aria-label") ?? document.querySelector("#prompt")?.textContent),
      ].join("\n");
    });
    log.push(said);
    const over = await page.evaluate(() => document.querySelector(".asked a.main") !== null);
    if (over) break;
    const isStop = (await page.$(".go-on")) !== null;
    if (!isStop) await new Promise((r) => setTimeout(r, 450));
    await hand.enter();
    while (await page.$("dialog[open]")) await page.keyboard.press("Escape");
  }
  console.error(log.join("\n\n"));
  return log.length;
});
