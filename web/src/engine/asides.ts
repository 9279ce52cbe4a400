/**
 * Values worked out beside a run: what decides, for whoever looks, on a machine of its own.
 *
 * A run is never touched: it takes no steps for what is told, and a fault in that is none of the game's.
 */

import type { Entry } from "../rules/program";
import { type Code, Fault, type Machine, never } from "./machine";
import type { Slots } from "./memory";

/** The value of an aside, by the name of its entry; null where working it out is a fault. */
export type Worth = (entry: string, ...given: readonly number[]) => number | null;

/** What is worked out beside the runs of a program. */
export class Asides {
  private machine: Machine | null = null;
  private readonly entries: ReadonlyMap<string, Entry>;

  /** `code` is that of a game's asides. */
  constructor(private readonly code: Code) {
    this.entries = new Map(code.program.entries.map((entry) => [entry.name, entry]));
  }

  /** What gives values in this state, until it is asked for another or closed. */
  at(slots: Slots): Worth {
    this.machine ??= this.code.machine(never, never);
    const machine = this.machine;
    machine.start(); // what was kept of another state is forgotten
    machine.slots.set(slots);
    return (entry, ...given) => {
      machine.fillSteps();
      try {
        return machine.value(this.entries.get(entry)!, ...given);
      } catch (error) {
        if (error instanceof Fault) return null;
        throw error;
      }
    };
  }

  /** Let its machine serve others; it takes one anew where it is asked again. */
  close(): void {
    this.machine?.close();
    this.machine = null;
  }
}
