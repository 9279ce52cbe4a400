// `npm test` bundles colours.ts beside this.
import assert from "node:assert/strict";
import test from "node:test";
import { filterNameTokens } from "../dist/colours.mjs";

const kinds = ["keyword", "variable"];

test("names keep their places when words go", () => {
  const data = Uint32Array.from([0, 2, 3, 0, 0, 0, 4, 5, 1, 0, 2, 1, 3, 0, 0, 0, 4, 2, 1, 1, 0, 3, 2, 1, 0]);
  const places = [0, 6, 5, 1, 0, 2, 5, 2, 1, 1, 0, 3, 2, 1, 0];
  assert.deepEqual([...filterNameTokens({ data, resultId: undefined }, kinds)], places);
});

test("nothing is made of nothing", () => {
  assert.equal(filterNameTokens({ data: new Uint32Array(), resultId: undefined }, kinds).length, 0);
});
