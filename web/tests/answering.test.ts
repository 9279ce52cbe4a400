/** Answers as people type them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_OPTION } from "../src/engine/question";
import { displayOrder, explainRejection, optionKeys, parseOption } from "../src/play/answers/answers";
import { offeredAnswers } from "../src/play/answers/offeredAnswers";
import { asked, option } from "./questions";

const BOATS = asked(
  ["Q 109, 1:30 off", "Q 109, 10:30 off", "F 190, 12 o'clock near", "F 190, 3 o'clock off", "Q 110, 6 o'clock far"],
  {
    optional: true,
    preferred: 3,
  },
);

test("an answer as it is printed is taken", () => {
  const read = Object.entries({
    "1:30": 0,
    "1:30 off": 0,
    "109 1:30": 0,
    "10:30": 1,
    "3 O'CLOCK": 3,
    "3": 2, // the number of an option comes first
    "12": 2, // and a number that is none may stand in a title
    "6 o": 4,
    "190 ne": 2,
    "0": NO_OPTION,
    none: NO_OPTION,
    "": 3,
  });
  for (const [typed, index] of read) assert.equal(parseOption(BOATS, typed), index, typed);
});

test("what is no answer is told with what would do", () => {
  const said = (typed: string) => explainRejection(BOATS, parseOption(BOATS, typed) as string, typed);
  assert.equal(said("9"), "There is no such option. Type 1 to 5, 0 for none or a word that only one has.");
  assert.equal(said("gull"), "'gull' is not offered. Type 1 to 5, 0 for none or a word that only one has.");
  assert.equal(said("f"), "'f' fits 2 options: F 190, 12 o'clock near or F 190, 3 o'clock off.");
  const numbers = asked(["1", "2"], { optional: true });
  assert.equal(explainRejection(numbers, "'9' is not offered"), "'9' is not offered. Type 1, 2 or none.");
});

test("grave answers stand last, at a ten of their own", () => {
  const question = asked([option("Leap", { grave: true }), "Stay", "Wait"], { optional: true, preferred: 1 });
  assert.deepEqual(optionKeys(question), ["10", "1", "2"]);
  assert.deepEqual(displayOrder(question), [1, 2, 0]);
  assert.deepEqual(
    offeredAnswers(question).map(({ key, title, isGrave, isSuggested }) => [key, title, isGrave, isSuggested]),
    [
      ["1", "Stay", false, true],
      ["2", "Wait", false, false],
      ["0", "none", false, false],
      ["10", "Leap", true, false],
    ],
  );
  const many = asked([...Array(9).keys()].map((number) => `Way ${"abcdefghi"[number]}`).concat("Leap"));
  const grave = { ...many, options: many.options.map((each) => ({ ...each, grave: each.title === "Leap" })) };
  assert.equal(optionKeys(grave).at(-1), "20");
});

test("a standing offer is taken or left by its own keys", () => {
  const question = asked(["Keep the dice", "Throw again"], { offer: true, preferred: 0 });
  assert.deepEqual(
    offeredAnswers(question).map(({ key }) => key),
    ["Enter", "2"],
  );
});

test("options are gone through as often however many there are", () => {
  for (const many of [10, 1_000]) {
    const question = asked(Array.from({ length: many }, (_, number) => `Card ${number}`));
    let looks = 0;
    const options = new Proxy(question.options, {
      get(target, key, receiver) {
        looks += 1;
        return Reflect.get(target, key, receiver);
      },
    });
    assert.equal(offeredAnswers({ ...question, options }).length, many);
    assert.ok(looks < 40 * many, `${looks / many} for each of ${many}`);
  }
});
