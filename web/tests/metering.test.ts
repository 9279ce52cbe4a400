/** Modules of strangers: what could hang the page is stopped or refused, and what games do goes on as it was. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Describer } from "../src/engine/describe";
import { SeededDice } from "../src/engine/dice";
import { fuel, WorkLimitExceeded } from "../src/engine/fuel";
import { Fault, ProgramModule, refuseCall } from "../src/engine/machine";
import { FUEL_EXPORT, meterModule } from "../src/engine/metering";
import { compileGame } from "../src/engine/modules";
import { autopilotPolicy } from "../src/engine/policies";
import { newJournal, parseArguments, playRun } from "../src/engine/run";
import { InvalidGame } from "../src/rules/gamefile";
import { game } from "./games";
import {
  BEHIND,
  CALLING,
  ENDLESS,
  FILLING,
  GROWING,
  type Made,
  moduleOf,
  REFUELLING,
  TELLING,
  TRAPPING,
} from "./hostile";

const lighthouse = await game("lighthouse");
const { program } = lighthouse;
const { mission } = program;
const NAMES = program.entries.map((entry) => `${entry.kind}:${entry.name}`);
const CUSTOM = [0, 5, 1, 0x78, 1, 2, 3];
const START = [8, 1, 3];

/** The code of a module of a stranger. */
async function codeOf(made: Made): Promise<ProgramModule> {
  const module = moduleOf(NAMES, { pages: [100, 100], ...made });
  assert.ok(WebAssembly.validate(module) || made.imports === undefined);
  return new ProgramModule(program, await WebAssembly.compile(meterModule(module)));
}

test("a game plays the same whether its work is counted or not, and takes a hundredth of what it may", async () => {
  const told = [];
  for (const whose of ["site", "stranger"] as const) {
    const made = await compileGame(lighthouse, whose);
    await setTimeout();
    const before = fuel.work;
    const journal = newJournal(program, program.career!);
    const dice = new SeededDice(5n);
    playRun(
      made,
      program.career!,
      parseArguments(program, program.career!, []),
      (...thrown) => dice.throw(...thrown),
      autopilotPolicy(program),
      journal,
    );
    told.push(journal.digest());
    const spent = before - fuel.work;
    assert.ok(whose === "site" ? spent === 0 : spent > 10_000 && spent < 20_000_000, `${spent}`);
  }
  assert.equal(told[0], told[1]);
});

for (const [what, does] of [
  ["goes round for ever", ENDLESS],
  ["fills its memory for ever", FILLING],
  ["tells of events for ever", TELLING],
] as const) {
  test(`a module that ${what} is stopped within seconds, and the next step may work again`, async () => {
    const machine = (await codeOf({ does })).createMachine(refuseCall, refuseCall, () => {});
    for (let step = 0; step < 2; step++) {
      await setTimeout(1);
      const begun = performance.now();
      assert.throws(() => machine.call(mission, 1), WorkLimitExceeded);
      assert.throws(() => machine.call(mission, 1), WorkLimitExceeded, "in the same go nothing is left");
      assert.ok(performance.now() - begun < 8000, `${performance.now() - begun} ms`);
    }
    await setTimeout(1);
    const harmless = (await codeOf({})).createMachine(refuseCall, refuseCall);
    harmless.call(mission, 1);
  });
}

test("a module that calls itself for ever is a fault of its rules", async () => {
  const machine = (await codeOf({ does: CALLING })).createMachine(refuseCall, refuseCall);
  assert.throws(() => machine.call(mission, 1), Fault);
});

test("a trap that is no fault is told as it is", async () => {
  const machine = (await codeOf({ does: TRAPPING })).createMachine(refuseCall, refuseCall);
  assert.throws(() => machine.call(mission, 1), WebAssembly.RuntimeError);
});

for (const [what, made] of [
  ["grows its memory", { does: GROWING }],
  ["names the variable that counts", { does: REFUELLING(BEHIND) }],
  ["names the local that counts", { does: [0x20, 0, 0x1a] }],
  ["has as many locals as a host takes", { locals: 50_000 }],
  ["exports something by the name of what counts", { exported: FUEL_EXPORT }],
  ["has a custom section whose name is none", { more: [0, 2, 1, 0xff] }],
  ["has a memory without a maximum", { pages: [1] }],
  ["has a memory that may grow", { pages: [1, 2] }],
  ["has a memory of hundreds of megabytes", { pages: [5000, 5000] }],
  ["calls what it is not given", { imports: "host:save" }],
  ["runs as it is begun", { more: START }],
] as const satisfies readonly (readonly [string, Made])[]) {
  test(`a module that ${what} is refused in a sentence`, () => {
    assert.throws(
      () => meterModule(moduleOf(NAMES, made)),
      (error) => error instanceof InvalidGame && /does what no game does/.test(error.message),
    );
  });
}

test("a module that is cut anywhere is refused or does not compile", async () => {
  const whole = moduleOf(NAMES, { does: ENDLESS });
  for (let length = 0; length < whole.length; length++) {
    let metered: Uint8Array<ArrayBuffer>;
    try {
      metered = meterModule(whole.slice(0, length));
    } catch (error) {
      assert.ok(error instanceof InvalidGame);
      continue;
    }
    await assert.rejects(WebAssembly.compile(metered), WebAssembly.CompileError);
  }
});

