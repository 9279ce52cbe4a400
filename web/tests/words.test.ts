/** Names that are like one another, lists, and what people call things. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { joinNames, pluralize } from "../src/listing";
import { findBestMatches } from "../src/nameSearch";
import { lowercaseTitle, tableLabel } from "../src/play/story/phrases";
import { editDistance, findLikelyNames } from "../src/suggestions";
import { compareByCodePoint, partition, rpartition } from "../src/text";

function found(word: string, ...names: (string | [string, string])[]): string[] {
  return findLikelyNames(word, new Map(names.map((name) => (typeof name === "string" ? [name, ""] : name))));
}

test("slips are found", () => {
  assert.deepEqual(found("lmap", "lamp", "oil"), ["lamp"]);
  assert.deepEqual(found("trawlr", "trawler", "packet"), ["trawler"]);
  assert.deepEqual(found("REEF", "Reef", "Sky"), ["Reef"]);
  assert.deepEqual(found("winter_dark", "dark_winter"), ["dark_winter"]);
  assert.deepEqual(found("home", "near_home", "port"), ["near_home"]);
  assert.deepEqual(found("strength_at_sea", "strength"), ["strength"]);
  assert.deepEqual(found("lamp_room", ["lantern", "Lamp Room"], ["hold", "Hold"]), ["lantern"]);
  assert.deepEqual(found("the_sky_burns", ["K-1", "The sky turns"]), ["K-1"]);
  assert.deepEqual(found("winds", "Wind", "wind"), ["wind", "Wind"]);
});

test("other words are no slips", () => {
  assert.deepEqual(found("flown", "front"), []);
  assert.deepEqual(found("hour", "horn"), []);
  assert.deepEqual(found("going_home", "near_home"), []);
  assert.deepEqual(found("up", "on"), []);
  assert.deepEqual(found("==", "a_b"), []);
  assert.equal(editDistance("lamp", "lmap"), 1);
  assert.equal(editDistance("", "lamp"), 4);
});

test("lists stay short", () => {
  assert.equal(joinNames([]), "none");
  assert.equal(joinNames(["a", "b", "c"], "or"), "a, b or c");
  assert.equal(joinNames(Array(20_000).fill("a"), "or", { separator: "; " }), "a; a; a; a; a; a ... or 19,994 more");
  assert.deepEqual(
    [pluralize(0, "word"), pluralize(1, "word"), pluralize(2, "word")],
    ["no words", "1 word", "2 words"],
  );
});

test("a word means what is named so before what has it in its title", () => {
  const tables = [
    ["K-1", "The sky turns"],
    ["K-2", "The sky"],
    ["Sky", "What stands above"],
  ] as const;
  const meant = (word: string) =>
    findBestMatches(
      word,
      tables,
      ([name]) => [name],
      ([, title]) => title,
    ).map(([name]) => name);
  assert.deepEqual(meant("Sky"), ["Sky"]);
  assert.deepEqual(meant("the sky"), ["K-2"]);
  assert.deepEqual(meant("turns"), ["K-1"]);
  assert.deepEqual(meant("k-"), ["K-1", "K-2"]);
  assert.deepEqual(meant("sea"), []);
});

test("texts are parted at the first separator or the last", () => {
  assert.deepEqual(partition("a: b: c", ": "), ["a", ": ", "b: c"]);
  assert.deepEqual(rpartition("a: b: c", ": "), ["a: b", ": ", "c"]);
  assert.deepEqual(partition("a", ": "), ["a", "", ""]);
  assert.deepEqual(rpartition("a", ": "), ["", "", "a"]);
  assert.deepEqual(["\u{1f6a2}", "\uff01", "b", "ab"].sort(compareByCodePoint), ["ab", "b", "\uff01", "\u{1f6a2}"]);
});

test("a table is called by its title, and by its id where that is more than a name", () => {
  assert.equal(tableLabel("K-1", "The sky"), "K-1 The sky");
  assert.equal(tableLabel("Sky", "The sky turns"), "The sky turns");
  assert.equal(tableLabel("the_sky", "The sky"), "The sky");
  assert.equal(tableLabel(null, "Stairs"), "Stairs");
  assert.deepEqual(["Mission", "HMS Rock", "Q 7"].map(lowercaseTitle), ["mission", "HMS Rock", "q 7"]);
});
