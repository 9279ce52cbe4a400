/** Runs: the same dice, answers, events, hashes and state as anywhere else. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededDice } from "../src/engine/dice";
import { encodeKey, type Journal, type ThrowFaces } from "../src/engine/journal";
import { type Ask, Fault, refuseCall } from "../src/engine/machine";
import { STEPS_SLOT } from "../src/engine/memory";
import { type CompiledGame, compileGame, loadMachine, withProgram } from "../src/engine/modules";
import { answerNames, autopilotPolicy, findOption, Pause, personPolicy, randomPolicy } from "../src/engine/policies";
import { KEEP_DICE, type Question } from "../src/engine/question";
import { newJournal, type Outcome, parseArguments, playRun } from "../src/engine/run";
import { type Dice, totalOf } from "../src/rules/dice";
import { choiceSiteAt } from "../src/rules/sites";
import { game } from "./games";

const lighthouse = await compileGame(await game("lighthouse"));
const { mission, career } = lighthouse.program;

function thrower(seed: bigint): ThrowFaces {
  const dice = new SeededDice(seed);
  return (site, thrown) => dice.throw(site, thrown);
}

function pausing(): never {
  throw new Pause();
}

/** A night played by the autopilot. */
function night(seed: bigint, compiled: CompiledGame = lighthouse, story?: number): [Outcome, Journal] {
  const journal = newJournal(compiled.program, mission, story);
  return [playRun(compiled, mission, [2], thrower(seed), autopilotPolicy(compiled.program), journal), journal];
}

// The hashes are those of the same games on the command line: `bombsight play lighthouse --mission 2 --seed 1`. Those of
// stories of version 1 are what it said before there was a second version.
test("a night by the autopilot has the hash that it has anywhere", () => {
  const [outcome, journal] = night(1n);
  assert.equal(journal.digest(), "1e377d2ccc28b1243f0e5dfae1dca2cafa61ff45c91e3474a1a11561b3f5e8ef");
  assert.equal(
    night(1n, lighthouse, 1)[1].digest(),
    "ff84f56b4afbf8d4650b09190b4c4fef765eb2330c7469c16b7be4a355d323a7",
  );
  assert.deepEqual(outcome, { is: "finished", value: 0, name: "all_safe", title: "Every ship is safe" });
});

test("a night by chance has the hash that it has anywhere", () => {
  const journal = newJournal(lighthouse.program, mission);
  playRun(lighthouse, mission, [2], thrower(1n), randomPolicy(lighthouse.program, 1n), journal);
  assert.equal(journal.digest(), "bb9d5b4e4c7d3468316a1c9bcfa8821e657cde21d85c4cc5914d8655c54e0679");
});

test("a season by chance has the hash that it has anywhere, in whatever order its events are read", () => {
  const seed = 2n ** 63n;
  const seasons = [1, -1, 1].map((direction, at) => {
    const journal = newJournal(lighthouse.program, career!, at < 2 ? 2 : 1);
    playRun(lighthouse, career!, [], thrower(seed), randomPolicy(lighthouse.program, seed), journal);
    const order = [...journal.events.keys()].sort((one, other) => direction * (one - other));
    for (const index of order) journal.view(index);
    return journal.digest();
  });
  const [forwards, backwards, before] = seasons;
  assert.equal(forwards, "6de3cb26f5ac3e6406f8bd22f98e008cc8b4d4d01d0486530cd5d52f2ee9076c");
  assert.equal(backwards, forwards);
  assert.equal(before, "43b6637b198a0847f52dcd9cb4cb90d19065fd80db1238cf0a43a01587e334a6");
});

test("the hash does not depend on when it is asked for", () => {
  const [, whole] = night(3n);
  const parts = newJournal(lighthouse.program, mission);
  const policy = autopilotPolicy(lighthouse.program);
  playRun(
    lighthouse,
    mission,
    [2],
    thrower(3n),
    (...asked) => {
      parts.digest();
      return policy(...asked);
    },
    parts,
  );
  assert.equal(parts.digest(), whole.digest());
});

test("events are hashed as JSON that holds every letter as it is", () => {
  const said = {
    event: "say",
    origin: mission,
    tone: "",
    unnamed: "",
    chronicle: "",
    text: 'a "ß" \\ \n\u0007\u007f\u2028 🛟',
  } as never;
  assert.equal(encodeKey(said), "");
  assert.equal(encodeKey(said, 1), '["say","a \\"ß\\" \\\\ \\n\\u0007\u007f\u2028 🛟"]\n');
});

