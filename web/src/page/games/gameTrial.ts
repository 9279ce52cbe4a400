/** Trial of a player's game file in a worker with a time limit. */

import { unreachable } from "../../closed";
import type { TrialResult } from "../../play/trial/messages";
import { InvalidGame } from "../../rules/gamefile";

/** Maximum milliseconds of a trial, beside the page: the largest game takes a second. */
const MAX_TRIAL_MILLISECONDS = 15_000;

const ENDLESS_TEXT = "This game comes to no end as it is begun, so it is not kept.";

/** The part of a worker's interface that a trial uses. */
export interface TrialWorker {
  postMessage(message: Blob): void;
  onmessage: ((event: MessageEvent<TrialResult>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** Try a stranger's game file in a worker with a time limit. Throws {@link InvalidGame} if it cannot be played. */
export function checkHarmless(
  file: Blob,
  startWorker: () => TrialWorker,
  maxMilliseconds: number = MAX_TRIAL_MILLISECONDS,
): Promise<void> {
  const worker = startWorker();
  return new Promise<void>((resolve, reject) => {
    /** Reject the game file with a message for the player; the cause is for developers. */
    const refuse = (message: string, cause?: string): void => reject(new InvalidGame(message, { cause }));
    const timer = setTimeout(() => refuse(ENDLESS_TEXT), maxMilliseconds);
    worker.onmessage = ({ data }) => {
      clearTimeout(timer);
      switch (data.is) {
        case "fit":
          return resolve();
        case "endless":
          return refuse(ENDLESS_TEXT);
        case "unfit":
          return refuse(data.message);
        case "failed":
          return refuse("This game does what no game does, so it is not kept.", data.message);
        default:
          return unreachable(data);
      }
    };
    worker.onerror = (event) => {
      clearTimeout(timer);
      refuse("This game could not be tried, so it is not kept.", event.message);
    };
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
