import { spawn } from "node:child_process";
import puppeteer from "puppeteer-core";
export const pause = (t) => new Promise((r) => setTimeout(r, t));
export async function host(kind = "", port = "0") {
  const child = spawn("nice", ["-n","5","/tmp/v-b/bin/python", "/tmp/look_b2.py", "/tmp/look-b2-" + (kind || "plain"), kind, port], { stdio: ["pipe", "pipe", "inherit"] });
  const addresses = {}; let log = "";
  child.stdout.on("data", (d) => { log += d; for (const m of String(d).matchAll(/ADDRESS (\S+) (\S+)/g)) addresses[m[1]] = m[2]; });
  while (!Object.keys(addresses).length || !/Waits/.test(log)) await pause(50);
  await pause(100);
  return { addresses, say: async (w) => { child.stdin.write(w + "\n"); await pause(400); }, log: () => log, end: () => child.stdin.write("q\n") };
}
const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", headless: true, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
export { browser };
export async function page(width = 390) {
  const p = await browser.newPage();
  p.on("pageerror", (e) => console.log("ERROR", e)); p.on("console", (m) => ["error","warn"].includes(m.type()) && console.log("CONSOLE", m.text()));
  await p.setViewport({ width, height: width < 600 ? 844 : 800 });
  return p;
}
export async function shot(p, name, both = true) {
  for (const [w, h] of both ? [[390, 844], [1280, 800]] : [[390, 844]]) for (const s of ["light", "dark"]) {
    if ((w === 390) === (s === "dark") && both === "two") continue;
    await p.setViewport({ width: w, height: h });
    await p.emulateMediaFeatures([{ name: "prefers-color-scheme", value: s }]);
    await pause(250);
    await p.screenshot({ path: `/tmp/shots-b2/${name}-${w}-${s}.png` });
  }
}
export const press = async (p, label) => { await p.click(`::-p-xpath(//button[normalize-space()="${label}"])`); await pause(300); };
export const option = async (p, n = 1) => { await pause(600); await p.waitForSelector(".asked .option"); await p.click(`.asked .option:nth-child(${n})`); await pause(500); };
