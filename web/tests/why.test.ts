/** Why a roll came out as it did. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "../src/engine/classes";
import { InputError } from "../src/errors";
import { Sheet } from "../src/play/sheet/sheet";
import { facts } from "../src/play/story/glance";
import { headTold } from "../src/play/story/head";
import { plainText } from "../src/play/story/parts";
import { phrases } from "../src/play/story/phrases";
import { led, throwMeant, throws } from "../src/play/why/derivations";
import { type Reason, workedOut } from "../src/play/why/reasons";
import { throwNumbered, why, whyThrow } from "../src/play/why/why";
import { UNSAID } from "../src/rules/origin";
import type { Origin } from "../src/rules/program";
import { asked, seated, upTo } from "./questions";

const night = await seated("lighthouse", 2n);
const calls = phrases(night.play.session.program);

function texts(reasons: readonly Reason[]): string[] {
  return reasons.map(({ depth, parts }) => "  ".repeat(depth) + plainText(parts));
}

test("before any dice there is nothing to say", () => {
  assert.deepEqual(texts(why(night.play.session, calls, "", null)), ["No dice were thrown yet."]);
  assert.throws(() => throwMeant(night.play.session, "2"), InputError);
});

test("a roll rests on dice, modifiers, a row, and where they stand", () => {
  upTo(night, "Hour 3");
  const { session } = night.play;
  const reef = throwMeant(session, "reef");
  assert.deepEqual(texts(whyThrow(session, calls, reef)), [
    "A ship at the reef (Trawler from the north)",
    "  1d6: 3",
    "  +3 lamp always [rule 5 (b)]",
    "  +1 signal when s.warned; recovered: the second printing [rule 5 (c)]",
    "  -2 gale when sky is a gale [rule 5 (d)]",
    "  makes 5",
    "  → safe [rule 5]",
    "  needed: 1 Stands off; 2 to 5 safe; 6 safe",
    "  reconstructed: rule 5: stronger ships need more light",
    "  lighthouse/20-tables.rules:31",
  ]);
  assert.deepEqual(texts(why(session, calls, "reef", null)), texts(whyThrow(session, calls, reef)));
});

test("throws are called by their tables, and by numbers from either end", () => {
  const { session } = night.play;
  const count = throws(session).length;
  assert.equal(throwNumbered(session, 1), throwMeant(session, String(count)));
  assert.equal(throwNumbered(session, count), throwMeant(session, ""));
  assert.ok(throwMeant(session, "reef") < throwMeant(session, "sky"));
  assert.throws(() => throwMeant(session, "99"), InputError);
  assert.throws(() => throwMeant(session, "gull"), InputError);
});

test("what was told since that is not printed is told with the last roll", () => {
  const unseen: Origin = { ...UNSAID, standing: "recovered", evidence: "a second printing", cite: "rule 3" };
  const said: View = { event: "say", origin: unseen, text: "The tide turns.", tone: "", unnamed: "" };
  const question = asked(["Go on"], { origin: unseen });
  assert.deepEqual(texts(workedOut([said, { ...said, origin: UNSAID }, said], question)), [
    "The tide turns: recovered: a second printing [rule 3]",
    "What now: recovered: a second printing",
  ]);
});

test("what is played is said in a line", () => {
  const { program, header } = night.play.session;
  const pinned = { ...header, thrower: "hand" as const, pins: [{ table: "Sky", faces: [2, 4] }] };
  const told = ["mission 1", "seed 2", "your own dice", "Sky pinned to 2+4", "errata sheet"];
  assert.deepEqual(headTold(program, pinned), told);
});

test("what has changed and has one value is seen at a glance", () => {
  const sheet = new Sheet(night.play.session.describer).groups();
  assert.deepEqual(
    facts(sheet).map(({ title, value, isBad }) => `${title} ${value}${isBad ? "!" : ""}`),
    ["Hour 3", "Oil 10", "Fatigue 2", "Hand lanterns 0", "Sky rain", "Nights kept 1"],
  );
});

test("what was thrown leads where it led, also where another threw on the same table before", async () => {
  const runners = await seated("runners", 2n);
  runners.view();
  const { session } = runners.play;
  const thrown = throws(session).flatMap((at) => {
    const view = session.journal.view(at);
    return view.event === "roll" && view.row !== null ? [{ at, view }] : [];
  });
  assert.ok(thrown.length > 4);
  for (const { at, view } of thrown) {
    const here = led(session, at).filter(({ low, high }) => low <= view.natural && view.natural <= high);
    assert.deepEqual(
      here.map(({ row }) => row),
      [view.row],
    );
  }
});
