/** What was kept in the storage that all sites of one address shared comes along into a site's own. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browserParts";
import { copyOldStorage } from "../src/page/storage/copyOldStorage";
import { readStorage, storageName } from "../src/page/storage/database";
import { KEY_PATHS } from "../src/page/storage/requests";
import { deleteSave, listSaves, loadLines } from "../src/page/storage/saves";
import { readStore } from "./browserParts";
import { newSave } from "./saving";

const OLD = "bombsight";
const connection = (): Promise<IDBDatabase> => readStorage(["saves"], async (within) => within.db);

/** Do something with the storage of before, as a page of before does. */
function inOld(work: (within: IDBTransaction) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(OLD, 1);
    request.onupgradeneeded = () => {
      for (const place of ["saves", "lines", "games"] as const)
        request.result.createObjectStore(place, { keyPath: KEY_PATHS[place] });
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const within = request.result.transaction(["saves", "lines", "games"], "readwrite");
      within.oncomplete = () => {
        request.result.close();
        resolve();
      };
      work(within);
    };
  });
}

/** Have a page of before play on a save. */
function playOld(id: string, from: number, to: number): Promise<void> {
  return inOld((within) => {
    for (let number = from; number < to; number++)
      within.objectStore("lines").put({ save: id, number, text: `${id} ${number}` });
    within.objectStore("saves").put({ ...newSave(id), digest: "d", lines: to });
    within.objectStore("games").put({ digest: "d", game: "lighthouse", title: "", isOwn: false });
  });
}

const linesNow = async (id: string): Promise<number> => (await loadLines(id)).length;

test("a site's storage is called by its path", () => {
  for (const [href, name] of [
    ["https://a.example/one/play/#/saves", "bombsight /one/"],
    ["https://a.example/one/play/index.html", "bombsight /one/"],
    ["https://a.example/play/", "bombsight /"],
  ] as const) {
    Object.defineProperty(globalThis, "location", { value: { href, toString: () => href }, configurable: true });
    assert.equal(storageName(), name);
  }
  Reflect.deleteProperty(globalThis, "location");
});

test("where nothing was kept before, nothing is made", async () => {
  await copyOldStorage(OLD, await connection());
  assert.deepEqual(
    (await indexedDB.databases()).map(({ name }) => name),
    [storageName()],
  );
});

test("what was begun comes along with its game, once", async () => {
  await playOld("a", 0, 3);
  await inOld((within) => within.objectStore("games").put({ digest: "own", game: "fort", title: "", isOwn: true }));
  await copyOldStorage(OLD, await connection());
  assert.deepEqual(
    (await listSaves()).map(({ id, lines }) => [id, lines]),
    [["a", 3]],
  );
  assert.deepEqual(await loadLines("a"), ["a 0", "a 1", "a 2"]);
  assert.deepEqual(
    (await readStore<{ digest: string }>("games")).map(({ digest }) => digest),
    ["d", "own"],
  );
});

test("what an older page has played on comes along; what was thrown away here does not come back", async () => {
  await playOld("a", 3, 5);
  await playOld("b", 0, 2);
  await copyOldStorage(OLD, await connection());
  assert.deepEqual([await linesNow("a"), await linesNow("b")], [5, 2]);
  await deleteSave("b");
  await playOld("b", 2, 4);
  await copyOldStorage(OLD, await connection());
  assert.deepEqual(
    (await listSaves()).map(({ id }) => id),
    ["a"],
  );
});

test("what was played on here is not mixed with what an older page has played", async () => {
  const { id, ...save } = (await listSaves())[0]!;
  const db = await connection();
  const within = db.transaction(["saves", "lines"], "readwrite");
  within.objectStore("lines").put({ save: id, number: 5, text: "here" });
  within.objectStore("saves").put({ id, ...save, lines: 6 });
  await playOld("a", 5, 9);
  await copyOldStorage(OLD, db);
  assert.deepEqual((await loadLines("a")).slice(4), ["a 4", "here"]);
});

test("a storage of that name that holds something else is left alone", async () => {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(OLD).onsuccess = resolve;
  });
  await new Promise<void>((resolve) => {
    const request = indexedDB.open(OLD, 7);
    request.onsuccess = () => resolve(request.result.close());
  });
  await copyOldStorage(OLD, await connection());
  assert.equal((await listSaves()).length, 1);
});
