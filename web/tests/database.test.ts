import assert from "node:assert/strict";
import { test } from "node:test";
import { forceCloseDatabase } from "fake-indexeddb";
import {
  isEvictable,
  readStorage,
  requestPersistence,
  storageName,
  watchStorage,
  writeStorage,
} from "../src/page/storage/database";
import { askWorker } from "../src/page/storage/pagesStatus";
import { requestResult } from "../src/page/storage/requests";
import { clearStorage, readStore, replaceGlobal } from "./browserParts";

const countSaves = (): Promise<number> =>
  readStorage(["saves"], (within) => requestResult(within.objectStore("saves").count()));
const putSave = (id: string): Promise<void> =>
  writeStorage(["saves"], (within) => void within.objectStore("saves").put({ id }));
const openConnection = (): Promise<IDBDatabase> => readStorage(["saves"], async (within) => within.db);

test("what is changed is stored all of it or not at all", async () => {
  await clearStorage();
  await putSave("a");
  const both = writeStorage(["saves", "games"], (within) => {
    within.objectStore("games").put({ digest: "0" });
    within.objectStore("saves").put({ id: "b" });
    within.objectStore("saves").add({ id: "a" });
  });
  await assert.rejects(both, { name: "ConstraintError" });
  assert.deepEqual([await readStore("saves"), await readStore("games")], [[{ id: "a" }], []]);
});

for (const [how, close] of [
  ["by the browser", async () => forceCloseDatabase((await openConnection()) as never)],
  ["by the browser without a word", async () => (await openConnection()).close()],
  ["as the data of the site is cleared", clearStorage],
] as const) {
  test(`a connection that was closed is opened anew: ${how}`, async () => {
    await putSave("a");
    await close();
    await putSave("b");
    const left = how.includes("cleared") ? ["b"] : ["a", "b"];
    assert.deepEqual(
      (await readStore<{ id: string }>("saves")).map(({ id }) => id),
      left,
    );
    await clearStorage();
  });
}

test("a page that is older than what is stored says that it is to be loaded again", async () => {
  await countSaves();
  await new Promise((resolve, reject) => {
    const newer = indexedDB.open(storageName(), 2);
    newer.onblocked = () => reject(new Error("the page holds a newer one up"));
    newer.onsuccess = () => resolve(newer.result.close());
  });
  await assert.rejects(countSaves(), /A newer version of this page.*load this page again/);
  await clearStorage();
  assert.equal(await countSaves(), 0);
});

test("whoever watches the storage is told that a connection was lost, and no more once he does not watch", async () => {
  const told: string[] = [];
  const stop = watchStorage({ onLost: () => told.push("lost") });
  await putSave("a");
  await clearStorage();
  assert.deepEqual(told, ["lost"]);
  await putSave("a");
  forceCloseDatabase((await openConnection()) as never);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(told, ["lost", "lost"]);
  stop();
  await clearStorage();
  assert.equal(told.length, 2);
});

test("a storage without room is told of in a sentence", async () => {
  const full = writeStorage(["saves"], (within) => {
    const put = within.objectStore("saves").put({ id: "a" });
    put.onsuccess = () => {
      Object.defineProperty(within, "error", { value: new DOMException("Full.", "QuotaExceededError") });
      within.abort();
    };
  });
  await assert.rejects(full, /no room left in the browser's storage/);
});

test("the browser is asked not to clear what is stored, and may refuse or say nothing", async () => {
  const answers = [true, false, Promise.reject(new Error("not now"))];
  for (const answer of answers) {
    const storage = { persist: () => Promise.resolve(answer), persisted: () => Promise.resolve(answer) };
    replaceGlobal("navigator", { storage });
    assert.deepEqual(
      [await requestPersistence(), await isEvictable()],
      answer === true ? [true, false] : answer === false ? [false, true] : [null, false],
    );
  }
  replaceGlobal("navigator", {});
  assert.deepEqual([await requestPersistence(), await isEvictable()], [null, false]);
});

test("the worker is asked how many pages are kept; where there is none, nobody knows", async () => {
  const asked: unknown[] = [];
  const controller = {
    postMessage: (message: unknown, [port]: MessagePort[]) => {
      asked.push(message);
      port!.postMessage({ kept: 3, of: 7 });
      port!.close();
    },
  };
  replaceGlobal("navigator", { serviceWorker: { controller } });
  assert.deepEqual(await askWorker("how much"), { kept: 3, of: 7 });
  assert.deepEqual(asked, ["how much"]);
  for (const browser of [{}, { serviceWorker: { controller: null } }]) {
    replaceGlobal("navigator", browser);
    assert.equal(await askWorker("keep all"), null);
  }
});
