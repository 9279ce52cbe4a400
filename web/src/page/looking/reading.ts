/** Reading saves while the page goes on: a long one takes seconds. */

import { parseBySlices, type Saved } from "../../session/saved";

/** So long the page may be busy in one go, in milliseconds. */
const BUSY = 40;

/** Told which part of a save has been read, from 0 to 1. */
export type Progress = (part: number) => void;

/** What a save says. Throws an {@link InputError} where it is none. */
export async function readSave(data: Uint8Array, path: string, progress: Progress = () => {}): Promise<Saved> {
  const parsing = parseBySlices(data, path);
  for (let begun = performance.now(); ; ) {
    const step = parsing.next();
    if (step.done) return step.value;
    if (performance.now() - begun < BUSY) continue;
    progress(step.value);
    await new Promise((resolve) => setTimeout(resolve));
    begun = performance.now();
  }
}
