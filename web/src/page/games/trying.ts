/** Trying a game file that somebody handed to the page, in a worker that is ended where it takes too long. */

import { unreachable } from "../../closed";
import type { Tried } from "../../play/trial/messages";
import { NoGame } from "../../rules/gamefile";

/** So long a trial may take, in milliseconds, and the page goes on meanwhile: that of the largest game takes a second. */
const PATIENCE = 15_000;

const ENDLESS = "This game comes to no end as it is begun, so it is not kept.";

/** What is needed of a worker. */
export interface Carrier {
  postMessage(message: Blob): void;
  onmessage: ((event: MessageEvent<Tried>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** See that a game file can be played without harm. Throws {@link NoGame} where it cannot. */
export function checkHarmless(file: Blob, begin: () => Carrier, patience: number = PATIENCE): Promise<void> {
  const worker = begin();
  return new Promise<void>((resolve, reject) => {
    const refuse = (message: string, cause?: string): void => reject(new NoGame(message, { cause }));
    const late = setTimeout(() => refuse(ENDLESS), patience);
    worker.onmessage = ({ data }) => {
      clearTimeout(late);
      switch (data.is) {
        case "fit":
          return resolve();
        case "endless":
          return refuse(ENDLESS);
        case "unfit":
          return refuse(data.message);
        case "failed":
          return refuse("This game does what no game does, so it is not kept.", data.message);
        default:
          return unreachable(data);
      }
    };
    worker.onerror = (event) => {
      clearTimeout(late);
      refuse("This game could not be tried, so it is not kept.", event.message);
    };
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
