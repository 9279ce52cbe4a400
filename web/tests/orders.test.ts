/** Standing orders, and how much is asked. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { LEVELS } from "../src/modes";
import type { QuestionFilter } from "../src/play/orders/autoAnswer";
import { InvalidOrder, parseStandingOrder } from "../src/play/orders/orderParsing";
import { renderLevel } from "../src/play/orders/orderTexts";
import { answerTo, autoOrder, describeOrder, describeTerm, isShownAtLevel } from "../src/play/orders/standingOrders";
import { countDecisions, countLeadingAutomaticAnswers, decisionsOf, renderDecision } from "../src/play/story/decisions";
import { asked, given, option, order, seated, upTo } from "./questions";

const ORDERS = "choice:give_orders/order";

function termTyped(steward: QuestionFilter, typed: string): string {
  return describeTerm(parseStandingOrder(steward, steward.play.question, typed)!);
}

test("what is asked at each level", () => {
  const levels = (routine: boolean, grave: boolean) => {
    const question = asked(["Go on", option("Turn back", { grave })], { routine });
    return LEVELS.filter((level) => isShownAtLevel(question, level));
  };
  assert.deepEqual(levels(false, false), ["all", "sensible"]);
  assert.deepEqual(levels(true, false), ["all"]);
  assert.deepEqual(levels(false, true), ["all", "sensible", "grave"]);
  assert.equal(renderLevel("grave"), "Asked: only what is grave (grave).");
});

test("an answer that is given always is given wherever it is offered", async () => {
  const night = await seated("lighthouse", 2n);
  upTo(night, "Hour 2");
  assert.equal(describeOrder(order(night, "keep watch always")), "'Hour …, …, lamp …, oil …': Keep watch, always");
  for (let question = night.view().question; question !== null; question = night.view().question) {
    assert.notEqual(question.id, ORDERS);
    night.answer(question.options[0]!.name);
  }
  assert.equal(given(night).filter((answer) => answer === "watch_on (order)").length, 7);
});

test("an order gives no grave answer, and none that is not offered", () => {
  const question = asked(["Stay", option("Leap", { grave: true })], { preferred: 1 });
  const auto = { ...autoOrder(0), id: question.id };
  assert.equal(answerTo(auto, question), null);
  assert.equal(answerTo({ ...auto, answer: "leap" }, question), null);
  assert.equal(answerTo({ ...auto, answer: "stay" }, question), 0);
  assert.equal(answerTo({ ...auto, answer: "swim" }, question), null);
  assert.equal(answerTo({ ...auto, answer: "none" }, question), null);
  assert.equal(answerTo({ ...auto, answer: "none" }, { ...question, optional: true }), -1);
});

test("an order stands as long as the heading it names", async () => {
  const night = await seated("lighthouse", 2n);
  upTo(night, "Hour 2");
  assert.equal(termTyped(night, "this"), "during Orders");
  assert.equal(termTyped(night, "2 during night"), "during Night");
  const found = order(night, "keep this hour");
  assert.equal(describeTerm(found), "during Hour");
  upTo(night, "Hour 3");
  assert.deepEqual(night.orders, []);
  assert.deepEqual(night.popEndedOrders(), [found]);
  assert.deepEqual(night.popEndedOrders(), []);
});

test("the autopilot answers until a named point, and stops where an answer is grave", async () => {
  const night = await seated("lighthouse", 2n);
  upTo(night, "Hour 2");
  const found = order(night, "auto until the reef");
  assert.equal(describeOrder(found), "auto until The reef");
  night.view();
  assert.deepEqual(night.popEndedOrders(), [found]);
  order(night, "auto");
  const question = night.view().question!;
  assert.ok(question.options[question.preferred]!.grave);
  assert.ok(given(night).at(-1)!.endsWith("(auto)"));
});

test("a page that is to stay alive goes on by and by", async () => {
  const [whole, slow] = [await seated("lighthouse", 2n), await seated("lighthouse", 2n)];
  for (const night of [whole, slow]) order(night, "auto");
  const asks = whole.advance()!.prompt;
  let steps = 0;
  while (slow.advanceFor(0)) steps += 1;
  assert.ok(steps > 5);
  assert.equal(slow.view().question!.prompt, asks);
  assert.deepEqual(given(slow), given(whole));
});

test("for one question the latest order counts, and before the autopilot", async () => {
  const night = await seated("lighthouse", 2n);
  const question = upTo(night, "Hour 2");
  for (const typed of ["2 during night", "1 always", "auto"]) order(night, typed);
  assert.deepEqual(night.automaticAnswer(question), [0, "order"]);
  assert.equal(describeOrder(night.takeBackOrder(2)!), "'Hour …, …, lamp …, oil …': Sound the signal, always");
  assert.notDeepEqual(night.automaticAnswer(question), [0, "order"]);
  assert.equal(night.takeBackOrder(9), null);
});

test("undo takes back what the player answered, and what was ordered since", async () => {
  const night = await seated("lighthouse", 2n);
  upTo(night, "Hour 2");
  const first = given(night).length;
  night.answer("watch_on");
  order(night, "auto");
  night.view();
  assert.equal(night.undo(1), 1);
  assert.deepEqual(night.orders, []);
  assert.equal(given(night).at(-1), "watch_on");
  assert.equal(night.undo(1), 1);
  assert.equal(given(night).length, first);
  assert.ok(night.view().question!.prompt.startsWith("Hour 2"));
});

test("what was decided is told, and how much was not asked before", async () => {
  const night = await seated("lighthouse", 2n, "sensible");
  order(night, "always");
  const unasked = () => given(night).length - countDecisions(night.play.session);
  upTo(night, "Hour 2");
  const { session } = night.play;
  assert.deepEqual(decisionsOf(session, 2).map(renderDecision), [
    "Swing the hand lantern: Keep the dice",
    "Hour 1, fog, lamp 3, oil 14: Sound the signal",
  ]);
  assert.deepEqual([countDecisions(session), unasked(), countLeadingAutomaticAnswers(session)], [2, 3, 0]);
});

test("what was answered before the first question is known", async () => {
  const night = await seated("lighthouse", 2n, "grave");
  night.view();
  const { session } = night.play;
  assert.ok(given(night).length > 2 && given(night).every((answer) => answer.endsWith("(routine)")));
  assert.deepEqual([countDecisions(session), countLeadingAutomaticAnswers(session)], [0, given(night).length]);
  const told = [...night.play.events()].flatMap((view, event) =>
    view.event === "choice" ? [night.reasonOf(event)] : [],
  );
  assert.ok(told.every((why) => why === "by itself"));
  assert.equal(night.undo(1), 1);
  assert.equal(given(night).length, countLeadingAutomaticAnswers(session));
});

test("what is wrong with an order is told", async () => {
  const night = await seated("lighthouse", 2n);
  const question = upTo(night, "Hour 2");
  const wrong = Object.entries({
    "during supper": "Nothing called 'supper' goes on here: Orders; Hour or Night.",
    "auto until supper": "Play comes to nothing called 'supper'.",
    "auto until nigth": "Play comes to nothing called 'nigth'. Did you mean night?",
    "auto soon": "Say how long: always, this, during NAME, until NAME, until something happens.",
    "2 until": "Say how long: always, this, during NAME, until NAME, until something happens.",
    "rest always": "A grave answer is given each time by yourself: no order gives it.",
  });
  for (const [typed, said] of wrong) {
    assert.throws(
      () => parseStandingOrder(night, question, typed),
      (error) => error instanceof InvalidOrder && error.message === said,
      typed,
    );
  }
  for (const typed of ["2", "sound", "frog always", "", "why"])
    assert.equal(parseStandingOrder(night, question, typed), null);
});
