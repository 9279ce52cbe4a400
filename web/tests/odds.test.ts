/** Odds: the same runs as anywhere else, told while they grow. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { STEPS_SLOT } from "../src/engine/memory";
import { compileGame, withProgram } from "../src/engine/modules";
import type { Question } from "../src/engine/question";
import { createBatchPlayer, NO_FAULT, SLICE_SIZE, TooManyPresets } from "../src/engine/runs";
import { InputError } from "../src/errors";
import { roundTo } from "../src/numberFormat";
import { OddsClient, type WorkerPort } from "../src/play/odds/client";
import {
  estimateMean,
  estimateRate,
  isSignificant,
  momentsOf,
  pairedDifferences,
  standardError,
} from "../src/play/odds/estimates";
import { measuresOf } from "../src/play/odds/measures";
import type { FromWorker, ToWorker } from "../src/play/odds/messages";
import {
  createPlayer,
  describeUncountedRuns,
  MAX_RUNS,
  type Odds,
  OddsEstimator,
  type OddsRequest,
} from "../src/play/odds/odds";
import { OddsServer } from "../src/play/odds/oddsServer";
import { NONE } from "../src/rules/values";
import { game } from "./games";

const lighthouse = await compileGame(await game("lighthouse"));
const { program, plain } = lighthouse;

const options = ["keep", "again"].map((name) => ({
  name,
  title: name,
  marks: new Set<string>(),
  beside: "",
  grave: false,
  piece: "",
  short: "",
}));
const question = {
  id: "offer:hand_lantern",
  by: "player",
  seat: "",
  optional: false,
  preferred: 0,
  ends: [],
  options,
} as unknown as Question;

/** Whether to throw the dice of a ship again, in the first hour of a night. */
const asked: OddsRequest = {
  question,
  until: "mission",
  args: [1],
  seed: 2n ** 64n - 8n,
  position: 7,
  script: [8, 0, 13, 0, 8, 0, 24],
  state: null,
  laid: new Map(),
};

function weighed(runs: number, of: OddsRequest = asked): Odds {
  const weighing = new OddsEstimator(program, createPlayer(plain, of), of);
  weighing.run(runs);
  return weighing.toDocument();
}

test("odds are those of the command line, to the last figure", () => {
  const { measures, answers, ...told } = weighed(300);
  assert.deepEqual(told, {
    id: "offer:hand_lantern",
    runs: 300,
    until: "mission",
    best: null,
    level: ["keep", "again"],
    against: "keep",
    worseMark: null,
  });
  assert.deepEqual(measures, [
    {
      name: "kept",
      title: "Every ship came by",
      kind: "chance",
      matters: "good",
      required: false,
      words: [],
      forecast: false,
    },
    {
      name: "ships_lost",
      title: "Ships lost",
      kind: "mean",
      matters: "bad",
      required: false,
      words: [],
      forecast: false,
    },
  ]);
  const alone = { difference: null, error: null };
  assert.deepEqual(
    answers.map((answer) => answer.measured),
    [
      [
        { value: 0.96, low: 0.931396, high: 0.976973, ...alone },
        { value: 0.006667, low: -0.002557, high: 0.015891, ...alone },
      ],
      [
        { value: 0.956667, low: 0.927283, high: 0.974504, difference: -0.003333, error: 0.01293 },
        { value: 0.013333, low: 0.000333, high: 0.026334, difference: 0.006667, error: 0.00817 },
      ],
    ],
  );
});

test("odds do not depend on the steps in which they grow", () => {
  const weighing = new OddsEstimator(program, createPlayer(plain, asked), asked);
  for (const step of [1, 29, 600, 70]) weighing.run(step);
  assert.deepEqual(weighing.toDocument(), weighed(700));
});

test("dice that are laid at no roll change nothing, whoever plays the runs", () => {
  assert.deepEqual(weighed(100, { ...asked, laid: new Map([[-5, [1]]]) }), weighed(100));
});

test("dice that are laid show what is laid", () => {
  const site = program.sites.findIndex((each) => each.is === "RollSite" && each.table === "Reef");
  const lost = [6, 1].map(
    (face) => weighed(60, { ...asked, laid: new Map([[site, [face]]]) }).answers[0]!.measured[1]!,
  );
  assert.deepEqual([lost[0]?.value, lost[0]?.high, lost[1]!.value! > 0], [0, 0, true]);
});

