/** Many runs, fast: no journal, dice from seeds, what is counted column by column. */

import { totalOf } from "../rules/dice";
import type { Entry, Program, Tally } from "../rules/program";
import { NONE } from "../rules/values";
import { autopilot } from "./choices";
import { missionSeed, SeededDice } from "./dice";
import { type Code, Fault, Instance, type Machine, type Roll } from "./machine";
import { ARGUMENTS, MOST_KNOWN, WORD } from "./memory";
import { Known } from "./script";

/** So many runs are handed over at once, at most. */
export const SLICE = 1024;

/** So many runs are handed over at once where each throw is the host's: few, so that whoever waits sees them come. */
const HANDED = 64;

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
export class TooMuchKnown extends Error {}

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
export type Player = (batch: Batch, first: number, count: number) => Iterable<Slice>;

/** What is counted at the end of a run of an entry, in the order of its weight. */
export function talliesOf(program: Program, entry: Entry): Tally[] {
  return program.tallies.filter((tally) => tally.of.includes(`${entry.kind}:${entry.name}`));
}

/** What plays runs of an entry inside the module: one crossing of its border for a slice of them. */
export function runner(code: Code, entry: Entry): Player {
  const instance = new Instance(code);
  instance.set("hosted", 0);
  const columns = 1 + talliesOf(code.program, entry).length;
  return function* played(batch, first, count) {
    if (batch.script.length > MOST_KNOWN) {
      throw new TooMuchKnown(`${batch.script.length} throws and answers are more than fit`);
    }
    instance.words.set(batch.args, ARGUMENTS / WORD);
    instance.know(batch.script);
    for (let at = first; at < first + count; at += SLICE) {
      yield slice(instance, entry, columns, batch.seed, at, Math.min(SLICE, first + count - at));
    }
  };
}

/** Some runs; behind one that is a fault the module begins again with the next. */
function slice(instance: Instance, entry: Entry, columns: number, seed: bigint, first: number, count: number): Slice {
  const results = instance.get("results");
  const at = results / WORD;
  const faults = new Int32Array(count).fill(NO_FAULT);
  for (let done = 0; done < count; ) {
    try {
      instance.call(`many:${entry.kind}:${entry.name}`, seed, first + done, count - done, results + WORD * done);
      break;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      done = instance.get("run") - first;
      faults[done] = error.site;
      for (let column = 0; column < columns; column++) instance.words[at + SLICE * column + done] = NONE;
      done += 1;
    }
  }
  const column = (number: number) => instance.words.slice(at + SLICE * number, at + SLICE * number + count);
  const [values, ...tallies] = Array.from({ length: columns }, (_, number) => column(number));
  return { first, faults, values: values!, tallies };
}

/**
 * What plays the same runs with dice of the host's: where some are laid, by the sites of their rolls. All others fall as
 * they would have fallen.
 */
export function laidRunner(code: Code, entry: Entry, laid: ReadonlyMap<number, readonly number[]>): Player {
  const { program } = code;
  const tallies = talliesOf(program, entry);
  return function* played(batch, first, count) {
    const dice = new SeededDice(0n);
    const roll: Roll = (site, thrown) => {
      const fallen = dice.throw(site, thrown);
      return totalOf(laid.get(site) ?? fallen, thrown);
    };
    const known = new Known(batch.script, roll, autopilot(program));
    const machine = code.machine(known.roll, known.ask);
    try {
      for (let at = first; at < first + count; at += HANDED) {
        const size = Math.min(HANDED, first + count - at);
        const faults = new Int32Array(size).fill(NO_FAULT);
        const [values, ...columns] = Array.from({ length: 1 + tallies.length }, () => new Int32Array(size).fill(NONE));
        for (let index = 0; index < size; index++) {
          dice.restart(missionSeed(batch.seed, at + index));
          known.begin();
          machine.begin();
          try {
            const given = machine.call(entry, ...batch.args);
            const found = tallies.map((tally) => tallyOf(machine, tally));
            if (entry.result !== null && typeof given === "number") values![index] = given;
            for (const [number, value] of found.entries()) columns[number]![index] = value;
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
export function tallyOf(machine: Machine, { entry }: Tally): number {
  machine.fillSteps();
  return machine.value(entry);
}
