/** Calls that go too deep are a fault of the rules, in whatever words a browser says so. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault, ProgramModule, refuseCall } from "../src/engine/machine";
import type { Entry, Program } from "../src/rules/program";

const VARIABLES = ["hosted", "script", "script_begin", "script_end"];

/** A module whose one function calls itself for ever; all its variables are one. */
const ENDLESS = [
  [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  section(1, [1, 0x60, 0, 0]),
  section(3, [1, 0]),
  section(5, [1, 1, 1, 1]),
  section(6, [1, 0x7f, 1, 0x41, 0, 0x0b]),
  section(7, [
    2 + VARIABLES.length,
    ...exported("memory", 2),
    ...VARIABLES.flatMap((name) => exported(name, 3)),
    ...exported("do:fall", 0),
  ]),
  section(10, [1, 4, 0, 0x10, 0, 0x0b]),
];

function section(number: number, content: readonly number[]): number[] {
  return [number, content.length, ...content];
}

/** The first of its kind (2 for memories, 3 for variables, 0 for functions), by a name. */
function exported(name: string, kind: number): number[] {
  return [name.length, ...new TextEncoder().encode(name), kind, 0];
}

test("a call without end", () => {
  const module = new WebAssembly.Module(Uint8Array.from(ENDLESS.flat()));
  const budgets = { mission: 1000 };
  const program = { slots: 2, defaults: [0, 0], too_deep: 7, budgets } as unknown as Program;
  const machine = new ProgramModule(program, module).createMachine(refuseCall, refuseCall);
  const entry = { kind: "do", name: "fall" } as Entry;
  assert.throws(
    () => machine.call(entry),
    (error) => error instanceof Fault && error.site === 7,
  );
});
