/** Simulations of the workshop: counts, parts, and workers that come, fail or are silent. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { Calls } from "../src/workshop/desk/calls";
import type { FromPlayer, PlayedRules, ToPlayer } from "../src/workshop/simulating/messages";
import { FIRST_RUNS, nextSize, PartCutter } from "../src/workshop/simulating/partCutter";
import type { Part } from "../src/workshop/simulating/partPlayer";
import { PART_LIMIT, PlayerPool, type PlayingWorker } from "../src/workshop/simulating/playerPool";
import { Simulation, type SimulationStage } from "../src/workshop/simulating/simulation";
import { countWorkers, describeStage } from "../src/workshop/simulating/simulationPane";
import { addTally, countRuns, type Tally, toRunTally } from "../src/workshop/simulating/tally";

const RULES: PlayedRules = { sides: [], plan: { missions: [], seeds: ["1"], shared: [] } };

/** A worker that plays when it is told to. */
class Worker implements PlayingWorker {
  onmessage: PlayingWorker["onmessage"] = null;
  onerror: PlayingWorker["onerror"] = null;
  parts: Part[] = [];
  isEnded = false;

  postMessage(message: ToPlayer): void {
    if (message.kind === "play") this.parts.push(message.part);
  }

  terminate(): void {
    this.isEnded = true;
  }

  /** Send the counts of the oldest part. */
  answer(milliseconds = 250): void {
    const part = this.parts.shift()!;
    const tally = countRuns(part.first, [{ faults: new Int32Array(part.count).fill(-1), columns: [] }], []);
    this.send({ kind: "played", part, tally, milliseconds });
  }

  send(data: FromPlayer): void {
    this.onmessage?.({ data } as MessageEvent<FromPlayer>);
  }
}

function side(faults: readonly number[], ...columns: readonly (readonly number[])[]) {
  return { faults: Int32Array.from(faults), columns: columns.map((column) => Int32Array.from(column)) };
}

test("runs are counted, with a fault on either side in no pair", () => {
  const first = countRuns(10, [side([-1, 4, -1], [1, 9, 1]), side([-1, -1, 2], [5, 5, 5], [1, 2, 3])], [[[0, 1]]]);
  assert.deepEqual(toRunTally(first), {
    runs: 3,
    sides: [
      { faults: [[4, 1, 11]], columns: [[[1, 2]]] },
      {
        faults: [[2, 1, 12]],
        columns: [
          [[5, 2]],
          [
            [1, 1],
            [2, 1],
          ],
        ],
      },
    ],
    pairs: [[[[1, 1, 1]]]],
  });
});

test("counts of parts add up in any order", () => {
  const parts = () => [
    countRuns(0, [side([3, -1], [0, 7]), side([-1, -1], [1, 1])], [[[0, 0]]]),
    countRuns(2, [side([-1, 3], [7, 0]), side([-1, -1], [1, 2])], [[[0, 0]]]),
  ];
  const [one, two] = [parts(), parts().reverse()].map((each) => toRunTally(each.reduce<Tally | null>(addTally, null)!));
  assert.deepEqual(one, two);
  assert.deepEqual(one!.sides[0], { faults: [[3, 2, 0]], columns: [[[7, 2]]] });
  assert.deepEqual(one!.pairs, [[[[7, 1, 2]]]]);
});

test("parts grow to a quarter of a second, and cover all runs once", () => {
  assert.equal(nextSize(3, 0), 24);
  assert.equal(nextSize(100, 1000), 25);
  assert.equal(nextSize(1, 60_000), 1);
  const cutter = new PartCutter(100, 2);
  let next = 0;
  for (let part = cutter.cut(40); part !== null; part = cutter.cut(40)) {
    assert.equal(part.first, next);
    next += part.count;
  }
  assert.equal(next, 100);
});

test("workers play all runs, and are ended", () => {
  const workers = [new Worker(), new Worker()];
  const heard: [number, boolean][] = [];
  const made = workers.values();
  new PlayerPool(() => made.next().value!, 2, RULES, 20, {
    counted: (tally, isComplete) => heard.push([tally.runs, isComplete]),
    failed: assert.fail,
  });
  assert.deepEqual(
    workers.map((worker) => worker.parts[0]!.count),
    [FIRST_RUNS, FIRST_RUNS],
  );
  while (!heard.at(-1)?.[1]) for (const worker of workers) if (worker.parts.length > 0) worker.answer();
  assert.deepEqual(heard.at(-1), [20, true]);
  assert.ok(workers.every((worker) => worker.isEnded));
});

