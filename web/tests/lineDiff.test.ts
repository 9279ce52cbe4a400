/** Differences by lines: what is drawn of them makes the one text out of the other, and is the least. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededDice } from "../src/engine/dice";
import { countChanges, diffLines } from "../src/workshop/history/lineDiff";

const dice = new SeededDice(7n);
const someLines = () => Array.from({ length: dice.drawBelow(12) }, () => "abc"[dice.drawBelow(3)]!);

/** The number of lines in the longest common subsequence. */
function commonLength(one: readonly string[], other: readonly string[]): number {
  const rows = one.map(() => new Array<number>(other.length + 1).fill(0));
  rows.push(new Array<number>(other.length + 1).fill(0));
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--)
      rows[i]![j] = one[i] === other[j] ? rows[i + 1]![j + 1]! + 1 : Math.max(rows[i + 1]![j]!, rows[i]![j + 1]!);
  return rows[0]![0]!;
}

test("a difference holds both texts, and as many equal lines as can be", () => {
  for (let count = 0; count < 500; count++) {
    const [before, after] = [someLines().join("\n"), someLines().join("\n")];
    const lines = diffLines(before, after);
    const without = (kind: string) => lines.filter(({ is }) => is !== kind).map(({ text }) => text);
    assert.deepEqual([without("added").join("\n"), without("removed").join("\n")], [before, after]);
    const same = lines.filter(({ is }) => is === "same").length;
    assert.equal(same, commonLength(before.split("\n"), after.split("\n")), `${before} / ${after}`);
  }
});

test("large texts that have nothing in common take no time", () => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word} ${at}`).join("\n");
  const began = performance.now();
  assert.deepEqual(countChanges(diffLines(text("a"), text("b"))), { added: 20_000, removed: 20_000 });
  assert.ok(performance.now() - began < 2000);
});
