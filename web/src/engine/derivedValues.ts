/**
 * Asides: values derived from a run's state for display, evaluated on a machine of their own.
 *
 * The run is untouched: asides take none of its steps, and a fault in an aside does not fault the run.
 */

import type { Entry } from "../rules/program";
import { Fault, type Machine, type ProgramModule, refuseCall } from "./machine";
import type { Slots } from "./memory";

/** Steps charged for each call of an aside, besides the steps of its code. */
const CALL_STEPS = 20;

/** An evaluator of asides (values computed for display) in one state, within one budget of steps. */
export class AsideEvaluator {
  /**
   * Make an evaluator of the asides (values for display) that `entries` names, on a machine; `stepsLeft` is the step
   * budget, below 0 once it is exceeded.
   */
  constructor(
    private readonly machine: Machine,
    private readonly entries: ReadonlyMap<string, Entry>,
    private stepsLeft: number,
  ) {}

  /** Evaluate an aside (a value for display) by the name of its entry; null if it faults, or no steps are left. */
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

  /** Charge steps of work other than evaluation to the step budget; return whether there were enough. */
  takeSteps(steps: number): boolean {
    if (this.stepsLeft >= 0) this.stepsLeft -= steps;
    return this.stepsLeft >= 0;
  }

  /** Whether the step budget is exhausted, so that no further asides are evaluated. */
  get isSpent(): boolean {
    return this.stepsLeft < 0;
  }
}

/** The compiled asides of a program (values computed for display), with the machine that evaluates them. */
export class Asides {
  private machine: Machine | null = null;
  private readonly entries: ReadonlyMap<string, Entry>;

  /** Make the asides of a game from their compiled module. */
  constructor(private readonly code: ProgramModule) {
    this.entries = new Map(code.program.entries.map((entry) => [entry.name, entry]));
  }

  /**
   * Make an evaluator of asides in the state `slots`; it is valid until the next one is made or {@link close}.
   *
   * `steps` is the common step budget: by default that of a mission.
   */
  evaluatorAt(slots: Slots, steps: number = this.code.program.budgets.mission): AsideEvaluator {
    this.machine ??= this.code.createMachine(refuseCall, refuseCall);
    const machine = this.machine;
    machine.start(); // clears caches of another state
    machine.slots.set(slots);
    return new AsideEvaluator(machine, this.entries, steps);
  }

  /** Release the machine on which asides (values for display) are evaluated; the next evaluation takes another. */
  close(): void {
    this.machine?.close();
    this.machine = null;
  }
}
