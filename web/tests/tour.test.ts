/** The tour of the workshop: goals, texts, and which step a file has come to. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ShownFinding } from "../src/workshop/desk/classes";
import { isReached, type TourView } from "../src/workshop/tour/goals";
import { TOUR_START, TOUR_STEPS } from "../src/workshop/tour/steps";
import { applyStep, stepOf, textAfter, textBefore } from "../src/workshop/tour/texts";

function finding(code: string, severity: ShownFinding["severity"]): ShownFinding {
  const place = { file: "/mine/tour.rules", start: 0, end: 1 };
  const shown = { number: 0, name: "", message: "", help: "", labels: [], has_fix: false, is_unnecessary: false };
  return { ...shown, code, severity, place };
}

function view(text: string, findings: readonly ShownFinding[] = [], isChecked = true, odds = ""): TourView {
  return { text, findings, isChecked, odds };
}

test("a goal is reached by the text, by findings or by odds", () => {
  assert.ok(isReached({ is: "read" }, view("")));
  assert.ok(isReached({ is: "text", contains: ["now 8: fog"] }, view("  now   8: fog")));
  assert.ok(!isReached({ is: "text", contains: ["now 8: fog"] }, view("now 9: fog")));
  assert.ok(isReached({ is: "finding", code: "T003" }, view("", [finding("T003", "error")])));
  assert.ok(!isReached({ is: "finding", code: "T003" }, view("", [finding("T001", "error")])));
  const clean = { is: "clean", contains: ["by"], lacks: ["Keeper"] } as const;
  assert.ok(isReached(clean, view("by me", [finding("S022", "advice")])));
  assert.ok(!isReached(clean, view("by me", [finding("S021", "warning")])));
  assert.ok(!isReached(clean, view("by me", [], false)));
  assert.ok(!isReached(clean, view("by Keeper")));
  const odds = { is: "odds", table: "Weather", contains: "a gale 16.7 %" } as const;
  assert.ok(isReached(odds, view("", [], true, "fog 25.0 %; a gale 16.7 %, was 8.3 %")));
  assert.ok(!isReached(odds, view("a gale 16.7 %")));
});

test("each step's edits fit the text that the steps before it leave", () => {
  for (const [at, step] of TOUR_STEPS.entries()) assert.notEqual(applyStep(step, textBefore(at + 1)), null, step.title);
});

test("a step is shown in a text that was changed otherwise, too", () => {
  const other = TOUR_START.replace("fog\n", "fog # mine\n");
  assert.ok(textAfter(1, other).includes("# mine"));
  assert.equal(textAfter(3, "something else"), textBefore(4));
});

test("a file has come to the last step whose beginning it is", () => {
  assert.equal(stepOf(TOUR_START), 1);
  assert.equal(stepOf(textBefore(2)), 2);
  assert.equal(stepOf(textBefore(10)), 10);
  assert.equal(stepOf("something else"), 1);
});
