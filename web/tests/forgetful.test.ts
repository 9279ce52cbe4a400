/** A browser that stores nothing: what is kept lasts as long as the page, and that is said. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readStorage, watchStorage, writeStorage } from "../src/page/storage/database";
import {
  addGame,
  listOwnGames,
  removeOwnGame,
  removeUnusedGames,
  storeProgress,
  storeSave,
} from "../src/page/storage/games";
import { requestResult } from "../src/page/storage/requests";
import { deleteSave, listSaves, loadLines, loadSave } from "../src/page/storage/saves";
import "./browserParts";
import { bytesOfGame } from "./packed";
import { loadGame, newSave } from "./saving";

const told: string[] = [];
watchStorage({ onNotStored: () => told.push("forgetful") });
Object.defineProperty(globalThis, "indexedDB", {
  configurable: true,
  get: () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  },
});

const LIGHTHOUSE = new Blob([bytesOfGame("lighthouse")]);
const ready = await loadGame("lighthouse.game", LIGHTHOUSE);
const GOES_ON = { standing: "Night", isOver: false, until: "" };
const kept = () =>
  readStorage(["games"], (within) => requestResult<{ digest: string }[]>(within.objectStore("games").getAll()));

test("it is said once that nothing is stored", async () => {
  assert.deepEqual(await listSaves(), []);
  assert.deepEqual(await listSaves(), []);
  assert.deepEqual(told, ["forgetful"]);
  watchStorage({ onNotStored: () => told.push("later") })();
  assert.deepEqual(told, ["forgetful", "later"]);
});

test("saves are kept and thrown away as in a storage", async () => {
  const many = Array.from({ length: 5000 }, (_, at) => `line ${at}`);
  const now = await storeSave(ready, newSave("a"), many);
  await storeSave(ready, newSave("b", { played: 2 }), ["{}"]);
  const after = await storeProgress(ready, now, [...many, "more"], GOES_ON);
  assert.deepEqual(await loadSave("a"), { save: after, lines: [...many, "more"] });
  assert.deepEqual(
    (await listSaves()).map(({ id }) => id),
    ["a", "b"],
  );
  await deleteSave("a");
  assert.deepEqual([(await listSaves()).length, await loadLines("a"), await loadLines("b")], [1, [], ["{}"]]);
});

test("a game file goes with the last save that needs it", async () => {
  assert.equal((await addGame(LIGHTHOUSE)).digest, ready.digest);
  assert.equal((await listOwnGames()).length, 1);
  await removeOwnGame(ready.digest);
  assert.equal((await kept()).length, 1);
  await deleteSave("b");
  await removeUnusedGames();
  assert.deepEqual(await kept(), []);
});

test("a change that fails changes nothing", async () => {
  const both = writeStorage(["saves"], (within) => {
    within.objectStore("saves").put({ id: "c" });
    within.objectStore("saves").add({ id: "c" });
  });
  await assert.rejects(both, { name: "ConstraintError" });
  await assert.rejects(
    writeStorage(["saves"], (within) => {
      within.objectStore("saves").put({ id: "d" });
      within.abort();
    }),
  );
  assert.deepEqual(await listSaves(), []);
});
