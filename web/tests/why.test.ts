/** Why a roll came out as it did. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "../src/engine/classes";
import { InputError } from "../src/errors";
import { Sheet } from "../src/play/sheet/sheet";
import { listFacts } from "../src/play/story/glance";
import { describeSettings } from "../src/play/story/introduction";
import { plainText } from "../src/play/story/lineParts";
import { collectPhrases } from "../src/play/story/phrases";
import { explainUnprinted, type Reason } from "../src/play/why/explanation";
import { findOtherResults, findThrow, findThrows } from "../src/play/why/otherResults";
import { explainSession, explainThrow, throwEventNumber } from "../src/play/why/why";
import { NO_ORIGIN } from "../src/rules/origin";
import type { Origin } from "../src/rules/program";
import { asked, seated, upTo } from "./questions";

const night = await seated("lighthouse", 2n);
const calls = collectPhrases(night.play.session.program);

function texts(reasons: readonly Reason[]): string[] {
  return reasons.map(({ depth, parts }) => "  ".repeat(depth) + plainText(parts));
}

test("before any dice there is nothing to say", () => {
  assert.deepEqual(texts(explainSession(night.play.session, calls, "", null)), ["No dice were thrown yet."]);
  assert.throws(() => findThrow(night.play.session, "2"), InputError);
});

test("a roll rests on dice, modifiers, a row, and where they stand", () => {
  upTo(night, "Hour 3");
  const { session } = night.play;
  const reef = findThrow(session, "reef");
  assert.deepEqual(texts(explainThrow(session, calls, reef)), [
    "A ship at the reef (Trawler from the north)",
    "  1d6: 3",
    "  +3 lamp always [rule 5 (b)]",
    "  +1 signal when s.warned; recovered: the second printing [rule 5 (c)]",
    "  -2 gale when sky is a gale [rule 5 (d)]",
    "  makes 5",
    "  → safe [rule 5]",
    "  on the dice: 1 → Stands off; 2 to 5 → safe; 6 → safe",
    "  reconstructed: rule 5: stronger ships need more light",
    "  lighthouse/20-tables.rules:31",
  ]);
  assert.deepEqual(texts(explainSession(session, calls, "reef", null)), texts(explainThrow(session, calls, reef)));
});

test("throws are called by their tables, and by numbers from either end", () => {
  const { session } = night.play;
  const count = findThrows(session).length;
  assert.equal(throwEventNumber(session, 1), findThrow(session, String(count)));
  assert.equal(throwEventNumber(session, count), findThrow(session, ""));
  assert.ok(findThrow(session, "reef") < findThrow(session, "sky"));
  assert.throws(() => findThrow(session, "99"), InputError);
  assert.throws(() => findThrow(session, "gull"), InputError);
});

test("what was told since that is not printed is told with the last roll", () => {
  const unseen: Origin = { ...NO_ORIGIN, standing: "recovered", evidence: "a second printing", cite: "rule 3" };
  const place = { unnamed: "", chronicle: "", rowTitle: "" } as const;
  const said: View = { event: "say", origin: unseen, text: "The tide turns.", tone: "", ...place };
  const question = asked(["Go on"], { origin: unseen });
  assert.deepEqual(texts(explainUnprinted([said, { ...said, origin: NO_ORIGIN }, said], question)), [
    "The tide turns: recovered: a second printing [rule 3]",
    "What now: recovered: a second printing",
  ]);
});

test("what is played is said in a line", () => {
  const { program, header } = night.play.session;
  const pinned = { ...header, thrower: "hand" as const, pins: [{ table: "Sky", faces: [2, 4] }] };
  const told = ["mission 1", "seed 2", "your own dice", "Sky pinned to 2+4", "errata sheet"];
  assert.deepEqual(describeSettings(program, pinned), told);
});

test("what has changed and has one value is seen at a glance", () => {
  const sheet = new Sheet(night.play.session.describer).groups();
  assert.deepEqual(
    listFacts(sheet).map(({ title, value, isBad }) => `${title} ${value}${isBad ? "!" : ""}`),
    ["Hour 3", "Oil 10", "Fatigue 2", "Hand lanterns 0", "Sky rain", "Nights kept 1"],
  );
});

test("what was thrown leads where it led, also where another threw on the same table before", async () => {
  const runners = await seated("runners", 2n);
  runners.view();
  const { session } = runners.play;
  const thrown = findThrows(session).flatMap((at) => {
    const view = session.journal.view(at);
    return view.event === "roll" && view.row !== null ? [{ at, view }] : [];
  });
  assert.ok(thrown.length > 4);
  for (const { at, view } of thrown) {
    const here = findOtherResults(session, at).filter(({ low, high }) => low <= view.natural && view.natural <= high);
    assert.deepEqual(
      here.map(({ row }) => row),
      [view.row],
    );
  }
});
