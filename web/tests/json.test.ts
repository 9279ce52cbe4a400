import assert from "node:assert/strict";
import { test } from "node:test";
import { parseJson, stringifyJson } from "../src/json";

test("whole numbers are read as they are, however large", () => {
  assert.deepEqual(parseJson('{"a":[0,-7,9007199254740991],"b":18446744073709551615,"c":"1.5"}'), {
    a: [0, -7, 9007199254740991],
    b: 18446744073709551615n,
    c: "1.5",
  });
  assert.equal(stringifyJson({ a: [0, null], b: 18446744073709551615n }), '{"a":[0,null],"b":18446744073709551615}');
});

test("there is no nought below nought, wherever it stands", () => {
  assert.deepEqual(parseJson('{"a":-0,"b":[-0,{"c":-0}]}'), { a: 0, b: [0, { c: 0 }] });
  assert.equal(parseJson("-0"), 0);
});

test("fractions, and halves of characters, are in no save", () => {
  for (const text of ["1.5", "[1e3]", '{"a":-0.0}', '"\\ud800"', '{"\\udc00":1}', "01", "{"])
    assert.throws(() => parseJson(text), SyntaxError, text);
});
