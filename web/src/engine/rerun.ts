/** A run from its beginning, aside from the game, up to a point that is known: to see how things stood there. */

import type { Entry } from "../rules/program";
import { Fault, type Machine } from "./machine";

/** The run has come to what was looked for, or to where nothing more is known. */
export class TargetReached extends Error {}

/**
 * Run until whoever throws, answers or is told for this machine throws {@link TargetReached}, or the run is over.
 *
 * The machine is one of its own for this run, with what is known ({@link Known}) and what is to be seen; it is closed
 * behind it.
 */
export function rerun(machine: Machine, entry: Entry, args: readonly number[]): void {
  try {
    machine.begin();
    machine.call(entry, ...args);
  } catch (error) {
    if (!(error instanceof TargetReached || error instanceof Fault)) throw error;
  } finally {
    machine.close();
  }
}
