/** Reading saves, and other work on them, while the page goes on: long ones take seconds. */

import { type ParsedSave, parseInSlices } from "../../session/saveReader";

/** So long the page may be busy in one go, in milliseconds. */
const MAX_BUSY_MILLISECONDS = 40;

/** Told which part of the work is done, from 0 to 1. */
export type Progress = (part: number) => void;

/** What a save says. Throws an {@link InputError} where it is none. */
export function readSave(data: Uint8Array, path: string, progress?: Progress): Promise<ParsedSave> {
  return runInSlices(parseInSlices(data, path), progress);
}

/** Do work that is done in slices, and let the page go on between them. */
export async function runInSlices<Made>(work: Generator<number, Made>, progress: Progress = () => {}): Promise<Made> {
  for (let startedAt = performance.now(); ; ) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - startedAt < MAX_BUSY_MILLISECONDS) continue;
    progress(step.value);
    await new Promise((resolve) => setTimeout(resolve));
    startedAt = performance.now();
  }
}
