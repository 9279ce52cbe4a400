/** Saves out of files: one or many, broken ones named, long ones read while the page goes on. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { InputError } from "../src/errors";
import { importSaves, splitSaves } from "../src/page/archive/importSaves";
import { readSave } from "../src/page/archive/slicedWork";
import { errorSentence } from "../src/page/dom";
import { listSaves, loadLines } from "../src/page/storage/saves";
import { parseSave } from "../src/session/saveReader";
import { edition, listGames, site } from "./browserParts";
import { bytesOfGame } from "./packed";

const FILE = edition("lighthouse.game");
site.files = new Map<string, BodyInit>([
  [
    "games.json",
    listGames({ game: "lighthouse", title: "The Keeper's Night", about: "", editions: [FILE], kept: [], release: "" }),
  ],
  ["lighthouse.game", new Blob([bytesOfGame("lighthouse")])],
]);

const textOf = (name: string): string => readFileSync(`tests/saves/${name}.save`, "utf8");
const MISSION = textOf("mission");
const CAREER = textOf("career");
const fileOf = (...parts: string[]): File => new File(parts, "all.saves");
const [HEADER = "", ...LINES] = MISSION.trimEnd().split("\n");

test("a file of one save is taken as it is", async () => {
  const { saves: taken, problems } = await importSaves(fileOf(MISSION));
  assert.deepEqual([taken.length, taken[0]?.standing, problems], [1, "From all.saves", []]);
  assert.equal((await loadLines(taken[0]!.id)).map((line) => `${line}\n`).join(""), MISSION);
});

test("of a file of many each save is taken by itself, and what is wrong with one is told of that one", async () => {
  const before = (await listSaves()).length;
  const broken = `${HEADER}\n{"what": "ever"}\n${LINES[0]}\n`;
  const found = await importSaves(fileOf(MISSION, broken, CAREER, '{"bombsight":99}\n'));
  assert.equal(found.saves.length, 2);
  assert.deepEqual(
    found.saves.map(({ standing }) => standing),
    ["From all.saves, save 1", "From all.saves, save 3"],
  );
  assert.match(found.problems[0]!, /^all\.saves, save 2:2: This line is no record of a save\./);
  assert.match(found.problems[1]!, /^all\.saves, save 4:1: This save has format 99/);
  assert.equal((await listSaves()).length, before + 2);
});

test("what is no save is told in a sentence", async () => {
  for (const content of ["", "no save", "\0\0\0", "[group]\nseed = 3\n", '{"bombsight":', "\n\n"]) {
    const { saves: taken, problems } = await importSaves(fileOf(content));
    assert.deepEqual([taken, problems.length], [[], 1]);
    assert.match(problems[0]!, /^all\.saves(:1)?: [A-Z].*\.$/);
  }
});

test("a file that is too large, or has too many lines or too long ones, is refused at once", async () => {
  const large = { size: 65_000_000, name: "large.save" } as File;
  await assert.rejects(importSaves(large), (error) => error instanceof InputError && /no save/.test(error.message));
  const encoder = new TextEncoder();
  assert.throws(() => parseSave(new Uint8Array(2_000_000).fill(10), "x"), /no save has more than 1,000,000 lines/);
  const long = encoder.encode(`${HEADER}\n"${"x".repeat(2_000_000)}"\n`);
  assert.throws(() => parseSave(long, "x"), /this line is no record of a save/);
});

test("a long save is read in slices, and how far that has come is told", async () => {
  const undone = `${LINES[1]}\n{"undo":1}\n`;
  const data = new TextEncoder().encode(`${HEADER}\n${undone.repeat(60_000)}`);
  const told: number[] = [];
  let rests = 0;
  const resting = setInterval(() => rests++);
  const saved = await readSave(data, "x", (part) => told.push(part));
  clearInterval(resting);
  assert.deepEqual(saved, parseSave(data, "x"));
  assert.ok(rests > 1 && told.length > 1, `${rests} ${told.length}`);
  assert.ok(told.every((part, at) => 0 < part && part < 1 && part > (told[at - 1] ?? 0)));
});

test("a file without saves is one part; each first line of a save begins another", () => {
  const parts = (text: string) =>
    splitSaves(new TextEncoder().encode(text)).map((part) => new TextDecoder().decode(part));
  assert.deepEqual(parts("x\ny"), ["x\ny"]);
  assert.deepEqual(parts('{"bombsight":1}\na\n{"bombsight":1}\nb'), ['{"bombsight":1}\na\n', '{"bombsight":1}\nb']);
  assert.deepEqual(parts('x{"bombsight":1}\n'), ['x{"bombsight":1}\n']);
});

test("what the browser itself says is wrong is told in a sentence", () => {
  const { error } = console;
  const logged: unknown[] = [];
  console.error = (...said: unknown[]) => logged.push(...said);
  assert.match(errorSentence(new RangeError("Maximum call stack size exceeded.")), /nobody foresaw/);
  assert.match(errorSentence(new TypeError("Cannot set properties of undefined (setting 'value').")), /nobody foresaw/);
  assert.match(errorSentence(new DOMException("x", "DataCloneError")), /nobody foresaw/);
  console.error = error;
  assert.equal(logged.length, 3, "the cause is for who looks at the page's program");
  assert.match(errorSentence(new TypeError("Failed to fetch")), /could not be reached/);
  assert.match(errorSentence(new DOMException("x", "NotReadableError")), /cannot be read/);
  assert.equal(errorSentence(new InputError("it is wrong", "", "do this")), "It is wrong. Do this.");
  assert.equal(errorSentence("a note"), "A note.");
});
