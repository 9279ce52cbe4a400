/** The worker of odds: it plays runs beside the page, which goes on meanwhile. */

import { Desk } from "./desk";
import type { FromWorker, ToWorker } from "./messages";

declare const self: DedicatedWorkerGlobalScope;

const desk = new Desk(
  (message: FromWorker) => self.postMessage(message),
  (work) => setTimeout(work, 0),
);
self.onmessage = (event: MessageEvent<ToWorker>) => desk.take(event.data);
