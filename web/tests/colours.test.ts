/** The workshop's colours are those that VS Code's own engine gives the sample. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { GRAMMAR } from "../src/workshop/editor/grammar";
import { startStack, tokenizeLine } from "../src/workshop/editor/textmate";

/** Each line of the sample, with the scopes of each character, as `npm run snap` in `editors/vscode` wrote them. */
function readSnapshot(): { line: string; scopes: string[] }[] {
  const lines: { line: string; scopes: string[] }[] = [];
  const text = readFileSync("../editors/vscode/test/sample.rules.snap", "utf8").replace(/\n$/, "");
  for (const row of text.split("\n")) {
    if (row.startsWith(">")) lines.push({ line: row.slice(1), scopes: [] });
    const [, marks, scopes] = row.match(/^#([ ^]*\^) (.*)$/) ?? [];
    if (marks === undefined) continue;
    const last = lines.at(-1)!;
    for (let at = marks.indexOf("^"); at < Math.min(marks.length, last.line.length); at++) last.scopes[at] = scopes!;
  }
  return lines;
}

test("each character of the sample has the scopes that it has in VS Code", () => {
  const lines = readSnapshot();
  assert.ok(lines.length > 100);
  let stack = startStack(GRAMMAR);
  for (const { line, scopes } of lines) {
    const { ranges, stack: next } = tokenizeLine(GRAMMAR, line, stack);
    stack = next;
    const found: string[] = [];
    for (const range of ranges) for (let at = range.start; at < range.end; at++) found[at] = range.scopes.join(" ");
    assert.deepEqual(found, scopes, line);
  }
});
