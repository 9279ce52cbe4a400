/** Calls that go too deep are a fault of the rules, in whatever words an engine says so. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Code, Fault, never } from "../src/engine/machine";
import type { Entry, Program } from "../src/rules/program";

/** A module whose one function calls itself for ever: its sections as `backends/wasm` orders them. */
const ENDLESS = [
  [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  [1, 4, 1, 0x60, 0, 0],
  [3, 2, 1, 0],
  [5, 4, 1, 1, 1, 1],
  [6, 6, 1, 0x7f, 1, 0x41, 0, 0x0b],
  [7, 29, 3, ...exported("memory", 2), ...exported("hosted", 3), ...exported("do:fall", 0)],
  [10, 6, 1, 4, 0, 0x10, 0, 0x0b],
];

function exported(name: string, kind: number): number[] {
  return [name.length, ...new TextEncoder().encode(name), kind, 0];
}

test("a call without end", () => {
  const module = new WebAssembly.Module(Uint8Array.from(ENDLESS.flat()));
  const program = { slots: 2, defaults: [0, 0], too_deep: 7 } as unknown as Program;
  const machine = new Code(program, module).machine(never, never);
  const entry = { kind: "do", name: "fall" } as Entry;
  assert.throws(
    () => machine.call(entry),
    (error) => error instanceof Fault && error.site === 7,
  );
});
