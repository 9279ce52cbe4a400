/** Reading saves, and other work on them, while the page goes on: long ones take seconds. */

import { parseBySlices, type Saved } from "../../session/saved";

/** So long the page may be busy in one go, in milliseconds. */
const BUSY = 40;

/** Told which part of the work is done, from 0 to 1. */
export type Progress = (part: number) => void;

/** What a save says. Throws an {@link InputError} where it is none. */
export function readSave(data: Uint8Array, path: string, progress?: Progress): Promise<Saved> {
  return inSlices(parseBySlices(data, path), progress);
}

/** Do work that is done in slices, and let the page go on between them. */
export async function inSlices<Made>(work: Generator<number, Made>, progress: Progress = () => {}): Promise<Made> {
  for (let begun = performance.now(); ; ) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - begun < BUSY) continue;
    progress(step.value);
    await new Promise((resolve) => setTimeout(resolve));
    begun = performance.now();
  }
}
