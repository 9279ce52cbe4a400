/** Plays parts of a simulation, each run under every set of rules with the same dice. */

import { ProgramModule } from "../../engine/machine";
import { type BatchPlayer, createBatchPlayer } from "../../engine/runs";
import { decodeProgram } from "../../rules/decode";
import type { SimulationPlan } from "../desk/classes";
import { countRuns, type PlayedRuns, type Tally } from "./tally";

/** Consecutive runs: the unit of work of a worker. */
export interface Part {
  /** The number of the first run, from 0. */
  readonly first: number;
  readonly count: number;
}

/** A set of rules, ready to be played. */
export interface PlayedSide {
  /** Its program in JSON. */
  readonly program: string;
  readonly module: WebAssembly.Module;
  /** Whether the outcome of a run is its first column. */
  readonly hasResult: boolean;
}

/** Plays the parts of one simulation. */
export class PartPlayer {
  private readonly players: readonly { readonly play: BatchPlayer; readonly hasResult: boolean }[];

  constructor(
    sides: readonly PlayedSide[],
    private readonly plan: SimulationPlan,
  ) {
    this.players = sides.map(({ program, module, hasResult }) => {
      const decoded = decodeProgram(JSON.parse(program));
      return { play: createBatchPlayer(new ProgramModule(decoded, module), decoded.mission), hasResult };
    });
  }

  /** Play a part under every set of rules, and count its runs. */
  play(part: Part): Tally {
    const sides = this.players.map(({ play, hasResult }) => this.playSide(part, play, hasResult));
    return countRuns(part.first, sides, this.plan.shared);
  }

  /**
   * Play a part under one set of rules. Missions alternate, and the runs of each are a batch of their own, as
   * `batch_ranges` has it in Python.
   */
  private playSide({ first, count }: Part, play: BatchPlayer, hasResult: boolean): PlayedRuns {
    const { missions, seeds } = this.plan;
    const turns = seeds.length;
    let columns: Int32Array[] = [];
    for (const [turn, seed] of seeds.entries()) {
      const from = Math.ceil((first - turn) / turns);
      const size = Math.ceil((first + count - turn) / turns) - from;
      const batch = { args: missions.slice(turn, turn + 1), seed: BigInt(seed), script: [] };
      let at = from * turns + turn - first;
      for (const slice of play(batch, from, size)) {
        const values = [slice.faults, ...(hasResult ? [slice.values] : []), ...slice.tallies];
        if (columns.length === 0) columns = values.map(() => new Int32Array(count));
        for (const [number, column] of values.entries())
          for (let index = 0; index < column.length; index++) columns[number]![at + index * turns] = column[index]!;
        at += slice.faults.length * turns;
      }
    }
    const [faults, ...others] = columns as [Int32Array, ...Int32Array[]];
    return { faults, columns: others };
  }
}
