/** Dice fall as docs/dice.md says, to the bit. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { choicesSeed, missionSeed, mix, rolloutSeed, SeededDice } from "../src/engine/dice";
import { shuffleNames } from "../src/engine/names";
import {
  canShow,
  type Dice,
  decodeDice,
  diceNotation,
  dieCount,
  dieName,
  dieSides,
  doesKeyMatchFaces,
  facesIn,
  facesOf,
  KEEPS,
  lowestFace,
  makeDice,
  outcomeOf,
  outcomeWays,
  renderFaces,
  resultOfOutcome,
  resultsOf,
  totalOf,
} from "../src/rules/dice";
import { decodeOlderDice, upgradeOlderSites } from "../src/rules/olderGameFiles";
import { readFaces } from "../src/session/diceSources";

const LAST = 2n ** 64n - 1n;
const D66 = makeDice(2, 6, "digits");

test("outputs of the generator", () => {
  const gamma = 0x9e3779b97f4a7c15n;
  const outputs = (seed: bigint) => [1n, 2n, 3n].map((k) => mix(BigInt.asUintN(64, seed + k * gamma)));
  assert.deepEqual(outputs(0n), [0xe220a8397b1dcdafn, 0x6e789e6aa1b965f4n, 0x06c45d188009454fn]);
  assert.deepEqual(outputs(1234567n), [0x599ed017fb08fc85n, 0x2c73f08458540fa5n, 0x883ebce5a3f27c77n]);
});

for (const [seed, thrown, wanted] of [
  [0n, makeDice(1, 6), "6 3 1 6 1 2 2 5 2 6 3 5"],
  [42n, makeDice(1, 6), "5 1 2 3 1 6 2 5 3 4 2 3"],
  [LAST, makeDice(1, 6), "6 6 2 3 5 5 6 2 5 1 1 5"],
  [42n, makeDice(2, 6), "6 5 7 7 7 5 8 6 4 6 7 8"],
  [42n, D66, "51 23 16 25 34 23 44 42 13 15 61 44"],
  [42n, makeDice(2, 10, "lowest"), "2 3 1 3 4 3 6 3 2 1 1 6"],
  [42n, makeDice(3, 6, "highest"), "5 6 5 4 4 3 6 4 5 6 6 5"],
  [42n, makeDice(4, 6, "highest", 3), "10 13 10 12 9 14 12 17 13 8 11 8"],
  [42n, makeDice(1, 8, "highest", 1, [[1, 6]]), "6 3 6 5 4 3 5 6 3 5 8 5"],
  [42n, makeDice(1, 8, "sum", 1, [[1, 6]]), "7 6 7 7 7 5 9 8 4 6 9 9"],
  [42n, makeDice(4, 3, "fate"), "-1 0 -1 -1 -1 0 0 4 1 -2 -1 -2"],
  [42n, makeDice(1, 10), "8 2 3 4 1 9 3 9 4 7 3 5"],
] as const) {
  test(`twelve throws of ${diceNotation(thrown)} with seed ${seed}`, () => {
    const dice = new SeededDice(seed);
    const throws = wanted.split(" ").map(() => totalOf(dice.throw(0, thrown), thrown));
    assert.equal(throws.join(" "), wanted);
  });
}

test("the outcome of single dice tells their faces, and how many throws have it", () => {
  const dice = makeDice(2, 6, "highest", 1, [[1, 4]], true);
  const outcome = outcomeOf([5, 2, 4], dice);
  assert.deepEqual(facesIn(outcome, dice), [2, 4, 5]);
  assert.equal(resultOfOutcome(outcome, dice), 5);
  assert.deepEqual(decodeDice(2 | (1 << 7), 6 | (4 << 10), 3 | (1 << 16) | (1 << 20)), dice);
  const two = makeDice(2, 6, "sum", 1, [], true);
  assert.equal(outcomeWays(two).get(outcomeOf([4, 3], two)), 2n);
  assert.equal(outcomeWays(two).get(outcomeOf([3, 3], two)), 1n);
  assert.equal(readFaces([7], two), "the rules look at each of the 2 dice: write what each shows");
  assert.deepEqual(readFaces([12], two), [6, 6]);
});

for (const [key, faces, wanted] of [
  ["doubles", [3, 1, 3], true],
  ["doubles", [3, 1], false],
  ["any 5..6, 1", [1, 3], true],
  ["all ..2", [1, 3], false],
  ["matches 3..", [3, 3, 3], true],
  ["7", [3, 4], null],
] as const) {
  test(`${faces.join(" ")} and the key ${key}`, () => {
    assert.equal(doesKeyMatchFaces(key, faces), wanted);
  });
}

test("a limit that must redraw often", () => {
  const dice = new SeededDice(42n);
  const drawn = [1, 2, 3, 4].map(() => dice.drawBelow(3221225472));
  assert.deepEqual(drawn, [2388747676, 515107430, 897437057, 1108715903]);
});

test("dice go back to where they were", () => {
  const dice = new SeededDice(7n);
  dice.skip(0, makeDice(3, 6));
  const behind = dice.position;
  const thrown = dice.throw(0, D66);
  dice.restart();
  assert.equal(dice.position, 0);
  dice.seek(behind);
  assert.deepEqual(dice.throw(0, D66), thrown);
});

test("seeds of missions, choices and runs that go on", () => {
  assert.equal(missionSeed(42n, 999), 0x66091ca85313fa68n);
  assert.equal(choicesSeed(missionSeed(42n, 999)), 0x7f2cd88f9f37d9d3n);
  assert.equal(rolloutSeed(42n, 36), 0x8361cf49a6ff5761n);
  assert.equal(rolloutSeed(LAST, 2267), 0xbaca0b510575856fn);
});

test("names in the order of a seed", () => {
  assert.deepEqual(shuffleNames(["Aud", "Brand", "Cora", "Dag"], 1n, 0), ["Aud", "Cora", "Dag", "Brand"]);
});

test("of dice of which one is kept a number is that one", () => {
  const dice = makeDice(2, 10, "lowest");
  assert.equal(diceNotation(dice), "lowest of 2d10");
  assert.deepEqual(resultsOf(dice), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.deepEqual(readFaces([4], dice), [4]);
  assert.deepEqual(readFaces([10], dice), [10, 10]);
  assert.equal(readFaces([11], dice), "11 is no result of lowest of 2d10");
});

test("digits skip what no die shows", () => {
  assert.equal(resultsOf(D66).length, 36);
  assert.deepEqual(resultsOf(makeDice(2, 4)), [2, 3, 4, 5, 6, 7, 8]);
});

/** All throws of dice, from so many dice on. */
function* throws(dice: Dice, count = dieCount(dice)): Generator<number[]> {
  if (count === 0) yield [];
  else
    for (const more of throws(dice, count - 1))
      for (let face = 0; face < dieSides(dice)[count - 1]!; face++) yield [...more, face + lowestFace(dice)];
}

