/** Long work on saves in slices, so that the page stays responsive. */

import { type ParsedSave, parseInSlices } from "../../session/saveReader";

/** Maximum milliseconds of a slice of work. */
const MAX_BUSY_MILLISECONDS = 40;

/** Takes the fraction done, from 0 to 1. */
export type Progress = (part: number) => void;

/** Parse a save in slices, so that the page stays responsive. Throws an {@link InputError} if it is no save. */
export function readSave(data: Uint8Array, path: string, progress?: Progress): Promise<ParsedSave> {
  return runInSlices(parseInSlices(data, path), progress);
}

/** Run a generator of slices of work to its end, with idle time for the page between slices; returns its result. */
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
