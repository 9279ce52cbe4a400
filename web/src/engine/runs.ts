/** Batches of runs: no journal, dice from seeds, results in columns. */

import { outcomeOf } from "../rules/dice";
import type { Entry, Program, Tally } from "../rules/program";
import { NONE } from "../rules/values";
import { missionSeed, SeededDice } from "./dice";
import { Fault, type Machine, ModuleInstance, type ProgramModule, type Roll } from "./machine";
import { ARGUMENTS_ADDRESS, MAX_PRESETS, WORD_BYTES } from "./memory";
import { autopilotPolicy } from "./policies";
import { ScriptedCallbacks } from "./script";

/** Maximum number of runs in a slice. */
export const SLICE_SIZE = 1024;

/** Runs in a slice if the host throws the dice: few, so that progress shows. */
const SLICE_RUNS = 64;

/** Marks a run without a fault in a column of fault sites. */
export const NO_FAULT = -1;

/** Results of consecutive runs of a batch. */
export interface Slice {
  /** The number of the first run. */
  readonly first: number;
  /** For each run the site of its fault, or -1. */
  readonly faults: Int32Array;
  /** For each run its result; NONE without one, or at a fault. */
  readonly values: Int32Array;
  /** A column for each tally of the entry, in their order; NONE for a run that is a fault. */
  readonly tallies: readonly Int32Array[];
}

/** The error for a script (known throws and answers) that is too long for a module. */
export class TooManyPresets extends Error {}

/** The parameters that all runs of a batch share. */
export interface Batch {
  /** An integer for each of the entry's parameters. */
  readonly args: readonly number[];
  /** The seed of the whole batch: each run depends on its number and this alone, so a batch may be cut into parts. */
  readonly seed: bigint;
  /**
   * Known throws and answers in the order of their requests: the sums of throws, the indices of answers. Behind them
   * each run throws and answers anew.
   */
  readonly script: readonly number[];
  /** The slots that each run begins with, as a mission in the middle of a career does; without it the defaults. */
  readonly state?: ArrayLike<number>;
}

/** Plays runs `first` to `first + count - 1` of a batch with the autopilot, a slice at a time. */
export type BatchPlayer = (batch: Batch, first: number, count: number) => Iterable<Slice>;

/** The tallies (statistics) counted after an entry's runs, most important first; of a stage, its forecasts before them. */
export function talliesOf(program: Program, entry: Entry): Tally[] {
  return [...program.forecasts, ...program.tallies].filter((tally) => tally.of.includes(`${entry.kind}:${entry.name}`));
}

/** Make a player of batches of runs inside the module: one call from the host plays a slice of many runs. */
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
    instance.loadFirstState(batch.state ?? null);
    for (let at = first; at < first + count; at += SLICE_SIZE) {
      yield playSlice(instance, entry, columns, batch.seed, at, Math.min(SLICE_SIZE, first + count - at));
    }
  };
}

/**
 * Play `count` runs from the number `first` on inside the module; after a fault it goes on with the next run.
 *
 * @param columns - The number of tallies, each a column of the results.
 * @param seed - The seed of the whole batch.
 * @param first - The number of the first run.
 * @param count - The number of runs.
 */
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
  /** The integers of one column of the results, one a run. */
  const column = (number: number) => instance.words.slice(at + SLICE_SIZE * number, at + SLICE_SIZE * number + count);
  const [values, ...tallies] = Array.from({ length: columns }, (_, number) => column(number));
  return { first, faults, values: values!, tallies };
}

/** Make a player of batches of runs in which the host throws the dice: those of some sites are pinned (fixed). */
export function createPinnedPlayer(
  code: ProgramModule,
  entry: Entry,
  pinnedFaces: ReadonlyMap<number, readonly number[]>,
): BatchPlayer {
  const { program } = code;
  const tallies = talliesOf(program, entry);
  return function* played(batch, first, count) {
    const dice = new SeededDice(0n);
    /** Throw dice by the seed; a pinned site gets its fixed result instead. */
    const roll: Roll = (site, thrown) => {
      const fallen = dice.throw(site, thrown);
      return outcomeOf(pinnedFaces.get(site) ?? fallen, thrown);
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
          if (batch.state !== undefined) machine.slots.set(batch.state);
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

/** Evaluate a tally (statistic) in the state after a run, with a step budget of its own. Throws {@link Fault}. */
export function evaluateTally(machine: Machine, { entry }: Tally): number {
  machine.resetSteps();
  return machine.callForInteger(entry);
}