const OTHER_DICE = [
  makeDice(4, 3, "highest", 3),
  makeDice(1, 4, "sum", 1, [[2, 3]]),
  makeDice(1, 4, "lowest", 2, [
    [1, 2],
    [1, 3],
  ]),
];
const DICE_OF_EACH_KEEP = KEEPS.map((keep, code) =>
  keep === "digits" ? D66 : keep === "fate" ? makeDice(3, 3, "fate") : decodeDice(3, 4, code),
);

for (const dice of [...DICE_OF_EACH_KEEP, ...OTHER_DICE]) {
  test(`what ${diceNotation(dice)} show`, () => {
    const shown = new Set([...throws(dice)].map((faces) => totalOf(faces, dice)));
    const numbers = [...shown].sort((one, other) => one - other);
    assert.deepEqual(resultsOf(dice), numbers);
    assert.deepEqual(
      Array.from({ length: 110 }, (_, result) => result - 10).filter((result) => canShow(dice, result)),
      numbers,
    );
    for (const result of numbers) assert.equal(totalOf(facesOf(dice, result), dice), result);
  });
}

test("what encodes no dice", () => {
  assert.throws(() => decodeDice(2, 6, KEEPS.length), /says nothing of what is kept/);
});

test("dice in words", () => {
  assert.equal(renderFaces(makeDice(2, 6), [3, 4]), "3+4");
  assert.equal(renderFaces(makeDice(2, 6, "highest"), [3, 4]), "highest of 3, 4");
  assert.equal(renderFaces(D66, [3, 4]), "");
  assert.deepEqual([dieName(D66, 0), dieName(D66, 1), dieName(makeDice(2, 6), 1)], ["Tens", "Ones", "Die 2"]);
});

test("dice of a game file of version 2", () => {
  const told = [
    [1, 66],
    [2, 6],
    [2, 66],
    [2, 10_010],
    [3, 20_006],
  ].map(([count, sides]) => diceNotation(decodeOlderDice(count!, sides!)));
  assert.deepEqual(told, ["1d66", "2d6", "d66", "lowest of 2d10", "highest of 3d6"]);
  const data = {
    sites: [{ is: "RollSite", count: 2, sides: 66 }, { is: "DrawSite", sides: 40 }, { is: "SaySite" }, null, 7],
  };
  upgradeOlderSites(data);
  const found = data.sites.map((site) =>
    typeof site === "object" && site !== null && "dice" in site ? site.dice : null,
  );
  assert.deepEqual(found, [D66, makeDice(1, 40), null, null, null]);
  for (const none of [null, 7, {}, { sites: 7 }]) upgradeOlderSites(none);
});

test("unlike dice and several kept come out of a module's integers", () => {
  const told = [
    [4, 6, 3 | (2 << 8)],
    [1 | (2 << 7), 8 | (6 << 10), 3 | (1 << 16)],
    [1 | (1 << 7), 8 | (6 << 10), 1 << 16],
    [4, 3, 4],
  ].map(([count, sides, code]) => diceNotation(decodeDice(count!, sides!, code!)));
  assert.deepEqual(told, ["highest 3 of 4d6", "highest of 1d8, 2d6", "1d8 + 1d6", "4dF"]);
});
