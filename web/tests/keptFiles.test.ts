/** The files of the workshop in the browser's storage: kept, with their history, by several tabs and versions. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { storageName } from "../src/page/storage/database";
import type { Clock } from "../src/workshop/checks";
import { BrowserFileStore, MAX_REMOVED, UPGRADE_STEPS } from "../src/workshop/files/browserFileStore";
import { DelayedStore, WRITING_PAUSE } from "../src/workshop/files/delayedStore";
import { MemoryFileStore } from "../src/workshop/files/fileStore";
import { Library } from "../src/workshop/files/library";
import { dropLeftWork, putLeftWork, takeLeftWork, writeLeftWork } from "../src/workshop/files/unwrittenTexts";
import { findSurplus, MAX_CHARACTERS, MAX_LOSS, MAX_VERSIONS, VERSION_TIME } from "../src/workshop/files/versions";
import { bytesToFetch, shouldAsk } from "../src/workshop/start/fetchNote";

const FOG = "/mine/fog.rules";

let now = 0;
const openStore = (steps = UPGRADE_STEPS) => new BrowserFileStore(() => now, steps);
const textsOf = async (store: BrowserFileStore, path = FOG) => (await store.history(path)).map(({ text }) => text);

beforeEach(async () => {
  now = 1_000_000;
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(`${storageName()} workshop`);
    request.onsuccess = resolve;
    request.onerror = () => reject(request.error);
  });
});

test("a file is there for the next page, with where it was left and what it is a copy of", async () => {
  const store = openStore();
  await store.write(FOG, "fog", "digest");
  await store.write(FOG, "thick fog");
  await store.writeCursor(FOG, 3);
  const [file] = await openStore().list();
  const expected = { path: FOG, text: "thick fog", written: now, original: "digest", removed: 0 };
  assert.deepEqual(file, { ...expected, cursor: 3, left: now });
  assert.equal(await openStore().read(FOG), "thick fog");
});

test("the history has a version for each five minutes, and one before much was lost", async () => {
  const store = openStore();
  const long = "x".repeat(MAX_LOSS + 10);
  await store.write(FOG, "a");
  await store.write(FOG, "ab");
  now += VERSION_TIME;
  await store.write(FOG, long);
  now += 1;
  await store.write(FOG, "cleared");
  assert.deepEqual(await textsOf(store), ["cleared", long, "ab"]);
});

test("two tabs lose no text of each other", async () => {
  const [one, other] = [openStore(), openStore()];
  await one.write(FOG, "of one");
  now += 1;
  await other.write(FOG, "of the other");
  now += 1;
  one.endVersion(FOG);
  await one.write(FOG, "of one again");
  assert.deepEqual(await textsOf(openStore()), ["of one again", "of the other", "of one"]);
  assert.equal(await other.read(FOG), "of one again");
});

test("of a file the last versions are kept, by number and by size", async () => {
  const store = openStore();
  for (let count = 0; count < MAX_VERSIONS + 5; count++) {
    await store.write(FOG, `text ${count}`);
    now += VERSION_TIME;
  }
  const texts = await textsOf(store);
  assert.deepEqual([texts.length, texts.at(-1)], [MAX_VERSIONS, "text 5"]);
  const large = [1, 2, 3].map(() => ({ text: "x".repeat(MAX_CHARACTERS / 2) }));
  assert.deepEqual(findSurplus(large), large.slice(0, 1));
  const huge = [{ text: "" }, { text: "x".repeat(MAX_CHARACTERS + 1) }];
  assert.deepEqual(findSurplus(huge), huge.slice(0, 1));
});

test("a removed file can be brought back with its history; the oldest of many cannot", async () => {
  const store = openStore();
  await store.write(FOG, "fog");
  await store.remove(FOG);
  assert.deepEqual([await store.list(), await store.read(FOG)], [[], null]);
  assert.deepEqual(
    (await store.listRemoved()).map(({ path, text }) => [path, text]),
    [[FOG, "fog"]],
  );
  await store.write(FOG, "fog again");
  assert.deepEqual(await textsOf(store), ["fog again", "fog"]);
  await store.remove(FOG);
  for (let count = 0; count < MAX_REMOVED; count++) {
    now += 1;
    await store.write(`/mine/${count}.rules`, "");
    await store.remove(`/mine/${count}.rules`);
  }
  const removed = (await store.listRemoved()).map(({ path }) => path);
  assert.deepEqual([removed.length, removed.includes(FOG)], [MAX_REMOVED, false]);
  assert.deepEqual(await store.history(FOG), []);
});

test("a newer page opens what an older one kept; the older one says that it is to be loaded again", async () => {
  const old = openStore();
  await old.write(FOG, "fog");
  const newer = openStore([...UPGRADE_STEPS, (database) => void database.createObjectStore("more", { keyPath: "id" })]);
  assert.equal(await newer.read(FOG), "fog");
  await assert.rejects(old.write(FOG, "of an old page"), /A newer version of this page.*load this page again/);
});

/** Put another value in the place of a global one; gives the function that puts it back. */
function replaceGlobal(name: string, value: object): () => void {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true });
  return () => {
    if (before) Object.defineProperty(globalThis, name, before);
    else delete (globalThis as Record<string, unknown>)[name];
  };
}

