import assert from "node:assert/strict";
import { test } from "node:test";
import { InputError } from "../src/errors";
import { headerLine, recordLine, rulesLine } from "../src/session/lines";
import { completeLines, parseSave } from "../src/session/saveReader";
import { bytesOf } from "./carry";
import { SAVES, SAVES_BEFORE } from "./kept";

const HEAD = new TextDecoder().decode(SAVES.get("mission")!).split("\n")[0]!;

function saveOf(...lines: readonly string[]): Uint8Array {
  return bytesOf([HEAD, ...lines]);
}

function refused(data: Uint8Array): InputError {
  try {
    parseSave(data, "x.save");
  } catch (error) {
    assert.ok(error instanceof InputError);
    return error;
  }
  assert.fail("it was not refused");
}

const BEFORE = [...SAVES_BEFORE].map(([name, data]) => [`${name}, of before`, data] as const);

for (const [name, data] of [...SAVES, ...BEFORE]) {
  test(`the lines of a save are written as they were read: ${name}`, () => {
    const saved = parseSave(data, name);
    const lines = completeLines(data, saved);
    assert.deepEqual(bytesOf(lines), data);
    assert.equal(headerLine(parseSave(bytesOf(lines.slice(0, 1)), name).header), lines[0]);
    assert.ok(saved.records.length > 10);
    for (const record of saved.records) assert.equal(recordLine(record), lines[record.line - 1]);
    if (saved.end !== null) assert.equal(recordLine(saved.end), lines.at(-1));
  });
}

test("a seed of 64 bits loses no digit", () => {
  assert.equal(parseSave(SAVES.get("career")!, "x").header.seed, 2n ** 64n - 1n);
});

test("cut anywhere no complete line is lost", () => {
  const data = SAVES.get("dice")!;
  const whole = new TextDecoder().decode(data).split("\n");
  const first = data.indexOf(10);
  for (let length = 0; length < data.length; length += 1) {
    const cut = data.slice(0, length);
    if (length < first) {
      assert.match(refused(cut).message, /empty|cut short/);
      continue;
    }
    const saved = parseSave(cut, "x.save");
    const lines = completeLines(cut, saved);
    assert.deepEqual(lines, whole.slice(0, lines.length));
    const ended = new TextDecoder().decode(cut).split("\n").length - 1;
    assert.ok(lines.length >= ended);
    assert.equal(saved.notes.length, saved.length < length ? 1 : 0);
  }
});

test("zeros at the end are no line", () => {
  const data = SAVES.get("mission")!;
  assert.deepEqual(parseSave(new Uint8Array([...data, ...new Array(500).fill(0)]), "x"), parseSave(data, "x"));
});

test("undo and the end are read in order", () => {
  const [dice, answer] = ['{"d":[1,5],"at":"Sky"}', '{"a":"look","at":"choice:watch/order"}'];
  const end = '{"end":{"result":"all_safe","fault":"","journal":"ab"}}';
  assert.equal(parseSave(saveOf(dice, answer, dice, end), "x").end?.journal, "ab");
  const undone = parseSave(saveOf(dice, answer, dice, end, '{"undo":1}'), "x");
  assert.deepEqual([undone.end, undone.records.length], [null, 1]);
});

test("stories of another journal are not compared", () => {
  const rules = '{"rules":"h2","journal":99,"options":{"a":"b"},"overlays":[],"kept":1}';
  const end = '{"end":{"result":"all_safe","fault":"","journal":"ab"}}';
  const saved = parseSave(saveOf('{"a":"look","at":"c","j":"ab"}', '{"a":"up","at":"c","j":"cd"}', rules, end), "x");
  assert.deepEqual(
    saved.records.map((record) => record.is === "answer" && [record.name, record.story]),
    [["look", ""]],
  );
  assert.deepEqual([saved.end?.journal, saved.header.rules, saved.header.options], ["", "h2", { a: "b" }]);
});

const NO_RECORD = "this line is no record of a save";

for (const [line, message] of [
  ["hello", NO_RECORD],
  ["", NO_RECORD],
  ["[1]", NO_RECORD],
  ['{"d":[],"at":"Sky"}', NO_RECORD],
  ['{"d":[-1000],"at":"Sky"}', NO_RECORD],
  ['{"d":[1.5],"at":"Sky"}', NO_RECORD],
  ['{"d":[1e0],"at":"Sky"}', NO_RECORD],
  ['{"d":[true],"at":"Sky"}', NO_RECORD],
  ['{"d":"34","at":"Sky"}', NO_RECORD],
  ['{"d":[1],"at":"Sky","by":""}', NO_RECORD],
  ['{"d":[1],"at":"Sky","by":"x","a":"look"}', NO_RECORD],
  ['{"a":3,"at":"Sky"}', NO_RECORD],
  ['{"a":"look","at":"Sky","ordered":null}', NO_RECORD],
  ['{"a":"look","at":"Sky","x":1.5}', NO_RECORD],
  ['{"end":{"result":"all_safe","fault":"","journal":"","x":1}}', NO_RECORD],
  ['{"a":"\\ud800","at":"Sky"}', NO_RECORD],
  ['{"a":"look","at":"Sky","why":"routine","ordered":true}', NO_RECORD],
  ['{"undo":0}', NO_RECORD],
  ['{"undo":1}', "there is nothing left to take back"],
  ['{"named":{"of":"","number":-1,"name":"Ann"}}', NO_RECORD],
  ['{"rules":"h2","journal":1,"options":{},"overlays":[],"kept":1}', "there are no 1 records before it"],
  ['{"rules":"h2","journal":1,"options":[],"overlays":[],"kept":0}', NO_RECORD],
  ["[".repeat(100_000), NO_RECORD],
  ["1".repeat(10_000), NO_RECORD],
] as const) {
  test(`a line that is no record has its place: ${line.slice(0, 60)}`, () => {
    const error = refused(saveOf(line));
    assert.deepEqual([error.message, error.place], [message, "x.save:2"]);
    assert.match(error.hint, /delete this line/);
  });
}

