/**
 * Keeps the work of this page: written before it is left, taken from other tabs; people hear when that fails.
 *
 * A text of another tab is shown here at once, unless something was typed here meanwhile that is not written yet: then
 * both are in the file's history.
 */

import { type Child, errorSentence } from "../page/dom";
import { isEvictable, requestPersistence, storageName } from "../page/storage/database";
import { findReplacement } from "./editor/edits";
import type { BrowserFileStore } from "./files/browserFileStore";
import type { DelayedStore } from "./files/delayedStore";
import { baseName } from "./files/paths";
import { dropLeftWork, putLeftWork } from "./files/unwrittenTexts";
import type { Workbench } from "./workbench";

/** What keeps the files. */
export interface Keeping {
  readonly browser: BrowserFileStore;
  readonly delayed: DelayedStore;
}

/** Says something, with an action that keeps it there. */
export type Notify = (text: string, action?: Child) => void;

const NOT_STORED =
  "This browser stores nothing for this page, as some do in private windows. What you write lasts as long as this page " +
  "stays open: save it before you close it.";

/** Keep the work of a page from now on. */
export function keepWork({ browser, delayed }: Keeping, bench: Workbench, notify: Notify): void {
  const tabs = new BroadcastChannel(`${storageName()} workshop`);
  const said = new Set<string>();
  const sayOnce = (text: string) => {
    if (!said.has(text)) notify(text, " ");
    said.add(text);
  };
  browser.watch({ onNotStored: () => sayOnce(NOT_STORED) });
  delayed.attach({
    written: (path) => {
      said.clear();
      tabs.postMessage(path);
      void askToPersist();
    },
    failed: (error) => sayOnce(errorSentence(error)),
  });
  tabs.addEventListener("message", ({ data }) => void takeFrom(String(data)));

  /** Take a file as another tab has written it. */
  const takeFrom = async (path: string): Promise<void> => {
    browser.endVersion(path);
    const text = await browser.read(path).catch(() => null);
    const own = bench.library.find(path);
    const mine = own?.isOwn ? own.text : null;
    if (text === mine) return;
    if (text === null) {
      if (bench.open?.path !== path) await bench.removeFile(path);
      else
        notify(`${baseName(path)} was removed in another tab. It stays here, and is kept again with the next change.`);
    } else if (delayed.isPending(path)) {
      notify(`${baseName(path)} is being changed in another tab, too. Its texts there are in its history.`);
    } else {
      delayed.noteStored(path, text);
      if (mine === null) await bench.keep(path, text);
      else bench.applyChanges([{ file: path, changes: [findReplacement(mine, text)] }]);
    }
  };

  /** Write all that is in the page, before it may end. */
  const leave = (): void => {
    const { path, offset } = bench.cursor;
    const work = { texts: Object.fromEntries(delayed.unwritten), path, cursor: offset, left: Date.now() };
    putLeftWork(browser.writer, work);
    void Promise.all([delayed.flush(), path && delayed.writeCursor(path, offset)]).then(() => {
      if (!delayed.hasFailed) dropLeftWork(browser.writer);
    });
  };
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") leave();
    else void takeAll();
  });
  addEventListener("beforeunload", (event) => {
    if (delayed.hasFailed || bench.library.hasChangedLink) event.preventDefault();
  });

  /** Take what other tabs have written while this one slept and heard nothing. */
  const takeAll = async (): Promise<void> => {
    const files = await browser.list().catch(() => []);
    for (const { path, text } of files) if (bench.library.find(path)?.text !== text) await takeFrom(path);
  };
}

/** Ask the browser once to keep the files even when space is short. */
async function askToPersist(): Promise<void> {
  const key = `${storageName()} workshop persists`;
  try {
    if (localStorage.getItem(key) !== null) return;
    localStorage.setItem(key, "asked");
  } catch {
    return; // a browser that stores nothing has nothing to keep
  }
  if (await isEvictable()) await requestPersistence();
}
