/** Examples and coverage in the workshop: work from call to call, marks in the margin, sentences. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Text } from "@codemirror/state";
import type { Calls } from "../src/workshop/desk/calls";
import type { CoveredFile, ExampleCheck } from "../src/workshop/desk/classes";
import type { DeskHost } from "../src/workshop/deskHost";
import { placeMarks } from "../src/workshop/editor/trialMarks";
import { MemoryFileStore } from "../src/workshop/files/fileStore";
import { Library } from "../src/workshop/files/library";
import { describeChecks, describeCoverage } from "../src/workshop/trials/exampleList";
import { markCoverage, markExamples } from "../src/workshop/trials/lineMarks";
import { MAX_SMALL_LENGTH, openWorkDesk, type WorkDesk } from "../src/workshop/trials/spareDesk";
import { measureCoverage, runExamples } from "../src/workshop/trials/trial";
import type { Workbench } from "../src/workshop/workbench";

function check(line: number, failedAt = 0, leftOut = "", file = "/a"): ExampleCheck {
  const place = { file, start: 0, end: 0 };
  const failure = failedAt ? { place, line: failedAt, expected: "expect rain", found: "gale" } : null;
  return { title: `At ${line}`, place, line, failure, left_out: leftOut };
}

test("an example that fails is marked where it begins and where it fails", () => {
  const marks = markExamples("/a", [check(1), check(5, 8), check(10, 0, "it needs a variant"), check(1, 2, "", "/b")]);
  const kinds = Object.fromEntries(marks.map(({ line, kind }) => [line, kind]));
  assert.deepEqual(kinds, { 1: "holds", 5: "fails", 8: "fails", 10: "left-out" });
  assert.equal(marks.find(({ line }) => line === 8)!.title, "Here it fails. It says: expect rain. The game: gale.");
});

test("of several cases on a line one that fails counts", () => {
  const kinds = (checks: ExampleCheck[]) => markExamples("/a", checks).map(({ kind }) => kind);
  assert.deepEqual(kinds([check(3), check(3, 3), check(3)]), ["fails"]);
});

const COVERED: CoveredFile = {
  file: "/mine/fog.rules",
  places: 4,
  reached: 2,
  failing: 0,
  lines: [
    { line: 2, places: 1, missed: [] },
    { line: 3, places: 2, missed: ["condition that holds"] },
    { line: 4, places: 1, missed: ["row 7..8"] },
  ],
};

test("lines are marked as reached, in part, or by none", () => {
  const marks = markCoverage(COVERED);
  assert.deepEqual(
    marks.map(({ kind }) => kind),
    ["reached", "partly", "missed"],
  );
  assert.equal(marks[2]!.title, "No example reaches this: row 7..8.");
  const doc = Text.of(["a", "b", "c"]);
  const placed: number[] = [];
  placeMarks(marks, doc).between(0, doc.length, (from) => void placed.push(from));
  assert.deepEqual(placed, [2, 4], "the last line is not there any more");
});

test("results are said in a sentence", () => {
  assert.equal(describeChecks([check(1)], null), "It holds.");
  assert.equal(describeChecks([check(1), check(2)], null), "All 2 hold.");
  assert.equal(describeChecks([check(1), check(2, 3), check(4, 0, "why")], null), "1 of 3 fail. 1 could not be run.");
  assert.equal(describeCoverage(COVERED), "Examples reach 2 of 4 places of fog.rules.");
  assert.match(describeCoverage({ ...COVERED, failing: 2 }), /2 of them fail, and count only up to there/);
});

test("an example of the game that a house rule changes does not fail, and one of the rule's own file does", () => {
  const checks = [check(1, 1), check(2, 2, "", "/night/10.rules"), check(3, 3, "", "/night/tests/10.rules"), check(4)];
  const changed = "2 of 4 come out otherwise by this rule: 1 in the rules of the game, 1 in its files of tests.";
  assert.equal(describeChecks(checks, "/a"), `1 of 4 fail. ${changed}`);
  assert.equal(describeChecks(checks, null), "3 of 4 fail.");
});

/** A desk that gives one answer after the other. */
function workDesk(...answers: unknown[]): WorkDesk & { readonly calls: (keyof Calls)[] } {
  const calls: (keyof Calls)[] = [];
  const callWithin = async (_limit: number, name: keyof Calls, ..._rest: unknown[]) => {
    calls.push(name);
    return answers.shift() as never;
  };
  return { calls, desk: { callWithin }, slice: 1, isSpare: false, close: () => {} };
}

test("examples are run from call to call until all have been, or somebody ends it", async () => {
  const parts = [null, { checks: [check(1)], is_complete: false }, { checks: [check(2)], is_complete: true }];
  const told: number[] = [];
  const all = await runExamples(
    workDesk(...parts),
    "/a",
    false,
    () => true,
    (checks) => told.push(checks.length),
  );
  assert.deepEqual(
    all?.map(({ line }) => line),
    [1, 2],
  );
  assert.deepEqual(told, [1]);
  const desk = workDesk(...parts);
  let count = 0;
  assert.equal(
    await runExamples(
      desk,
      "/a",
      false,
      () => ++count < 2,
      () => assert.fail(),
    ),
    null,
  );
  assert.deepEqual(desk.calls, ["begin_examples", "continue_examples"]);
});

test("coverage is asked for once it is measured", async () => {
  const desk = workDesk(null, { steps: 3, is_complete: false }, { steps: 5, is_complete: true }, COVERED);
  const told: number[] = [];
  const found = await measureCoverage(
    desk,
    "/a",
    () => true,
    (steps) => told.push(steps),
  );
  assert.equal(found, COVERED);
  assert.deepEqual(told, [3]);
  assert.equal(desk.calls.at(-1), "covered_file");
});

test("long rules get a desk of their own, with the own files and the open one", async () => {
  const given: string[] = [];
  let isClosed = false;
  const spare = {
    call: async (_name: string, file: string) => void given.push(file),
    close: () => {
      isClosed = true;
    },
  };
  const desk = { makeAnother: () => spare } as unknown as DeskHost;
  const library = new Library(new MemoryFileStore());
  for (const [id, length] of [["short", 10] as const, ["long", MAX_SMALL_LENGTH + 1] as const])
    library.addGame({
      game: { id, title: id, folder: `/${id}` },
      files: [{ file: `/${id}/a`, text: "x".repeat(length) }],
    });
  await library.write("/mine/b", 'house b "B" for long by "Ada"\n');
  const bench = { desk, library } as unknown as Workbench;
  assert.equal(openWorkDesk(bench, "/short/a").isSpare, false);
  assert.deepEqual(given, []);
  const opened = openWorkDesk(bench, "/long/a");
  assert.deepEqual([opened.isSpare, given], [true, ["/mine/b", "/long/a"]]);
  opened.close();
  assert.ok(isClosed);
});
