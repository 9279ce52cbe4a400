/** The odds worker of a game; in a frame of the workshop, which can begin no worker, one that refuses. */

import type { WorkerPort } from "../../play/odds/client";
import { isEmbedded } from "./isEmbedded";

const NOT_HERE_TEXT = "the odds of answers are worked out only in the game's own page";

/** Start the odds worker. */
export function startOddsWorker(): WorkerPort {
  return isEmbedded() ? refusingPort() : (new Worker("odds.js") as WorkerPort);
}

/** Make a port that answers each question with a refusal. */
export function refusingPort(): WorkerPort {
  const port: WorkerPort = {
    onmessage: null,
    onerror: null,
    postMessage(message) {
      if (message.kind !== "weigh") return;
      const data = { kind: "refused", number: message.number, message: NOT_HERE_TEXT, hint: "" } as const;
      queueMicrotask(() => port.onmessage?.({ data } as MessageEvent));
    },
    terminate() {},
  };
  return port;
}
