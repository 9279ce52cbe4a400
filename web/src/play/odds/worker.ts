/** The odds worker: it plays runs beside the page. */

import type { FromWorker, ToWorker } from "./messages";
import { OddsServer } from "./oddsServer";

declare const self: DedicatedWorkerGlobalScope;

const server = new OddsServer(
  (message: FromWorker) => self.postMessage(message),
  (work) => setTimeout(work, 0),
);
self.onmessage = (event: MessageEvent<ToWorker>) => server.handleMessage(event.data);
