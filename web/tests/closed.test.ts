/** Who adds a member to a closed family is told of every place that has to know it. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

/** The end of a `switch` that says neither that nothing is left nor what the rest is. */
const SILENT = /^ *default:(?!(?:\s*\{)?\s*(?:\/\/ the rest: |(?:return )?unreachable\())/gm;

test("no switch passes over what it was not written for", () => {
  const files = ["src", "tests", "bench"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const sources = files.filter((name) => name.endsWith(".ts"));
  assert.ok(sources.length > 200);
  for (const name of sources) {
    const text = readFileSync(name, "utf8");
    const lines = [...text.matchAll(SILENT)].map((found) => text.slice(0, found.index).split("\n").length);
    assert.deepEqual(
      lines,
      [],
      `${name}: end it in unreachable(), or name what is left behind "default: // the rest: "`,
    );
  }
});

test("a silent end is seen", () => {
  const ends = ["default:\n  return null;", "default: {\n", "default: return unreachable(it);", "default: // others"];
  assert.deepEqual(
    ends.map((end) => (end.match(SILENT) ?? []).length),
    [1, 1, 0, 1],
  );
});
