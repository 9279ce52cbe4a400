/** What a player is told of a thing, of a citation, and of a command typed wrongly. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { findCited } from "../src/play/citations";
import { usageOf } from "../src/play/commands/usage";
import { headlineFacts } from "../src/play/story/glance";
import type { Help } from "../src/rules/documents";

function thing(title: string, cite: string, explanation = "", kind = "part of play"): Help {
  const origin = { cite, standing: "", evidence: "", amended_by: [], place: "" };
  return { kind, name: title.toLowerCase(), title, told: [], uses: [], origin, explanation, cite: "" };
}

test("a citation leads to the things that cite it, those first that say what they do", () => {
  const things = [thing("Climbing", "R-7 2 and 3", "Up."), thing("Going down", "R-7"), thing("Fire", "R-71")];
  const found = findCited("r-7", things);
  assert.deepEqual(found?.told, [["Climbing", "Up."]]);
  assert.deepEqual(found?.uses, ["Going down"]);
  assert.equal(findCited("R-8", things), null);
});

test("a command typed wrongly is answered with its usage", () => {
  assert.equal(usageOf("undu"), "undo [N|all]: take back your last answer, or N, or all there are");
  assert.equal(usageOf("state crw"), "state [all]: how things stand; all: all that is kept");
  assert.equal(usageOf("xylophone"), "");
});

test("the marks of the rules' headline are facts of their own", () => {
  const [fact] = headlineFacts([{ text: "Oil 2", tone: "bad", column: 0, sign: "", turned: null, short: "" }]);
  assert.deepEqual(fact, { title: "Oil 2", value: "", isBad: true, isGood: false });
});
