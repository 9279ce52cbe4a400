/** A browser that stores nothing: what is kept lasts as long as the page, and that is said. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { change, look, watchStorage } from "../src/page/keeping/database";
import { addGame, dropOwn, dropUnused, keepOn, keepPlayed, ownGames } from "../src/page/keeping/games";
import { found } from "../src/page/keeping/requests";
import { dropSave, linesOf, saves, whole } from "../src/page/keeping/saves";
import "./browserParts";
import { bytesOfGame } from "./packed";
import { loadGame, newSave } from "./saving";

const told: string[] = [];
watchStorage({ forgetful: () => told.push("forgetful") });
Object.defineProperty(globalThis, "indexedDB", {
  configurable: true,
  get: () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  },
});

const LIGHTHOUSE = new Blob([bytesOfGame("lighthouse")]);
const ready = await loadGame("lighthouse.game", LIGHTHOUSE);
const GOES_ON = { standing: "Night", isOver: false, until: "" };
const kept = () => look(["games"], (within) => found<{ digest: string }[]>(within.objectStore("games").getAll()));

test("it is said once that nothing is stored", async () => {
  assert.deepEqual(await saves(), []);
  assert.deepEqual(await saves(), []);
  assert.deepEqual(told, ["forgetful"]);
});

test("saves are kept and thrown away as in a storage", async () => {
  const many = Array.from({ length: 5000 }, (_, at) => `line ${at}`);
  const now = await keepPlayed(ready, newSave("a"), many);
  await keepPlayed(ready, newSave("b", { played: 2 }), ["{}"]);
  const after = await keepOn(ready, now, [...many, "more"], GOES_ON);
  assert.deepEqual(await whole("a"), { save: after, lines: [...many, "more"] });
  assert.deepEqual(
    (await saves()).map(({ id }) => id),
    ["a", "b"],
  );
  await dropSave("a");
  assert.deepEqual([(await saves()).length, await linesOf("a"), await linesOf("b")], [1, [], ["{}"]]);
});

test("a game file goes with the last save that needs it", async () => {
  assert.equal((await addGame(LIGHTHOUSE)).digest, ready.digest);
  assert.equal((await ownGames()).length, 1);
  await dropOwn(ready.digest);
  assert.equal((await kept()).length, 1);
  await dropSave("b");
  await dropUnused();
  assert.deepEqual(await kept(), []);
});

test("a change that fails changes nothing", async () => {
  const both = change(["saves"], (within) => {
    within.objectStore("saves").put({ id: "c" });
    within.objectStore("saves").add({ id: "c" });
  });
  await assert.rejects(both, { name: "ConstraintError" });
  await assert.rejects(
    change(["saves"], (within) => {
      within.objectStore("saves").put({ id: "d" });
      within.abort();
    }),
  );
  assert.deepEqual(await saves(), []);
});
