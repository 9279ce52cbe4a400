import { host, page, shot, press, option, pause, browser } from "./look-b2.mjs";
const straight = (p) => p.evaluateOnNewDocument(() => { try { const n = `bombsight ${new URL("../", location.href).pathname}`; localStorage.setItem(n, JSON.stringify({ pace: "straight" })); } catch {} });
{ const h = await host("referee");
const p = await page(), r = await page(); await straight(p); await straight(r);
await r.goto(h.addresses["-referee"]); await p.goto(h.addresses.smuggler); await pause(1500);
await r.bringToFront(); await shot(r, "referee", "two");
await p.bringToFront(); await option(p, 2); await h.say("a"); await r.bringToFront(); await pause(500); await shot(r, "referee-2", "two");
await h.say("u"); await p.bringToFront(); await pause(900); await r.bringToFront(); await shot(r, "referee-3", "two");
await p.bringToFront(); await press(p, "I agree"); await pause(500); await r.bringToFront(); await shot(r, "referee-4", "two");
await h.say("g"); await pause(500); await shot(r, "referee-5", "two");
console.log(h.log().split("\n").slice(-9)); h.end(); }
await browser.close(); process.exit(0);
