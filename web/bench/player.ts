/**
 * Plays a game file in a process of its own, for `python -m bench.web`: it reads a number of missions to play, `again` for
 * a career played again up to its end, `told` for its events put into words, and writes the processor time that it took.
 */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { SeededDice } from "../src/engine/dice";
import type { ThrowFaces } from "../src/engine/journal";
import type { Ask } from "../src/engine/machine";
import { compileGame } from "../src/engine/modules";
import { autopilotPolicy, Pause } from "../src/engine/policies";
import { newJournal, playRun } from "../src/engine/run";
import { createBatchPlayer } from "../src/engine/runs";
import { totalOf } from "../src/rules/dice";
import { readGame } from "../src/rules/gamefile";

const [file, mission, seed] = process.argv.slice(2);
const game = await compileGame(await readGame(new Blob([readFileSync(file!)])));
const { program } = game;
const entry = program.career ?? program.mission;
const first = entry.params.map(([, kind]) => (kind.is === "IntType" ? kind.low : 0));
const play = createBatchPlayer(game.plain, program.mission);

/** A career played by the autopilot: its journal, and the script that leads to its end. */
function career() {
  const journal = newJournal(program, entry);
  const dice = new SeededDice(BigInt(seed!));
  const script: number[] = [];
  const preferring = autopilotPolicy(program);
  const thrower: ThrowFaces = (site, thrown) => {
    const faces = dice.throw(site, thrown);
    script.push(totalOf(faces, thrown));
    return faces;
  };
  const ask: Ask = (...asked) => {
    const index = preferring(...asked);
    script.push(index);
    return index;
  };
  playRun(game, entry, first, thrower, ask, journal);
  return { journal, script };
}

function pausing(): never {
  throw new Pause();
}

const whole = career();

function missions(count: number): void {
  for (const part of play({ args: [Number(mission)], seed: BigInt(seed!), script: [] }, 0, count)) part.values.at(0);
}

function again(): void {
  playRun(game, entry, first, pausing, pausing, newJournal(program, entry), whole.script.slice(0, -1));
}

function renderEvents(): void {
  whole.journal.truncate(whole.journal.events.length, 0, 0);
  whole.journal.digest();
}

function measured(asked: string): void {
  if (asked === "again") again();
  else if (asked === "told") renderEvents();
  else missions(Number(asked));
}

for (const asked of ["2000", "again", "told"]) measured(asked);
console.log(JSON.stringify({ known: whole.script.length, events: whole.journal.events.length }));
for await (const asked of createInterface({ input: process.stdin })) {
  const before = process.cpuUsage();
  measured(asked);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1e6);
}
