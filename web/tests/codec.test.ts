import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Classes,
  type ClassShape,
  encodeObject,
  type Format,
  readObject,
  TooLarge,
  tryReadObject,
} from "../src/codec";
import { DecodeError } from "../src/codecProblems";

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

/** What is wrong with data as an object of a class. */
function problemOf(data: unknown, name: string, format: Format): string {
  try {
    return JSON.stringify(readObject(data, name, format));
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}

test("what was left out has its default, and a number with a large bound is a bigint", () => {
  assert.deepEqual(readObject(SHIP, "Ship", CLOSED), READ);
});

test("what has its default is left out when it is written", () => {
  assert.deepEqual(encodeObject({ ...READ, flag: { age: 7, pay: [2, true] } }, "Ship", CLASSES), {
    ...{ name: "Ann", guns: 3n, crew: [{ age: 20, pay: [0, false] }] },
    flag: { age: 7, pay: [2, true] },
  });
});

const WRONG: readonly (readonly [change: object, message: string])[] = [
  [{ name: 5 }, "$.name: a text is needed, not 5"],
  [{ guns: "\u{1f6a2}\u2028" }, '$.guns: a whole number is needed, not "\\ud83d\\udea2\\u2028"'],
  [{ guns: -1 }, "$.guns: 0 or more is needed, not -1"],
  [{ guns: 2n ** 64n }, "$.guns: 18446744073709551615 or less is needed, not 18446744073709551616"],
  [{ guns: 1.5 }, "$.guns: a whole number is needed, not 1.5"],
  [{ rig: "raft" }, '$.rig: one of sloop, brig is needed, not "raft"'],
  [{ crew: [] }, "$.crew: a list of 1 or more values is needed, not of 0"],
  [{ crew: {} }, "$.crew: a list is needed, not an object"],
  [{ crew: [{ age: "20" }] }, '$.crew[0].age: a whole number is needed, not "20"'],
  [{ crew: [{ age: 20, hat: 1, cap: 2 }] }, "$.crew[0]: nothing here is called hat or cap."],
  [{ crew: [{ age: 20, pay: [1] }] }, "$.crew[0].pay: a list of 2 values is needed, not of 1"],
  [{ crew: [{}, 1] }, "$.crew[0]: age must stand here"],
  [{ flag: 5 }, "$.flag: an object is needed, not 5"],
  [{ marks: { "main mast": 1 } }, '$.marks["main mast"]: a text is needed, not 1'],
  [{ marks: { ["m".repeat(41)]: null } }, `$.marks["${"m".repeat(38)}…]: a text is needed, not null`],
  [{ hat: 1, guns: true }, "$.guns: a whole number is needed, not true"],
  [{ hat: 1 }, "$: nothing here is called hat."],
];
for (const [change, message] of WRONG) {
  test(`what is wrong with an object of another shape is told with its place: ${message}`, () => {
    assert.equal(problemOf({ ...SHIP, ...change }, "Ship", CLOSED), message);
    assert.equal(tryReadObject({ ...SHIP, ...change }, "Ship", CLOSED), null);
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
  for (const [change, message] of [
    [{ is: "Ship" }, "$: is must stand here"],
    [{ words: [{ is: "Sailor", age: 1 }] }, '$.words[0].is: Log is needed, not "Sailor"'],
    [{ words: [{ is: ["Log"] }] }, "$.words[0].is: Log is needed, not a list"],
    [{ words: [{ days: [] }] }, "$.words[0]: is must stand here"],
    [{ words: ["a", 1] }, "$.words[1]: an object or a text is needed, not 1"],
    [{ days: [[1]] }, "$.days[0]: a list of 2 values is needed, not of 1"],
  ] as const) {
    assert.equal(problemOf({ ...log, ...change }, "Log", TAGGED), message);
  }
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
  assert.equal(problemOf({}, "Odd", { classes }), "$: constructor must stand here");
  assert.deepEqual(Object.keys(readObject(JSON.parse('{"constructor":"x","__proto__":{}}'), "Odd", { classes })!), [
    "constructor",
    "toString",
  ]);
});
