import assert from "node:assert/strict";
import { test } from "node:test";
import { type Classes, type ClassShape, encodeObject, type Format, readObject, TooLarge } from "../src/codec";

const CLASSES: Classes = {
  Ship: {
    fields: {
      name: "string",
      guns: { low: 0, high: 2n ** 64n - 1n },
      rig: { words: ["sloop", "brig"] },
      crew: { list: { of: ["Sailor"] }, least: 1 },
      flag: { any: [{ of: ["Sailor"] }, "null"] },
      marks: { members: "string" },
    },
    usual: { rig: "sloop", flag: null, marks: {} },
  },
  Sailor: { fields: { age: "integer", pay: { tuple: ["integer", "boolean"] } }, usual: { pay: [0, false] } },
  Log: {
    fields: { days: { pairs: ["integer", "string"] }, words: { list: { any: [{ of: ["Log"] }, "string"] } } },
    usual: {},
  },
};
const CLOSED: Format = { classes: CLASSES, rejectsUnknownFields: true };
const TAGGED: Format = { classes: CLASSES, isTagged: true, maxTextLength: 9, maxTextParts: 2 };
const SHIP = { name: "Ann", guns: 3, crew: [{ age: 20 }] };
const READ = { name: "Ann", guns: 3n, rig: "sloop", crew: [{ age: 20, pay: [0, false] }], flag: null, marks: {} };

test("what was left out has its default, and a number with a large bound is a bigint", () => {
  assert.deepEqual(readObject(SHIP, "Ship", CLOSED), READ);
});

test("what has its default is left out when it is written", () => {
  assert.deepEqual(encodeObject({ ...READ, flag: { age: 7, pay: [2, true] } }, "Ship", CLASSES), {
    ...{ name: "Ann", guns: 3n, crew: [{ age: 20, pay: [0, false] }], marks: {} },
    flag: { age: 7, pay: [2, true] },
  });
});

for (const change of [
  { name: 5 },
  { guns: -1 },
  { guns: 2n ** 64n },
  { guns: 1.5 },
  { rig: "raft" },
  { crew: [] },
  { crew: {} },
  { crew: [{ age: "20" }] },
  { crew: [{ age: 20, hat: 1 }] },
  { crew: [{ age: 20, pay: [1] }] },
  { flag: 5 },
  { marks: { mast: 1 } },
  { hat: 1 },
]) {
  test(`an object of another shape is none: ${Object.keys(change)} ${Object.values(change)}`, () => {
    assert.equal(readObject({ ...SHIP, ...change }, "Ship", CLOSED), undefined);
  });
}

test("fields that are not known are passed over where the format is open, or the object is", () => {
  const more = { ...SHIP, hat: 1 };
  assert.deepEqual(readObject(more, "Ship", { classes: CLASSES }), READ);
  assert.deepEqual(readObject(more, "Ship", CLOSED, true), READ);
});

test("an object with a tag is of the class that it says, and a map is an array of pairs", () => {
  const log = { is: "Log", days: [[1, "calm"]], words: ["a", { is: "Log", days: [], words: [] }] };
  const read = readObject(log, "Log", TAGGED);
  assert.deepEqual(read, {
    ...log,
    days: new Map([[1, "calm"]]),
    words: ["a", { is: "Log", days: new Map(), words: [] }],
  });
  assert.equal(readObject({ ...log, is: "Ship" }, "Log", TAGGED), undefined);
  assert.equal(readObject({ ...log, words: [{ is: "Sailor", age: 1 }] }, "Log", TAGGED), undefined);
  assert.equal(readObject({ ...log, days: [[1]] }, "Log", TAGGED), undefined);
});

test("data that are too deep or too long are refused", () => {
  let deep: object = { is: "Log", days: [], words: [] };
  for (let depth = 0; depth < 50_000; depth += 1) deep = { is: "Log", days: [], words: [deep] };
  for (const words of [["x".repeat(10)], ["a", "b", "c"], [deep]]) {
    assert.throws(() => readObject({ is: "Log", days: [], words }, "Log", TAGGED), TooLarge);
  }
});

test("a name of a prototype is no field that was written", () => {
  const fields: ClassShape["fields"] = Object.fromEntries([
    ["constructor", "string"],
    ["toString", "string"],
  ]);
  const classes: Classes = { Odd: { fields, usual: Object.fromEntries([["toString", ""]]) } };
  assert.equal(readObject({}, "Odd", { classes }), undefined);
  assert.deepEqual(Object.keys(readObject(JSON.parse('{"constructor":"x","__proto__":{}}'), "Odd", { classes })!), [
    "constructor",
    "toString",
  ]);
});
