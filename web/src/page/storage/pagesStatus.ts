/** Requests to the service worker about the offline pages of rules and tables. */

/** A request to the service worker. */
export type WorkerRequest = "take over" | "how much" | "keep all";

/** The numbers of offline pages and of all pages. */
export interface PagesStatus {
  readonly kept: number;
  readonly of: number;
}

/** Ask the service worker to count or store the offline pages; null if there is no worker. */
export function askWorker(request: Exclude<WorkerRequest, "take over">): Promise<PagesStatus | null> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return Promise.resolve(null);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data as PagesStatus);
    worker.postMessage(request, [port2]);
  });
}
