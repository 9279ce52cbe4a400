/** The worker of trials: it takes one game file, tries it, and says what came of that. */

import { WorkedTooLong } from "../../engine/fuel";
import { InputError } from "../../errors";
import { NoGame } from "../../rules/gamefile";
import type { Tried } from "./messages";
import { tryGame } from "./trial";

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = async (event: MessageEvent<Blob>) => self.postMessage(await tried(event.data));

async function tried(file: Blob): Promise<Tried> {
  try {
    await tryGame(file);
    return { is: "fit" };
  } catch (error) {
    if (error instanceof WorkedTooLong) return { is: "endless" };
    if (error instanceof DOMException) return { is: "unfit", message: "This file cannot be read." };
    const message = error instanceof Error ? error.message : String(error);
    return error instanceof NoGame || error instanceof InputError
      ? { is: "unfit", message }
      : { is: "failed", message };
  }
}
