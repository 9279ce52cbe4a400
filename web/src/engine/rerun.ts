/** Reruns: a second run from the start, up to a known point, to see the state there. */

import type { Entry } from "../rules/program";
import { Fault, type Machine } from "./machine";

/** Thrown to end a rerun (a repeated run) at its target, or at the end of its script. */
export class TargetReached extends Error {}

/**
 * Run until a callback of the machine throws {@link TargetReached}, or the run ends; then close the machine.
 *
 * The machine belongs to this run, with its script ({@link ScriptedCallbacks}) and the observers of the run.
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
