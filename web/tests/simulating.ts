/** Plays parts of a simulation as the workshop's workers do, and prints their counts: a file with the rules, parts. */

import { readFileSync } from "node:fs";
import type { SimulatedSide, SimulationPlan } from "../src/workshop/desk/classes";
import { type Part, PartPlayer } from "../src/workshop/simulating/partPlayer";
import { addTally, type Tally, toRunTally } from "../src/workshop/simulating/tally";

interface Given {
  readonly sides: readonly SimulatedSide[];
  readonly plan: SimulationPlan;
  readonly parts: readonly Part[];
}

const { sides, plan, parts } = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as Given;
const compiled = sides.map(({ program, module, has_result: hasResult }) => ({
  program,
  module: new WebAssembly.Module(Buffer.from(module, "base64")),
  hasResult,
}));
const player = new PartPlayer(compiled, plan);
let tally: Tally | null = null;
for (const part of parts) tally = addTally(tally, player.play(part));
console.log(JSON.stringify(toRunTally(tally!)));