test("nothing but an undo follows the end", () => {
  const end = '{"end":{"result":"all_safe","fault":"","journal":""}}';
  assert.equal(refused(saveOf(end, '{"d":[1],"at":"-"}')).message, "nothing but an undo can follow the end");
});

for (const [change, message] of [
  [{ bombsight: 2 }, "this save has format 2, and only 1 can be read"],
  [{ seed: -1 }, "$.seed: 0 or more is needed, not -1"],
  [{ args: ["1"] }, '$.args[0]: a whole number is needed, not "1"'],
  [{ entry: "war" }, '$.entry: one of mission, career is needed, not "war"'],
  [{ overlays: [{ name: "x" }] }, "$.overlays[0]: file must stand here"],
  [{ title: null }, "$.title: a text is needed, not null"],
  [{ names: 5 }, "$.names: an object is needed, not 5"],
  [
    { names: { shuffled: true, own: [{ of: "", number: -1, name: "x" }] } },
    "$.names.own[0].number: 0 or more is needed, not -1",
  ],
] as const) {
  test(`a first line that is none is told: ${JSON.stringify(change)}`, () => {
    const error = refused(bytesOf([JSON.stringify({ ...JSON.parse(HEAD), ...change })]));
    assert.deepEqual([error.message, error.place], [message, "x.save:1"]);
  });
}

test("a seed of more than 64 bits is told with all its digits", () => {
  const error = refused(bytesOf([HEAD.replace('"seed":11', '"seed":18446744073709551616')]));
  assert.equal(error.message, "$.seed: 18446744073709551615 or less is needed, not 18446744073709551616");
});

for (const data of ["%PDF-1.4\n", "{}\n", "[]\n", "null\n", "{\n}\n", '\ufeff{"bombsight":1}\n']) {
  test(`a foreign file is no save: ${JSON.stringify(data)}`, () => {
    assert.equal(refused(new TextEncoder().encode(data)).message, "this is no save");
  });
}

const MORE = '"mood":{"of":["calm",null,18446744073709551616]},"zeal":7';

test("fields that are not known are kept, and named once, each at the first line that has it", () => {
  const head = `${HEAD.slice(0, -1)},"mood":"grim"}`;
  const lines = [
    `{"d":[1,5],"at":"Sky","by":"seed",${MORE}}`,
    `{"a":"look","at":"choice:watch/order","why":"order","ordered":true,${MORE}}`,
    '{"undo":1,"weary":true}',
    '{"named":{"of":"","number":0,"name":"Ann"},"worn":0}',
    '{"thrower":"hand","thirst":""}',
    '{"thrower":"","d":[2,2],"at":"Sky"}',
    `{"end":{"result":"all_safe","fault":"","journal":"ab"},${MORE}}`,
  ];
  const data = bytesOf([head, ...lines]);
  const saved = parseSave(data, "x.save");
  assert.deepEqual(
    saved.notes,
    ["mood 1", "zeal 2", "weary 4", "worn 5", "thirst 6", "d 7", "at 7"].map((each) => {
      const [name, line] = each.split(" ");
      return `x.save:${line}: the field ${name} is not known to this version: it is kept as it is`;
    }),
  );
  assert.deepEqual(completeLines(data, saved), [head, ...lines]);
  assert.equal(headerLine(parseSave(bytesOf([head]), "x").header), head);
  assert.deepEqual([...saved.records, saved.end!].map(recordLine), [lines[0], lines.at(-1)]);
});

test("a snapshot is named by the header, and by the line of other rules", () => {
  const { header } = parseSave(saveOf(), "x");
  assert.match(header.snapshot, /^[0-9a-f]{64}$/);
  const rules = '{"rules":"h2","journal":2,"options":{},"overlays":[],"kept":0';
  assert.equal(parseSave(saveOf(`${rules},"snapshot":"ab"}`), "x").header.snapshot, "ab");
  const without = parseSave(saveOf(`${rules}}`), "x").header;
  assert.equal(without.snapshot, "");
  assert.equal(rulesLine({ ...without, snapshot: "ab" }, 0), `${rules},"snapshot":"ab"}`);
});
