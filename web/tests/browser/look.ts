import assert from "node:assert/strict";
import { Chance } from "./chance";
import { Hand } from "./hand";
import { begin, visited } from "./visits";

const out = "/tmp/b/shots";
await visited(async (visit, home) => {
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1280, 800],
  ] as const)
    for (const scheme of ["light", "dark"] as const) {
      const page = await visit.page(width, height, "beats");
      await page.evaluateOnNewDocument(() => localStorage.setItem("bombsight /", `{"pace":"beats"}`));
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      const hand = new Hand(page, new Chance(1));
      await begin(hand, home, "b17", { mission: 14, seed: 77 });
      const shot = async (name: string) => {
        await hand.resting();
        await page.screenshot({ path: `${out}/${name}-${width}-${scheme}.png` });
      };
      let n = 0;
      for (; n < 14; n++) {
        await hand.sees("#prompt, .go-on");
        await hand.drawn();
        await hand.resting();
        const pill = await page.$eval(".arrive", (p) => !(p as HTMLElement).hidden);
        const seen = await hand.isFocusSeen();
        if ((await page.$(".go-on")) && pill === seen) console.error("PILL", width, n, pill, seen);
        if (n === 6 || n === 10 || n === 1) await shot(`stop${n}`);
        if (await page.$(".go-on")) {
          if (n === 0 && width === 390) {
            const at = await page.$(".go-on");
            await at!.scrollIntoView();
            await at!.click();
            await page.waitForFunction((b) => !b?.isConnected, {}, at);
            await page.screenshot({ path: `${out}/guard-${width}-${scheme}.png` });
            await hand.pause();
            await page.screenshot({ path: `${out}/guard2-${width}-${scheme}.png` });
            continue;
          }
          const before = await page.$(".go-on");
          await hand.enter();
          await page.waitForFunction((b) => !b?.isConnected, {}, before);
        } else {
          await hand.pause();
          await hand.enter();
          await hand.drawn();
        }
      }
      if (scheme === "light") {
        const address = page.url();
        await page.keyboard.press("/");
        await page.keyboard.type("luck");
        await page.keyboard.press("Enter");
        await hand.sees("dialog[open]");
        await shot("luck");
        await page.keyboard.press("Escape");
        await hand.press("More");
        await hand.sees("dialog[open]");
        await page.keyboard.press("Escape");
        await hand.drawn();
        console.error(
          "focus",
          await page.evaluate(() => document.activeElement!.className + document.activeElement!.tagName),
        );
        await page.goto(`${home}play/#/saves`);
        await hand.sees(".rows .row");
        await shot("saves");
        await page.goto(address.replace("#/play/", "#/report/"));
        await hand.sees(".report");
        await hand.press("In brief");
        await hand.drawn();
        await shot("report");
        await page.goto(`${home}play/#/record`);
        await hand.sees("h2");
        await page.evaluate(() => {
          for (const d of document.querySelectorAll("details")) d.open = true;
        });
        await shot("record");
        await page.goto(address.replace("#/play/", "#/watch/"));
        await hand.sees(".film");
        await shot("watch");
        await page.goto(address);
        await hand.sees(".go-on");
        await shot("again");
      }
      await page.close();
    }
  // Debriefing
  const page = await visit.page(390, 844, "beats");
  await page.evaluateOnNewDocument(() => localStorage.setItem("bombsight /", `{"pace":"beats"}`));
  const hand = new Hand(page, new Chance(1));
  await begin(hand, home, "lighthouse", { campaign: true, seed: 7 });
  for (let n = 0; n < 300 && !(await page.$("dialog[open]")); n++) {
    await hand.sees("#prompt, .go-on");
    await hand.drawn();
    await hand.resting();
    if (await page.$(".go-on")) {
      await hand.enter();
    } else {
      await hand.pause();
      await hand.enter();
    }
    await hand.drawn();
    if (await page.$("dialog.small[open]")) {
      await hand.click("dialog.small[open] button.grave");
      await hand.drawn();
    }
    await new Promise((r) => setTimeout(r, 100));
  }
  const title = await page.$eval("dialog h2", (e) => e.textContent);
  const stop = (await page.$(".go-on")) !== null;
  await page.reload();
  await hand.sees("#prompt, .go-on");
  await hand.drawn();
  const again = (await page.$("dialog[open]")) && (await page.$eval("dialog h2", (e) => e.textContent));
  console.error("debrief", title, stop, "again", again);
  await page.screenshot({ path: `${out}/debrief.png` });
  assert.ok(true);
  return visit.downloaded();
});
