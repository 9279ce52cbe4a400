/**
 * Values worked out beside a run: what decides, for whoever looks, on a machine of its own.
 *
 * A run is never touched: it takes no steps for what is told, and a fault in that is none of the game's.
 */

import type { Entry } from "../rules/program";
import { Fault, type Machine, type ProgramModule, refuseCall } from "./machine";
import type { Slots } from "./memory";

/** Steps for asking for an aside, beside those that it takes itself. */
const CALL_STEPS = 20;

/** The values of asides in one state, as far as there are steps for them all together. */
export class AsideEvaluator {
  /** `left` is how many steps there are; below 0 once there were not enough. */
  constructor(
    private readonly machine: Machine,
    private readonly entries: ReadonlyMap<string, Entry>,
    private stepsLeft: number,
  ) {}

  /** The value of an aside, by the name of its entry; null where working it out is a fault, or no steps are left. */
  evaluate(entry: string, ...args: readonly number[]): number | null {
    const { machine } = this;
    if (!this.takeSteps(CALL_STEPS)) return null;
    machine.steps = this.stepsLeft;
    try {
      return machine.callForInteger(this.entries.get(entry)!, ...args);
    } catch (error) {
      if (error instanceof Fault) return null;
      throw error;
    } finally {
      this.stepsLeft = machine.steps;
    }
  }

  /** Take steps for what is told besides; whether there were as many. */
  takeSteps(steps: number): boolean {
    if (this.stepsLeft >= 0) this.stepsLeft -= steps;
    return this.stepsLeft >= 0;
  }

  /** Whether something was not worked out for want of steps: nothing more is, then. */
  get isSpent(): boolean {
    return this.stepsLeft < 0;
  }
}

/** What is worked out beside the runs of a program. */
export class Asides {
  private machine: Machine | null = null;
  private readonly entries: ReadonlyMap<string, Entry>;

  /** `code` is that of a game's asides. */
  constructor(private readonly code: ProgramModule) {
    this.entries = new Map(code.program.entries.map((entry) => [entry.name, entry]));
  }

  /**
   * What gives values in this state, until it is asked for another or closed.
   *
   * `steps` is how many all of them may take together: as many as a mission may where nothing is said.
   */
  evaluatorAt(slots: Slots, steps: number = this.code.program.budgets.mission): AsideEvaluator {
    this.machine ??= this.code.createMachine(refuseCall, refuseCall);
    const machine = this.machine;
    machine.start(); // what was kept of another state is forgotten
    machine.slots.set(slots);
    return new AsideEvaluator(machine, this.entries, steps);
  }

  /** Let its machine serve others; it takes one anew where it is asked again. */
  close(): void {
    this.machine?.close();
    this.machine = null;
  }
}