test("a run left open is run again from what is known, to the same end", () => {
  const [, whole] = night(5n);
  const journal = newJournal(lighthouse.program, mission);
  const script: number[] = [];
  const dice = thrower(5n);
  const asked: Question[] = [];
  let answer: number | null = null;
  let told = 0;
  const policy = personPolicy(journal.reader.describer, (question) => {
    if (answer === null) {
      asked.push(question);
      pausing();
    }
    const given = answer;
    answer = null;
    script.push(given);
    told = journal.events.length + 1; // the answer is told, too
    return given;
  });
  const throwing: ThrowFaces = (site, thrown) => {
    const faces = dice(site, thrown);
    script.push(totalOf(faces, thrown));
    told = journal.events.length;
    return faces;
  };
  let outcome = playRun(lighthouse, mission, [2], throwing, policy, journal);
  while (outcome.is === "pending") {
    const waits = outcome.waitsFor as Question;
    assert.deepEqual(waits, asked.at(-1));
    answer = waits.preferred;
    journal.truncate(told, 0, journal.events.length);
    outcome = playRun(lighthouse, mission, [2], throwing, policy, journal, [...script]);
  }
  assert.equal(outcome.is, "finished");
  assert.deepEqual(journal.events, whole.events);
  assert.equal(journal.digest(), whole.digest());
});

test("a question tells what decides, and options are found by their words", () => {
  const journal = newJournal(lighthouse.program, mission);
  const keep: Ask = (site) => (choiceSiteAt(lighthouse.program, site).offer ? KEEP_DICE : pausing());
  const outcome = playRun(lighthouse, mission, [2], thrower(5n), keep, journal);
  const question = (outcome as { waitsFor: Question }).waitsFor;
  assert.equal(question.id, "choice:give_orders/order");
  assert.equal(question.prompt, "Hour 2, clear, lamp 3, oil 13");
  assert.deepEqual(answerNames(question.options, question.optional), ["sound", "watch_on"]);
  assert.deepEqual(question.remarks, ["Ships unwarned: 2", "The night burns 1 an hour, for 6 more hours"]);
  assert.equal(findOption(question.options, ["Watch"], question.optional), 1);
  assert.equal(findOption(question.options, ["kee"], question.optional, { allowPartial: true }), 1);
  assert.equal(findOption(question.options, ["kee"], question.optional), "'kee' is not offered");
  assert.equal(findOption(question.options, ["none"], false), "'none' is not offered");
});

test("dice that nobody throws are left open", () => {
  const outcome = playRun(lighthouse, mission, [2], pausing, pausing, newJournal(lighthouse.program, mission));
  assert.equal(outcome.is === "pending" && "is" in outcome.waitsFor && outcome.waitsFor.is, "RollSite");
});

test("a run stops before a procedure", () => {
  const journal = newJournal(lighthouse.program, career!);
  const sites = lighthouse.program.sites;
  journal.stopBefore(new Set([sites.findIndex((site) => site.is === "EnterSite" && site.name === "night")]));
  const outcome = playRun(lighthouse, career!, [], thrower(1n), autopilotPolicy(lighthouse.program), journal);
  assert.equal(outcome.is === "pending" && "name" in outcome.waitsFor && outcome.waitsFor.name, "night");
  assert.equal(journal.events.length, 1);
});

test("a fault says where, and the machine serves again", () => {
  const dice = thrower(1n);
  const roll = (site: number, thrown: Dice) => totalOf(dice(site, thrown), thrown);
  const machine = loadMachine(lighthouse, roll, autopilotPolicy(lighthouse.program));
  machine.begin();
  machine.slots[STEPS_SLOT] = 3;
  machine.slots[machine.slots.length - 1] = 0;
  assert.throws(
    () => machine.call(mission, 2),
    (error) => error instanceof Fault && lighthouse.program.sites[error.site]?.is === "FaultSite",
  );
  machine.begin();
  assert.equal(typeof machine.call(mission, 2), "number");
  machine.close();
  assert.throws(() => machine.call(mission, 2), /closed/);
});

test("what a host throws comes out of the call as it is", () => {
  const machine = loadMachine(lighthouse, pausing, refuseCall);
  machine.begin();
  assert.throws(() => machine.call(mission, 2), Pause);
});

test("an answer that is none is refused", () => {
  const journal = newJournal(lighthouse.program, mission);
  assert.throws(() => playRun(lighthouse, mission, [2], thrower(1n), () => 9, journal), /9 is no answer/);
});

test("a program that begins otherwise is played otherwise", () => {
  const oil = lighthouse.program.fields.find((field) => field.id === "oil")!;
  const defaults = lighthouse.program.defaults.map((value, slot) => (slot === oil.base ? 1 : value));
  const [outcome] = night(1n, withProgram(lighthouse, { ...lighthouse.program, defaults }));
  assert.deepEqual(outcome.is === "finished" && outcome.name, "dark");
});

test("values of an entry are words", () => {
  assert.deepEqual(parseArguments(lighthouse.program, mission, ["3"]), [3]);
  assert.deepEqual(parseArguments(lighthouse.program, mission, []), [1]);
  assert.throws(() => parseArguments(lighthouse.program, mission, ["5"]), { message: "number: '5' is none of 1..4" });
  assert.throws(() => parseArguments(lighthouse.program, mission, ["1", "2"]), {
    message: "night takes 1 values, not 2",
  });
});