test("a module of which some bytes are others is refused, does not compile, or comes to an end; what compiled still does", async () => {
  const random = new SeededDice(7n);
  const came = { refused: 0, uncompiled: 0, ended: 0 };
  for (let round = 0; round < 400; round++) {
    const bytes = lighthouse.traced.slice();
    for (let changes = random.drawBelow(3); changes >= 0; changes--)
      bytes[8 + random.drawBelow(bytes.length - 8)] = random.drawBelow(256);
    let metered: Uint8Array<ArrayBuffer>;
    try {
      metered = meterModule(bytes);
    } catch (error) {
      assert.ok(error instanceof InvalidGame, String(error));
      came.refused++;
      continue;
    }
    assert.equal(WebAssembly.validate(metered), WebAssembly.validate(bytes));
    if (!WebAssembly.validate(metered)) {
      came.uncompiled++;
      continue;
    }
    const begun = performance.now();
    try {
      const code = new ProgramModule(program, new WebAssembly.Module(metered));
      const machine = code.createMachine(
        (_, dice) => dice.count,
        () => 0,
        () => {},
      );
      machine.begin();
      machine.call(mission, 1);
    } catch {
      // Whatever is wrong with it, it has come to an end.
    }
    assert.ok(performance.now() - begun < 8000);
    came.ended++;
    await setTimeout();
  }
  assert.ok(Math.min(...Object.values(came)) > 10, JSON.stringify(came));
});

test("bytes that nobody needs are left out of a module", () => {
  const named = meterModule(moduleOf(NAMES, { more: CUSTOM }));
  assert.deepEqual(named, meterModule(moduleOf(NAMES)));
});

test("a module that lacks what every game has is refused in a sentence", async () => {
  const plain = moduleOf(NAMES.slice(1));
  for (const whose of ["site", "stranger"] as const)
    await assert.rejects(
      compileGame({ ...lighthouse, plain }, whose),
      (error) => error instanceof InvalidGame && /lacks/.test(error.message),
    );
});

test("what is made of a stranger's game is counted as long as its modules were at work, and takes no more than seconds", async () => {
  const machine = (await codeOf({})).createMachine(refuseCall, refuseCall);
  await setTimeout(1);
  fuel.chargeText(1e12); // a game of the site: nothing was at work that is counted
  machine.call(mission, 1);
  fuel.chargeText(70_000_000);
  assert.throws(() => fuel.chargeText(70_000_000), WorkLimitExceeded);
  await setTimeout(1);
  machine.call(mission, 1);
  const { now } = performance;
  performance.now = () => now.call(performance) + 20_000;
  assert.throws(() => {
    for (let told = 0; told < 100; told++) fuel.chargeText(0);
  }, WorkLimitExceeded);
  performance.now = now;
});

test("the titles of a stranger's options are counted, however many there are", async () => {
  const { program } = await game("lighthouse");
  const sky = program.enums.get("Sky")!;
  const titles = sky.values.map(() => "x".repeat(4000));
  const describer = new Describer({ ...program, enums: new Map(program.enums).set("Sky", { ...sky, titles }) });
  const machine = (await codeOf({})).createMachine(refuseCall, refuseCall);
  const options = new Array(15_000).fill(0);
  await setTimeout(1);
  machine.call(mission, 1);
  const members = (): unknown => describer.describeMembers({ is: "EnumType", enum: "Sky", optional: false }, options);
  assert.doesNotThrow(members);
  assert.throws(members, WorkLimitExceeded);
  await setTimeout(1);
});

test("a choice of more answers than rules can offer is no game's", async () => {
  // A call of host:ask: the site, options at 8, no scores, so many of them, no values.
  const offering = (count: number) => [
    0x41,
    0,
    0x41,
    8,
    0x41,
    0,
    0x41,
    ...count3(count),
    0x41,
    0,
    0x41,
    0,
    0x10,
    1,
    0x1a,
  ];
  const asked: number[] = [];
  const ask = (_: number, options: readonly number[]): number => {
    asked.push(options.length);
    return 0;
  };
  (await codeOf({ does: offering(1500) })).createMachine(refuseCall, ask).call(mission, 1);
  const many = (await codeOf({ does: offering(3000) })).createMachine(refuseCall, ask);
  assert.throws(() => many.call(mission, 1), /does what no game does/);
  assert.deepEqual(asked, [1500]);
});

/** A number from 0 to 1,048,575 in three bytes, with its sign. */
function count3(count: number): number[] {
  return [(count & 0x7f) | 0x80, ((count >> 7) & 0x7f) | 0x80, (count >> 14) & 0x7f];
}

test("an integer where none lies is no game's", async () => {
  const telling = [0x41, 0x7c, 0x10, 2]; // an event at the address -4
  const machine = (await codeOf({ does: telling })).createMachine(refuseCall, refuseCall, () => {});
  assert.throws(() => machine.call(mission, 1), /does what no game does/);
});
