/** Questions that are put as one. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_OPTION } from "../src/engine/question";
import { autopilotAnswers, parseChoices, parseMatrixAnswers } from "../src/play/answers/jointAnswers";
import { describeRow, matrixHeading } from "../src/play/answers/offeredAnswers";
import {
  answerIndexAt,
  describeCount,
  type Matrix,
  minChoices,
  type RepeatedQuestion,
  withPreferred,
} from "../src/play/answers/questionGroups";
import type { QuestionFilter } from "../src/play/orders/autoAnswer";
import { parseInput } from "../src/play/orders/inputParsing";
import { given, seated } from "./questions";

async function fort(): Promise<[QuestionFilter, Matrix]> {
  const steward = await seated("fort", 1n, "sensible");
  steward.view();
  return [steward, steward.questionGroup() as Matrix];
}

test("questions that follow one another are a table", async () => {
  const [steward, guns] = await fort();
  assert.equal(guns.is, "matrix");
  assert.equal(matrixHeading(guns), "Fire of the guns: fire at");
  assert.deepEqual(guns.labels, ["North gun", "South gun", "Tower gun"]);
  assert.deepEqual(
    guns.columns.map((column) => column.title),
    ["Sloop, 1:30 off", "Brig, 3 o'clock", "Raft"],
  );
  assert.deepEqual(
    [0, 1, 2, NO_OPTION].map((column) => answerIndexAt(guns, 1, column)),
    [null, 0, 1, NO_OPTION],
  );
  assert.equal(describeRow(guns, 0, 1), "North gun: Brig, 3 o'clock: 5 up");
  assert.equal(describeRow(guns, 0, NO_OPTION), "North gun: hold");
  assert.deepEqual(given(steward), []);
});

test("answers to a table are stored as the single answers they stand for", async () => {
  const [steward, guns] = await fort();
  const read = parseMatrixAnswers(guns, "south 3, tower hold") as number[];
  assert.deepEqual(read, [0, 1, NO_OPTION]);
  assert.equal(steward.answerRows(guns, read), 3);
  assert.deepEqual(given(steward), ["sloop", "raft (together)", "none (together)"]);
  assert.equal(steward.questionGroup()?.is, "several");
  assert.equal(steward.undo(1), 1);
  assert.deepEqual(given(steward), []);
  assert.deepEqual(steward.questionGroup(), guns);
});

test("what was answered in a table counts though it has become routine", async () => {
  for (const typed of ["hold", "none", "all none"]) {
    const [steward, guns] = await fort();
    assert.equal(steward.answerRows(guns, parseMatrixAnswers(guns, typed) as number[]), 3);
    assert.deepEqual(given(steward), ["none", "none (together)", "none (together)"]);
  }
});

test("what may be typed to a table", async () => {
  const [, guns] = await fort();
  const read = Object.entries({
    "": [0, 0, 0],
    hold: [-1, -1, -1],
    "all brig": [1, 0, 1],
    "all 1": [0, 0, 0],
    "tower ho": [0, 0, -1],
    "hold, tower gun 1:30": [-1, -1, 0],
    "north raft, north 2": [1, 0, 0],
    south: "'south' does not say which row and which column: write both, ROW COLUMN, or all COLUMN for all rows",
    "south 1": "'south 1': Sloop, 1:30 off is not offered there",
    "gun 2": "'gun' may be any of several: North gun; South gun or Tower gun",
    "north 7": "'7' is no column",
    "all whale": "'whale' is no column",
  });
  assert.deepEqual(autopilotAnswers(guns), [0, 0, 0]);
  for (const [typed, indices] of read) assert.deepEqual(parseMatrixAnswers(guns, typed), indices, typed);
  assert.deepEqual(parseMatrixAnswers(withPreferred(guns, [1, 1, 1]), "north hold"), [NO_OPTION, 1, 1]);
});

test("the same question again is put once", async () => {
  const [steward, guns] = await fort();
  steward.answerRows(guns, [0, 0, 0]);
  const left = steward.questionGroup() as RepeatedQuestion;
  assert.deepEqual([left.is, left.most, minChoices(left), left.preferred], ["several", 2, 0, []]);
  assert.equal(describeCount(left), "up to 2");
  assert.deepEqual(parseChoices(left, "raft, 1"), [2, 0]);
  assert.deepEqual(parseChoices(left, "2 3"), [1, 2]);
  assert.deepEqual(parseChoices(left, "none"), []);
  assert.equal(parseChoices(left, "brig, brig"), "'brig' does not go with the others");
  assert.equal(parseChoices(left, "all"), "at most 2 may be chosen");
  assert.equal(steward.answerSeveral(left, [2, 0]), 2);
  assert.deepEqual(given(steward).slice(3), ["raft", "sloop (together)"]);
  steward.undo(1);
  assert.equal(steward.answerSeveral(left, [1]), 1);
  assert.deepEqual(given(steward).slice(3), ["brig", "none (together)"]);
});

test("nothing is put as one where all is asked", async () => {
  const [steward] = await fort();
  steward.setLevel("all");
  assert.equal(steward.questionGroup(), null);
  steward.setLevel("grave");
  assert.notEqual(steward.view().outcome, null);
});

test("what is typed at many questions is read as answers, an order, or a problem", async () => {
  const [steward, guns] = await fort();
  const asked = steward.view().question!;
  const typed = (text: string) => parseInput(steward, asked, guns, text);
  assert.deepEqual(typed("hold"), { is: "rows", matrix: guns, indices: [-1, -1, -1] });
  assert.deepEqual(typed("one"), { is: "alone" });
  assert.equal(typed("auto").is, "order");
  assert.deepEqual(typed("2 always"), {
    is: "problem",
    said: "An order with an answer is given at a question by itself: type one first.",
  });
  assert.deepEqual(typed("7"), {
    is: "problem",
    said: "'7' does not say which row and which column: write both, ROW COLUMN, or all COLUMN for all rows.",
  });
  assert.deepEqual(parseInput(steward, asked, null, "raft"), { is: "answer", index: 2, typed: "raft" });
});
