/** Entry point of the workshop's page. */

import { errorSentence } from "../page/dom";
import { layers } from "../page/layers";
import type { DeskWorker } from "./desk/client";
import type { DeskParts } from "./desk/messages";
import { DeskHost, type DeskProgress } from "./deskHost";
import { BrowserFileStore } from "./files/browserFileStore";
import { DelayedStore } from "./files/delayedStore";
import { Library } from "./files/library";
import { takeLeftWork, writeLeftWork } from "./files/unwrittenTexts";
import { tellOutdated } from "./history/outdatedCopies";
import { keepWork, type Notify } from "./keeping";
import { WorkshopPage } from "./page";
import { deskParts, fetchFileList } from "./parts";
import { announceVersions, keepAllParts } from "./siteVersion";
import { bytesToFetch, FetchNote, shouldAsk } from "./start/fetchNote";
import { Workbench } from "./workbench";

let parts: DeskParts | null = null;

/** Find out what a desk with all games of the site is made of: once, for a newer site has other parts. */
async function loadParts(): Promise<DeskParts> {
  if (parts !== null) return parts;
  const files = await fetchFileList();
  parts = deskParts(
    files,
    files.games.map((game) => game.id),
  );
  return parts;
}

/** Say how much is fetched, and wait until somebody agrees where that may be dear. */
async function agreeToFetch(wanted: DeskParts, note: FetchNote, tell: (state: DeskProgress) => void): Promise<void> {
  const total = await bytesToFetch(wanted);
  if (total > 0 && shouldAsk(navigator as { connection?: object }))
    await new Promise<void>((begin) => {
      note.ask(total, begin);
      tell({ is: "asking", total, begin });
    });
  note.showSize(total);
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
  const note = new FetchNote();
  const tell = (state: DeskProgress) => {
    progress = state;
    page?.showProgress(state);
    if (state.is === "ready") void keepAllParts(() => note.showKept());
  };
  const desk = new DeskHost({
    loadParts: async () => {
      const wanted = await loadParts();
      await agreeToFetch(wanted, note, tell);
      return wanted;
    },
    makeWorker: () => new Worker("desk.js", { type: "module" }) as DeskWorker,
    tell,
    texts: () => library.own.map(({ path, text }) => [path, text] as const),
  });
  const bench = new Workbench(desk, library);
  page = new WorkshopPage(document.getElementById("workshop")!, bench, note.element);
  page.showProgress(progress);
  page.acceptDrops();
  const notify: Notify = (text, action) => page?.notify(text, action);
  keepWork({ browser, delayed }, bench, notify);
  announceVersions(notify);
  if (failure !== null) page.notify(failure, " ");
  // A desk that failed says so itself.
  bench.putOwnFiles().then(
    () => tellOutdated(bench, notify),
    () => {},
  );
  window.addEventListener("popstate", () => layers.handleTraversal());
  window.addEventListener("hashchange", () => void page.showRoute());
  layers.settle(); // loaded again while a dialog was open
  await page.showRoute();
}

void begin();