test("what another decides is not weighed, nor more than can be had", () => {
  assert.throws(() => weighed(10, { ...asked, question: { ...question, by: "the_sea" } }), {
    message: "the sea decides here, not you",
  });
  assert.throws(() => weighed(MAX_RUNS + 1), InputError);
});

test("runs of a batch do not depend on how it is cut", () => {
  const play = createBatchPlayer(plain, program.mission);
  const batch = { args: [2], seed: 7n, script: [] };
  const whole = [...play(batch, 0, SLICE_SIZE + 20)].flatMap((part) => [...part.values]);
  const cut = [...play(batch, 0, 30), ...play(batch, 30, SLICE_SIZE - 10)].flatMap((part) => [...part.values]);
  assert.equal(whole.length, SLICE_SIZE + 20);
  assert.deepEqual(cut, whole);
  assert.throws(() => [...play({ ...batch, script: Array<number>(1 << 19).fill(1) }, 0, 1)], TooManyPresets);
});

test("runs that are faults are told by their sites, and the others go on", () => {
  const steps = 80000;
  const defaults = program.defaults.map((value, slot) =>
    slot === STEPS_SLOT ? steps : slot === program.slots - 1 ? 0 : value,
  );
  const hasty = withProgram(lighthouse, { ...program, defaults });
  const [part] = createBatchPlayer(hasty.plain, program.mission)({ args: [2], seed: 7n, script: [] }, 0, 40);
  const [whole] = createBatchPlayer(plain, program.mission)({ args: [2], seed: 7n, script: [] }, 0, 40);
  const faults = part!.faults.filter((site) => site !== NO_FAULT);
  assert.ok(faults.length > 0 && faults.length < 40);
  assert.ok(faults.every((site) => program.sites[site]!.is === "FaultSite"));
  for (const [number, site] of part!.faults.entries()) {
    assert.equal(part!.values[number], site === NO_FAULT ? whole!.values[number] : NONE);
    assert.equal(part!.tallies[0]![number], site === NO_FAULT ? whole!.tallies[0]![number] : NONE);
  }
});

test("an answer that often leads to a mission that does not count says so", () => {
  const odds = weighed(300);
  assert.deepEqual(describeUncountedRuns(odds), []);
  const measures = odds.measures.map((measure) => ({ ...measure, required: measure.name === "kept" }));
  const kept = [0.96, 0.12].map((value) => ({ ...odds.answers[0]!.measured[0]!, value }));
  const answers = odds.answers.map((answer, place) => ({ ...answer, measured: [kept[place]!, answer.measured[1]!] }));
  assert.deepEqual(describeUncountedRuns({ ...odds, measures, answers }), [
    `${odds.answers[1]!.title}: 88 % of these missions do not count, and are played again.`,
  ]);
});

test("where nothing counts as good or bad, results are told", () => {
  const measures = measuresOf({ ...program, tallies: [] }, program.mission);
  assert.deepEqual(
    measures.map(({ name, sign, isChance }) => [name, sign, isChance]),
    [
      ["all_safe", 0, true],
      ["some_lost", 0, true],
      ["dark", 0, true],
    ],
  );
});

test("what samples say", () => {
  const found = momentsOf([1, 2, 3, 4]);
  assert.deepEqual(found, { count: 4, sum: 10n, squares: 30n });
  assert.equal(estimateMean(found)?.value, 2.5);
  assert.equal(roundTo(standardError(found), 6), 0.645497);
  assert.equal(isSignificant(found), true);
  assert.equal(isSignificant(momentsOf([-3, 4])), false);
  assert.equal(estimateMean(momentsOf([])), null);
  assert.deepEqual(pairedDifferences(Int32Array.of(3, NONE, 5), Int32Array.of(1, 2, 5, 9)), momentsOf([2, 0]));
  assert.equal(estimateRate(0, 0), null);
  assert.deepEqual([estimateRate(0, 9)?.low, estimateRate(9, 9)?.high], [0, 1]);
});

test("figures are rounded to the even one where two are as near", () => {
  assert.deepEqual([roundTo(1 / 128, 6), roundTo(3 / 128, 6), roundTo(-1 / 128, 6)], [0.007812, 0.023438, -0.007812]);
  assert.deepEqual([roundTo(0.0000005, 6), roundTo(2 / 3, 6), roundTo(0, 6)], [0, 0.666667, 0]);
});

