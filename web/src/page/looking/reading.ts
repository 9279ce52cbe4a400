/** Reading saves and running them again while the page goes on: long ones take seconds. */

import { parseBySlices, type Saved } from "../../session/saved";
import type { Session } from "../../session/session";
import { notify } from "../shell";

/** So long the page may be busy in one go, in milliseconds. */
const BUSY = 40;

/** Told which part of the work is done, from 0 to 1. */
export type Progress = (part: number) => void;

/** What a save says. Throws an {@link InputError} where it is none. */
export function readSave(data: Uint8Array, path: string, progress?: Progress): Promise<Saved> {
  return inSlices(parseBySlices(data, path), progress);
}

/** Run a save again, up to where {@link Session.play} has little left to do; how far it has come is told meanwhile. */
export function catchUp(session: Session): Promise<void> {
  return inSlices(session.catchUp(), tellAgain);
}

/** Tell how far saves have been run again. */
export const tellAgain: Progress = (part) => notify(`Playing the save again: ${Math.floor(100 * part)} %`);

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
