/** The trial worker: it takes one game file, tries it, and posts the result. */

import { WorkLimitExceeded } from "../../engine/fuel";
import { InputError } from "../../errors";
import { InvalidGame } from "../../rules/gamefile";
import type { TrialResult } from "./messages";
import { tryGame } from "./trial";

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = async (event: MessageEvent<Blob>) => self.postMessage(await runTrial(event.data));

/** Try a game file, and return whether it may be played, or why not. */
async function runTrial(file: Blob): Promise<TrialResult> {
  try {
    await tryGame(file);
    return { is: "fit" };
  } catch (error) {
    if (error instanceof WorkLimitExceeded) return { is: "endless" };
    if (error instanceof DOMException) return { is: "unfit", message: "This file cannot be read." };
    const message = error instanceof Error ? error.message : String(error);
    return error instanceof InvalidGame || error instanceof InputError
      ? { is: "unfit", message }
      : { is: "failed", message };
  }
}
