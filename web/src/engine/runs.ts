/** Many runs, fast: no journal, dice from seeds, what is counted column by column. */

import { totalOf } from "../rules/dice";
import type { Entry, Program, Tally } from "../rules/program";
import { NONE } from "../rules/values";
import { missionSeed, SeededDice } from "./dice";
import { Fault, type Machine, ModuleInstance, type ProgramModule, type Roll } from "./machine";
import { ARGUMENTS_ADDRESS, MAX_PRESETS, WORD_BYTES } from "./memory";
import { autopilotPolicy } from "./policies";
import { ScriptedCallbacks } from "./script";

/** So many runs are handed over at once, at most. */
export const SLICE_SIZE = 1024;

/** So many runs are handed over at once where each throw is the host's: few, so that whoever waits sees them come. */
const SLICE_RUNS = 64;

/** Stands for no fault in a column of sites. */
export const NO_FAULT = -1;

/** Runs that follow one another. */
export interface Slice {
  /** The number of the first. */
  readonly first: number;
  /** For each the site of its fault, or -1. */
  readonly faults: Int32Array;
  /** What each gave; NONE where it gives nothing or is a fault. */
  readonly values: Int32Array;
  /** A column for each tally of the entry, in their order; NONE for a run that is a fault. */
  readonly tallies: readonly Int32Array[];
}

/** More of a run is known beforehand than a module has room for. */
export class TooManyPresets extends Error {}

/** What runs have in common. */
export interface Batch {
  /** An integer for each of the entry's parameters. */
  readonly args: readonly number[];
  /** Of the whole batch: each run depends on its number and this alone, so a batch may be cut into parts. */
  readonly seed: bigint;
  /**
   * Throws and answers that are known, in the order in which a run asks for them: the sums of throws, the indices of
   * answers. What comes behind them is thrown and answered anew in each run.
   */
  readonly script: readonly number[];
}

/** Plays runs `first` to `first + count - 1` of a batch with the autopilot, a slice at a time. */
export type BatchPlayer = (batch: Batch, first: number, count: number) => Iterable<Slice>;

/** What is counted at the end of a run of an entry, in the order of its weight. */
export function talliesOf(program: Program, entry: Entry): Tally[] {
  return program.tallies.filter((tally) => tally.of.includes(`${entry.kind}:${entry.name}`));
}

/** What plays runs of an entry inside the module: one crossing of its border for a slice of them. */
export function createBatchPlayer(code: ProgramModule, entry: Entry): BatchPlayer {
  const instance = new ModuleInstance(code);
  instance.setGlobal("hosted", 0);
  const columns = 1 + talliesOf(code.program, entry).length;
  return function* played(batch, first, count) {
    if (batch.script.length > MAX_PRESETS) {
      throw new TooManyPresets(`${batch.script.length} throws and answers are more than fit`);
    }
    instance.words.set(batch.args, ARGUMENTS_ADDRESS / WORD_BYTES);
    instance.loadScript(batch.script);
    for (let at = first; at < first + count; at += SLICE_SIZE) {
      yield playSlice(instance, entry, columns, batch.seed, at, Math.min(SLICE_SIZE, first + count - at));
    }
  };
}

/** Some runs; behind one that is a fault the module begins again with the next. */
function playSlice(
  instance: ModuleInstance,
  entry: Entry,
  columns: number,
  seed: bigint,
  first: number,
  count: number,
): Slice {
  const results = instance.getGlobal("results");
  const at = results / WORD_BYTES;
  const faults = new Int32Array(count).fill(NO_FAULT);
  for (let done = 0; done < count; ) {
    try {
      instance.call(`many:${entry.kind}:${entry.name}`, seed, first + done, count - done, results + WORD_BYTES * done);
      break;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      done = instance.getGlobal("run") - first;
      faults[done] = error.site;
      for (let column = 0; column < columns; column++) instance.words[at + SLICE_SIZE * column + done] = NONE;
      done += 1;
    }
  }
  const column = (number: number) => instance.words.slice(at + SLICE_SIZE * number, at + SLICE_SIZE * number + count);
  const [values, ...tallies] = Array.from({ length: columns }, (_, number) => column(number));
  return { first, faults, values: values!, tallies };
}

/**
 * What plays the same runs with dice of the host's: where some are laid, by the sites of their rolls. All others fall as
 * they would have fallen.
 */
export function createPinnedPlayer(
  code: ProgramModule,
  entry: Entry,
  pinnedFaces: ReadonlyMap<number, readonly number[]>,
): BatchPlayer {
  const { program } = code;
  const tallies = talliesOf(program, entry);
  return function* played(batch, first, count) {
    const dice = new SeededDice(0n);
    const roll: Roll = (site, thrown) => {
      const fallen = dice.throw(site, thrown);
      return totalOf(pinnedFaces.get(site) ?? fallen, thrown);
    };
    const scripted = new ScriptedCallbacks(batch.script, roll, autopilotPolicy(program));
    const machine = code.createMachine(scripted.roll, scripted.ask);
    try {
      for (let at = first; at < first + count; at += SLICE_RUNS) {
        const size = Math.min(SLICE_RUNS, first + count - at);
        const faults = new Int32Array(size).fill(NO_FAULT);
        const [values, ...columns] = Array.from({ length: 1 + tallies.length }, () => new Int32Array(size).fill(NONE));
        for (let index = 0; index < size; index++) {
          dice.restart(missionSeed(batch.seed, at + index));
          scripted.rewind();
          machine.begin();
          try {
            const result = machine.call(entry, ...batch.args);
            const tallyValues = tallies.map((tally) => evaluateTally(machine, tally));
            if (entry.result !== null && typeof result === "number") values![index] = result;
            for (const [number, value] of tallyValues.entries()) columns[number]![index] = value;
          } catch (error) {
            if (!(error instanceof Fault)) throw error;
            faults[index] = error.site;
          }
        }
        yield { first: at, faults, values: values!, tallies: columns };
      }
    } finally {
      machine.close();
    }
  };
}

/**
 * What a tally comes to of a run that has just ended, while its state still stands. It has a whole budget of steps, for
 * it is no part of the run. Throws {@link Fault} where working it out is one.
 */
export function evaluateTally(machine: Machine, { entry }: Tally): number {
  machine.resetSteps();
  return machine.callForInteger(entry);
}
