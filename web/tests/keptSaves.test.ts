import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { storeProgress, storeSave } from "../src/page/storage/games";
import {
  deleteSave,
  describeProgress,
  encodeLines,
  findSave,
  isInStory,
  isKnownOver,
  listSaves,
  loadLines,
  loadSave,
  lockSave,
  newId,
  storeShownEvents,
} from "../src/page/storage/saves";
import { changeStore, clearStorage, readStore, replaceGlobal } from "./browserParts";
import { bytesOfGame } from "./packed";
import { loadGame, newSave } from "./saving";

const ready = await loadGame("lighthouse.game", new Blob([bytesOfGame("lighthouse")]));
const numberedLines = (count: number, name = "line"): string[] =>
  Array.from({ length: count }, (_, at) => `${name} ${at}`);
const GOES_ON = { standing: "Night › Hour", isOver: false, until: "" };

beforeEach(clearStorage);

test("saves are listed with the one last played first", async () => {
  for (const [id, played] of Object.entries({ a: 2, b: 3, c: 1 })) await storeSave(ready, newSave(id, { played }), []);
  assert.deepEqual(
    (await listSaves()).map(({ id }) => id),
    ["b", "a", "c"],
  );
});

test("a save is found with its own lines, in their order, and no others", async () => {
  const now = await storeSave(ready, newSave("a"), numberedLines(12));
  for (const id of ["", "aa", "b"]) await storeSave(ready, newSave(id), ["another's"]);
  assert.deepEqual(now, newSave("a", { digest: ready.digest, lines: 12 }));
  assert.deepEqual(await loadLines("a"), numberedLines(12));
  assert.deepEqual([await findSave("a"), await loadSave("a")], [now, { save: now, lines: numberedLines(12) }]);
  assert.deepEqual([await findSave("x"), await loadSave("x"), await loadLines("x")], [undefined, undefined, []]);
});

test("lines are as in a file", () => {
  assert.equal(new TextDecoder().decode(encodeLines(["{}", '{"é":1}'])), '{}\n{"é":1}\n');
  assert.equal(encodeLines([]).length, 0);
});

test("a save that is thrown away goes with its lines, and no other does", async () => {
  for (const id of ["a", "aa", "b"]) await storeSave(ready, newSave(id), [id]);
  await deleteSave("a");
  assert.deepEqual((await listSaves()).map(({ id }) => id).sort(), ["aa", "b"]);
  assert.deepEqual([await loadLines("a"), await loadLines("aa"), await loadLines("b")], [[], ["aa"], ["b"]]);
});

test("what is played on is stored behind the rest, with where it stands", async () => {
  const before = Date.now();
  let now = await storeSave(ready, newSave("a", { until: "watch" }), numberedLines(2));
  now = await storeProgress(ready, now, numberedLines(5), GOES_ON);
  assert.deepEqual({ ...now, played: 0 }, newSave("a", { digest: ready.digest, lines: 5, played: 0, ...GOES_ON }));
  assert.ok(now.played >= before);
  now = await storeProgress(ready, now, numberedLines(5), { standing: "Over: dark", isOver: true, until: "" });
  assert.deepEqual(await loadSave("a"), { save: now, lines: numberedLines(5) });
  assert.deepEqual([now.standing, now.isOver], ["Over: dark", true]);
});

test("how far the story was shown is stored beside a save, and it tells nothing of what follows", async () => {
  const over = { standing: "Over: dark", isOver: true, until: "", shownEvents: 7 };
  let now = await storeProgress(ready, await storeSave(ready, newSave("a"), numberedLines(2)), numberedLines(3), over);
  await storeShownEvents(now, 12);
  now = (await findSave("a"))!;
  assert.deepEqual([now.shownEvents, isInStory(now), isKnownOver(now)], [12, true, false]);
  assert.equal(describeProgress(now), "Mission 1 · In the middle of its story");
  await storeShownEvents({ ...now, lines: 2 }, 3); // another tab has played it on
  assert.equal((await findSave("a"))!.shownEvents, 12);
  await storeShownEvents(now, null);
  now = (await findSave("a"))!;
  assert.deepEqual([isInStory(now), isKnownOver(now), describeProgress(now)], [false, true, "Mission 1 · Over: dark"]);
  assert.deepEqual(await loadLines("a"), numberedLines(3));
  for (const damaged of ["12", 1.5, -1, Number.NaN] as number[])
    assert.equal(isInStory(newSave("b", { shownEvents: damaged })), false, `${damaged}`);
});

test("a save that the storage has lost is put there again, whole, with the file of its game", async () => {
  let now = await storeSave(ready, newSave("a"), numberedLines(2));
  await clearStorage();
  now = await storeProgress(ready, now, numberedLines(3), GOES_ON);
  assert.deepEqual(await loadSave("a"), { save: now, lines: numberedLines(3) });
  const [game] = await readStore<{ digest: string; file: Uint8Array }>("games");
  assert.deepEqual([game?.digest, game?.file.length], [ready.digest, ready.file.size]);
});

test("lines that the storage has lost are put there again", async () => {
  const now = await storeSave(ready, newSave("a"), numberedLines(4));
  await changeStore("lines", (lines) => lines.delete(["a", 3]));
  await changeStore("saves", (kept) => kept.put({ ...now, lines: 3 }));
  await storeProgress(ready, now, numberedLines(5), GOES_ON);
  assert.deepEqual(await loadLines("a"), numberedLines(5));
});

test("a save that was played on elsewhere is not written to, which is said", async () => {
  const here = await storeSave(ready, newSave("a"), numberedLines(2));
  const there = await storeProgress(ready, here, [...numberedLines(2), "there"], GOES_ON);
  for (const lines of [numberedLines(2), numberedLines(3), numberedLines(9)])
    await assert.rejects(storeProgress(ready, here, lines, { ...GOES_ON, standing: "Here" }), /played on there/);
  assert.deepEqual(await loadSave("a"), { save: there, lines: [...numberedLines(2), "there"] });
});

test("a save is held by one tab at a time; where the browser knows no locks, by all", async () => {
  const taken = new Set<string>();
  const locks = {
    async request(name: string, _: object, work: (lock: object | null) => Promise<void> | undefined) {
      if (taken.has(name)) return work(null);
      taken.add(name);
      return Promise.resolve(work({})).then(() => taken.delete(name));
    },
  };
  replaceGlobal("navigator", { locks });
  const release = await lockSave("a");
  assert.equal(await lockSave("a"), null);
  assert.ok(await lockSave("b"));
  release?.();
  await new Promise(setImmediate);
  assert.ok(await lockSave("a"));
  replaceGlobal("navigator", {});
  assert.ok((await lockSave("a")) && (await lockSave("a")));
});

test("new saves have names of their own, which stand in an address as they are", () => {
  const names = new Set(Array.from({ length: 200 }, newId));
  assert.equal(names.size, 200);
  for (const name of names) assert.match(name, /^[0-9a-z]{16}$/);
});

test("a save of many lines is stored in few rows, and played on behind them", async () => {
  let now = await storeSave(ready, newSave("a"), numberedLines(1234));
  assert.equal((await readStore("lines")).length, 3);
  now = await storeProgress(ready, now, [...numberedLines(1234), "more", "still more"], GOES_ON);
  assert.deepEqual([now.lines, await loadLines("a")], [1236, [...numberedLines(1234), "more", "still more"]]);
  assert.equal((await readStore("lines")).length, 5);
});
