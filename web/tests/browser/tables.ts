/**
 * Brings tables into the workshop: cells are pasted as a spreadsheet copies them, a game is begun with them, a file is
 * dropped: `node scripts/browse.mjs tables WIDTH`.
 */

import axe from "axe-core";
import type { Page } from "puppeteer-core";
import { visited } from "./visits";

const [width = "1280"] = process.argv.slice(2);
const SHOTS = process.env.SHOTS;
const PATIENCE = 60_000;

async function until(page: Page, what: string, holds: (text: string) => boolean, text = ""): Promise<void> {
  await page.waitForFunction(holds, { timeout: PATIENCE }, text).catch(async () => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/tables-in-vain-${width}.png` });
    throw new Error(`in vain: ${what}`);
  });
}

async function press(page: Page, label: string): Promise<void> {
  const found = await page.evaluateHandle(
    (wanted) =>
      [...document.querySelectorAll("button")].find((each) => each.textContent === wanted && each.checkVisibility()),
    label,
  );
  const button = found.asElement();
  if (button === null) throw new Error(`no button ${label}`);
  await (button as import("puppeteer-core").ElementHandle<HTMLButtonElement>).click();
}

/** Paste into the field for cells, as a spreadsheet's clipboard has it. */
function paste(page: Page, text: string, html: string): Promise<void> {
  return page.evaluate(
    (plain, marked) => {
      const cells = document.querySelector<HTMLTextAreaElement>("#pasted-cells")!;
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", plain);
      clipboardData.setData("text/html", marked);
      cells.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      cells.value = plain;
      cells.dispatchEvent(new Event("input", { bubbles: true }));
    },
    text,
    html,
  );
}

/** Drop a file on the page. */
function drop(page: Page, name: string, text: string): Promise<void> {
  return page.evaluate(
    (called, content) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], called));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    name,
    text,
  );
}

const preview = (page: Page) => page.$eval(".table-preview", (each) => (each as HTMLElement).innerText);

await visited(async (visit, home) => {
  const page = await visit.page(Number(width), 844);
  const faults: string[] = [];
  const look = async (name: string) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/tables-${name}-${width}.png` });
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { violations } = await (window as unknown as { axe: typeof import("axe-core") }).axe.run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21aa"],
      });
      const nodes = violations.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 120)}`));
      return document.documentElement.scrollWidth > innerWidth ? [...nodes, "it scrolls sideways"] : nodes;
    });
    faults.push(...found);
  };
  await page.goto(`${home}workshop/`);
  await until(page, "the start", () => document.querySelector(".beginnings") !== null);
  await press(page, "Paste a table");
  await page.waitForSelector("#pasted-title");
  await page.type("#pasted-title", "The sky");
  const row = (key: string, text: string) => `<tr><td>${key}</td><td>${text}</td></tr>`;
  await paste(
    page,
    "2d6\tSky\n2-6\tClear\n7-9\tRain\n10-12\tA gale\n",
    `<table>${row("2d6", "Sky")}${row("2-6", "Clear")}${row("7-9", "Rain")}${row("10-12", "A gale")}</table>`,
  );
  await until(
    page,
    "its rules",
    () => document.querySelector(".table-preview pre")?.textContent?.includes("10..12") === true,
  );
  const pasted = await preview(page);
  await look("pasted");
  await press(page, "Begin a game with it");
  await until(page, "the game", () => location.hash.startsWith("#/file/"));
  await until(page, "no findings", () => document.querySelector(".counts")?.textContent === "No findings");
  const hash = await page.evaluate(() => decodeURIComponent(location.hash));
  await drop(page, "omens.csv", "1d6,Omen\n1-3,An owl\n4-6,A comet\n");
  await until(
    page,
    "the dropped table",
    () => document.querySelector(".table-preview pre")?.textContent?.includes("owl") === true,
  );
  await look("dropped");
  await press(page, "Insert at the cursor");
  await until(
    page,
    "the table in the file",
    () => document.querySelector(".cm-content")?.textContent?.includes("owl") === true,
  );
  await drop(page, "night.xlsx", "x");
  await until(
    page,
    "the refusal",
    () => document.querySelector(".table-preview")?.textContent?.includes("save the sheet as CSV") === true,
  );
  await page.keyboard.press("Escape");
  await drop(page, "night.docx", "x");
  await until(
    page,
    "the sentence",
    () => document.querySelector(".notices")?.textContent?.includes("can be opened here") === true,
  );
  const said = await page.$eval(".notices", (each) => each.textContent);
  await drop(page, "fog.rules", 'house fog "Fog" for lighthouse by "A"\n');
  await until(page, "the rules", () => location.hash.includes("fog.rules"));
  return { pasted, hash, said, faults };
});
