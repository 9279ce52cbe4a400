/** Entry point of the workshop's page. */

import { errorSentence } from "../page/dom";
import { layers } from "../page/layers";
import type { DeskWorker } from "./desk/client";
import { DeskHost, type DeskProgress } from "./deskHost";
import { BrowserFileStore } from "./files/browserFileStore";
import { DelayedStore } from "./files/delayedStore";
import { Library } from "./files/library";
import { takeLeftWork, writeLeftWork } from "./files/unwrittenTexts";
import { keepWork } from "./keeping";
import { WorkshopPage } from "./page";
import { deskParts, fetchFileList } from "./parts";
import { Workbench } from "./workbench";

/** Find out what a desk with all games of the site is made of. */
async function loadParts() {
  const files = await fetchFileList();
  return deskParts(
    files,
    files.games.map((game) => game.id),
  );
}

/** Build the page, and begin the desk. */
async function begin(): Promise<void> {
  const browser = new BrowserFileStore();
  const delayed = new DelayedStore(browser);
  const library = new Library(delayed);
  const failure = await writeLeftWork(takeLeftWork(), browser)
    .then(() => library.load())
    .then(() => null, errorSentence);
  let page: WorkshopPage | null = null;
  let progress: DeskProgress = { is: "starting" };
  const desk = new DeskHost({
    loadParts,
    makeWorker: () => new Worker("desk.js", { type: "module" }) as DeskWorker,
    tell: (told) => {
      progress = told;
      page?.showProgress(told);
    },
    texts: () => library.own.map(({ path, text }) => [path, text] as const),
  });
  const bench = new Workbench(desk, library);
  page = new WorkshopPage(document.getElementById("workshop")!, bench);
  page.showProgress(progress);
  page.acceptDrops();
  keepWork({ browser, delayed }, bench, (text, action) => page?.notify(text, action));
  if (failure !== null) page.notify(failure, " ");
  bench.putOwnFiles().catch(() => {}); // a desk that failed says so itself
  window.addEventListener("popstate", () => layers.handleTraversal());
  window.addEventListener("hashchange", () => void page.showRoute());
  layers.settle(); // loaded again while a dialog was open
  await page.showRoute();
}

void begin();
