import assert from "node:assert/strict";
import { test } from "node:test";
import { forceCloseDatabase } from "fake-indexeddb";
import { change, found, hold, look } from "../src/page/keeping/database";
import { pages } from "../src/page/keeping/pages";
import { clearStorage, readStore, replaceGlobal } from "./browserParts";

const countSaves = (): Promise<number> => look(["saves"], (within) => found(within.objectStore("saves").count()));
const putSave = (id: string): Promise<void> =>
  change(["saves"], (within) => void within.objectStore("saves").put({ id }));
const openConnection = (): Promise<IDBDatabase> => look(["saves"], async (within) => within.db);

test("a browser that stores nothing is told of in a sentence, and asked again the next time", async () => {
  const { indexedDB } = globalThis;
  const denied = new DOMException("The operation is insecure.", "SecurityError");
  Object.defineProperty(globalThis, "indexedDB", {
    configurable: true,
    get: () => {
      throw denied;
    },
  });
  await assert.rejects(countSaves(), (error: Error) => /stores nothing/.test(error.message) && error.cause === denied);
  Object.defineProperty(globalThis, "indexedDB", { configurable: true, value: indexedDB });
  assert.equal(await countSaves(), 0);
});

test("what is changed is stored all of it or not at all", async () => {
  await clearStorage();
  await putSave("a");
  const both = change(["saves", "games"], (within) => {
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
    const newer = indexedDB.open("bombsight", 2);
    newer.onblocked = () => reject(new Error("the page holds a newer one up"));
    newer.onsuccess = () => resolve(newer.result.close());
  });
  await assert.rejects(countSaves(), /A newer version of this page.*load this page again/);
  await clearStorage();
  assert.equal(await countSaves(), 0);
});

test("the browser is asked not to clear what is stored, and may refuse", async () => {
  const asked: string[] = [];
  const storage = { persist: () => Promise.reject(new Error(asked.push("persist").toString())) };
  replaceGlobal("navigator", { storage });
  await hold();
  replaceGlobal("navigator", {});
  await hold();
  assert.deepEqual(asked, ["persist"]);
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
  assert.deepEqual(await pages("how much"), { kept: 3, of: 7 });
  assert.deepEqual(asked, ["how much"]);
  for (const browser of [{}, { serviceWorker: { controller: null } }]) {
    replaceGlobal("navigator", browser);
    assert.equal(await pages("keep all"), null);
  }
});