test("a worker that is silent for too long ends the simulation", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const worker = new Worker();
  const failures: string[] = [];
  new PlayerPool(() => worker, 1, RULES, 20, { counted: () => {}, failed: (error) => failures.push(error.message) });
  worker.answer();
  mock.timers.tick(PART_LIMIT - 1);
  assert.deepEqual(failures, []);
  mock.timers.tick(1);
  mock.timers.reset();
  assert.match(failures[0]!, /more than 20 seconds/);
  assert.ok(worker.isEnded);
  worker.send({ kind: "failed", message: "late" });
  assert.equal(failures.length, 1);
});

const COMPILED = { program: "{}", module: "AGFzbQEAAAA=", has_result: false };

/** A desk that answers at once, except for what `answers` has instead. */
function desk(answers: Partial<Record<keyof Calls, unknown>> = {}) {
  const calls: string[] = [];
  const usual: Partial<Record<keyof Calls, unknown>> = {
    begin_simulation: [""],
    compile_side: COMPILED,
    plan_simulation: RULES.plan,
    watch_answers: true,
    report_simulation: "<p>report</p>",
    ...answers,
  };
  return {
    calls,
    callWithin: async (_limit: number, name: keyof Calls, ..._rest: unknown[]) => {
      calls.push(name);
      const answer = usual[name];
      if (answer instanceof Error) throw answer;
      return answer as never;
    },
  };
}

function begin(given: ReturnType<typeof desk>, worker: Worker) {
  const stages: SimulationStage[] = [];
  const reports: string[] = [];
  const host = { desk: given, workers: 1, makeWorker: () => worker, now: () => 0 };
  const simulation = new Simulation(host, {
    stage: (stage) => stages.push(stage),
    begun: () => {},
    report: (html) => reports.push(html),
  });
  return { simulation, stages, reports };
}

const REQUEST = { file: "/a", isCompared: true, runs: 5, seed: "0" };
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a simulation is reported while it goes on, and at its end", async () => {
  const worker = new Worker();
  const { simulation, stages, reports } = begin(desk(), worker);
  await simulation.start(REQUEST);
  worker.answer();
  await settled();
  assert.equal(reports.length, 1);
  worker.answer();
  await settled();
  assert.equal(reports.length, 2);
  assert.deepEqual(
    stages.map((stage) => stage.is),
    ["compiling", "playing", "playing", "ending", "complete"],
  );
});

test("what is stopped is reported, and what is stopped before it began is not played", async () => {
  const worker = new Worker();
  const one = begin(desk(), worker);
  await one.simulation.start(REQUEST);
  worker.answer();
  one.simulation.stop();
  one.simulation.stop();
  await settled();
  assert.equal(one.stages.at(-1)!.is, "stopped");
  assert.ok(worker.isEnded);
  const other = begin(desk(), new Worker());
  const started = other.simulation.start(REQUEST);
  other.simulation.stop();
  await started;
  assert.deepEqual(other.stages, [{ is: "stopped" }]);
});

test("what the desk refuses is said, and ends the simulation", async () => {
  const worker = new Worker();
  const refused = new Error("each of the first 3 runs is a rules fault");
  const { simulation, stages } = begin(desk({ report_simulation: refused }), worker);
  await simulation.start(REQUEST);
  worker.answer();
  await settled();
  assert.deepEqual(stages.at(-1), { is: "failed", error: refused });
  assert.equal(describeStage(stages.at(-1)!, 5), "Each of the first 3 runs is a rules fault.");
  assert.ok(worker.isEnded);
});

test("a processor is left to the page", () => {
  assert.deepEqual([1, 2, 4, 64].map(countWorkers), [1, 1, 3, 8]);
  assert.equal(describeStage({ is: "playing", runs: 1234 }, 10_000), "1,234 of 10,000 missions");
});
