/** What is read beside play, the pages of rules and tables: the worker is asked how much of it is kept, or to keep all. */

/** What the worker is asked. */
export type WorkerRequest = "take over" | "how much" | "keep all";

/** How many pages are kept on this device, of how many. */
export interface PagesStatus {
  readonly kept: number;
  readonly of: number;
}

/** Ask the worker; null where there is none. */
export function askWorker(request: Exclude<WorkerRequest, "take over">): Promise<PagesStatus | null> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return Promise.resolve(null);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data as PagesStatus);
    worker.postMessage(request, [port2]);
  });
}