/** Web storage in memory. */
class PlayedStorage {
  readonly #entries = new Map<string, string>();

  setItem(name: string, value: string): void {
    this.#entries.set(name, value);
    Object.defineProperty(this, name, { value, enumerable: true, configurable: true });
  }

  getItem(name: string): string | null {
    return this.#entries.get(name) ?? null;
  }

  removeItem(name: string): void {
    this.#entries.delete(name);
    delete (this as Record<string, unknown>)[name];
  }
}

test("what a page had no time to write is written by the next, unless a later text is there", async () => {
  const storage = new PlayedStorage();
  const restore = replaceGlobal("localStorage", storage);
  try {
    const store = openStore();
    await store.write(FOG, "old");
    const work = { texts: { [FOG]: "typed at last" }, path: FOG, cursor: 5, left: now + 1 };
    assert.ok(putLeftWork("one", work));
    assert.ok(putLeftWork("two", { ...work, texts: { "/mine/new.rules": "new" } }));
    dropLeftWork("three");
    await writeLeftWork(takeLeftWork(), store);
    const files = (await store.list()).map(({ path, text, cursor }) => [path, text, cursor]);
    assert.deepEqual(files, [
      [FOG, "typed at last", 5],
      ["/mine/new.rules", "new", 0],
    ]);
    assert.deepEqual(takeLeftWork(), []);
    now += 10;
    await store.write(FOG, "later");
    await writeLeftWork([work], store);
    assert.equal(await store.read(FOG), "later");
  } finally {
    restore();
  }
});

test("what is fetched is counted without what is kept; it is asked about where it is dear", async () => {
  const parts = {
    pyodide: "pyodide/",
    runtime: [{ address: "kept", bytes: 100 }],
    program: { address: "program", bytes: 10 },
    games: [{ address: "game", bytes: 1 }],
  };
  const restore = replaceGlobal("caches", {
    match: (address: string) => Promise.resolve(address === "kept" ? new Response("") : undefined),
  });
  assert.equal(await bytesToFetch(parts), 11);
  restore();
  assert.equal(await bytesToFetch(parts), 111);
  const dear = [{ saveData: true }, { effectiveType: "slow-2g" }, { effectiveType: "4g" }, undefined];
  assert.deepEqual(
    dear.map((connection) => shouldAsk({ connection })),
    [true, true, false, false],
  );
});

/** A clock whose timers go off when a test says so. */
class PlayedClock implements Clock {
  timers = new Map<number, () => void>();
  private count = 0;

  now(): number {
    return 0;
  }

  after(milliseconds: number, act: () => void): () => void {
    assert.equal(milliseconds, WRITING_PAUSE);
    const number = ++this.count;
    this.timers.set(number, act);
    return () => this.timers.delete(number);
  }
}

test("a new file is written at once, what is typed after a pause, what failed with the next", async () => {
  const [inner, clock] = [new MemoryFileStore(), new PlayedClock()];
  const [store, failures, written] = [new DelayedStore(inner, clock), [] as unknown[], [] as string[]];
  store.attach({ written: (path) => written.push(path), failed: (error) => failures.push(error) });
  await store.write(FOG, "a");
  assert.equal(await inner.read(FOG), "a");
  await store.write(FOG, "ab");
  await store.write(FOG, "abc");
  assert.deepEqual([await inner.read(FOG), clock.timers.size, store.isPending(FOG)], ["a", 1, true]);
  await store.flush();
  assert.deepEqual([await inner.read(FOG), clock.timers.size, written], ["abc", 0, [FOG, FOG]]);

  const write = inner.write.bind(inner);
  inner.write = () => Promise.reject(new Error("full"));
  await store.write(FOG, "abcd");
  await store.flush();
  assert.deepEqual([failures.length, store.hasFailed], [1, true]);
  inner.write = write;
  await store.write("/mine/other.rules", "");
  await store.flush();
  assert.deepEqual([await inner.read(FOG), store.hasFailed], ["abcd", false]);
});

test("the text with which a file begins is a version of its own", async () => {
  const [inner, clock] = [openStore(), new PlayedClock()];
  const store = new DelayedStore(inner, clock);
  for (const text of ["as given", "changed", "changed again"]) {
    now += 1;
    await store.write(FOG, text);
    await store.flush();
  }
  assert.deepEqual(await textsOf(inner), ["changed again", "as given"]);
});

test("a changed copy knows when the site has another original; what a link brought is not stored", async () => {
  const store = new MemoryFileStore();
  const path = "/games/lighthouse/20.rules";
  const opened = (text: string) => ({
    game: { id: "lighthouse", title: "The Keeper's Night", folder: "/games/lighthouse" },
    files: [{ file: path, text }],
  });
  const library = new Library(store);
  library.addGame(opened("table A"));
  await library.write(path, "table A");
  await library.write(path, "table B");
  assert.equal(library.isOutdated(path), false);
  const later = new Library(store);
  await later.load();
  later.addGame(opened("table C"));
  assert.equal(later.isOutdated(path), true);
  await later.acceptOriginal(path);
  assert.equal(later.isOutdated(path), false);
  await later.write("/linked/fog.rules", "fog");
  assert.deepEqual(
    (await store.list()).map((file) => file.path),
    [path],
  );
});