/** A desk and what carries its messages, without a thread: what is sent waits until it is delivered. */
class Joined implements WorkerPort {
  onmessage: WorkerPort["onmessage"] = null;
  onerror: WorkerPort["onerror"] = null;
  private readonly waiting: (() => void)[] = [];
  private readonly desk = new OddsServer(
    (data) => this.onmessage?.({ data: structuredClone(data) } as MessageEvent<FromWorker>),
    (work) => this.waiting.push(work),
  );

  postMessage(message: ToWorker): void {
    this.waiting.push(() => this.desk.handleMessage(structuredClone(message)));
  }

  terminate(): void {
    this.waiting.length = 0;
  }

  /** Deliver what waits, so many times at most; how often that was. */
  deliver(most = 1000): number {
    let done = 0;
    for (; done < most && this.waiting.length > 0; done++) this.waiting.shift()!();
    return done;
  }
}

function unexpected(error: Error): never {
  throw error;
}

test("odds are told while they grow, until there are enough", () => {
  const joined = new Joined();
  const client = new OddsClient(lighthouse, () => joined);
  const told: [Odds, boolean][] = [];
  client.weigh(asked, () => assert.fail("this is of no interest any more"), unexpected, 5);
  client.weigh(asked, (odds, done) => told.push([odds, done]), unexpected, 2000);
  joined.deliver();
  assert.deepEqual(told.at(-1), [weighed(2000), true]);
  assert.ok(told.length > 1 && told.slice(0, -1).every(([, done]) => !done));
});

test("odds that are of no interest any more grow no further", () => {
  const joined = new Joined();
  const client = new OddsClient(lighthouse, () => joined);
  let told = 0;
  client.weigh(asked, () => told++, unexpected);
  joined.deliver(2);
  client.stop();
  joined.deliver();
  assert.equal(told, 1);
  client.close();
  assert.equal(joined.deliver(), 0);
});

test("who asks is told why there are no odds", () => {
  const joined = new Joined();
  const client = new OddsClient(lighthouse, () => joined);
  const errors: Error[] = [];
  client.weigh(
    { ...asked, question: { ...question, by: "sea" } },
    () => assert.fail(),
    (error) => errors.push(error),
  );
  joined.deliver();
  assert.ok(errors[0] instanceof InputError);
  assert.equal(errors[0].hint.length > 0, true);
});

test("runs that break off for no reason of the rules are told in a sentence", () => {
  const joined = new Joined();
  const mission = { ...program.mission, name: "nowhere" };
  const tallies = program.tallies.map((tally) => ({ ...tally, of: ["procedure:nowhere"] }));
  const broken = withProgram(lighthouse, { ...program, mission, tallies });
  const client = new OddsClient(broken, () => joined);
  const errors: Error[] = [];
  client.weigh(
    asked,
    () => assert.fail(),
    (error) => errors.push(error),
  );
  joined.deliver();
  assert.deepEqual(
    errors.map((error) => [error.message, typeof error.cause]),
    [["the odds of this question cannot be worked out", "string"]],
  );
});

test("a worker that cannot be begun is told, and another is begun where odds are asked for again", () => {
  const carriers: Joined[] = [];
  const client = new OddsClient(lighthouse, () => {
    carriers.push(new Joined());
    return carriers.at(-1)!;
  });
  const errors: Error[] = [];
  const told: Odds[] = [];
  const weigh = () =>
    client.weigh(
      asked,
      (odds) => told.push(odds),
      (error) => errors.push(error),
      30,
    );
  weigh();
  carriers[0]!.onerror?.({ message: "no such file" } as ErrorEvent);
  assert.deepEqual([errors.length, carriers[0]!.deliver()], [1, 0]);
  weigh();
  carriers[1]!.deliver();
  assert.deepEqual(told.at(-1), weighed(30));
});

test("a worker that says nothing is ended, and who asks is told", async () => {
  const joined = new Joined();
  const client = new OddsClient(lighthouse, () => joined, 10);
  const error = await new Promise<Error>((refused) => client.weigh(asked, () => assert.fail(), refused));
  assert.match(error.message, /come to no end/);
  assert.equal(joined.deliver(), 0);
});
