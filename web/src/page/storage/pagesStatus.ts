/** Requests to the service worker about the offline pages of rules and tables. */

/** A request to the service worker. */
export type WorkerRequest = "take over" | "how much" | "keep all" | "keep workshop";

/** The numbers of offline pages and of all pages. */
export interface PagesStatus {
  readonly kept: number;
  readonly of: number;
}

/** Ask the service worker to count or store the offline pages; null if there is no worker. */
export function askWorker(request: "how much" | "keep all"): Promise<PagesStatus | null> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return Promise.resolve(null);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data as PagesStatus);
    worker.postMessage(request, [port2]);
  });
}

/**
 * Have the service worker keep what the workshop is made of, as soon as there is a worker; whether all of it is kept. False
 * where the browser has no such workers, or another version of the site is there by now.
 */
export async function keepWorkshop(): Promise<boolean> {
  const { active } = (await navigator.serviceWorker?.ready) ?? {};
  if (!active) return false;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    active.postMessage("keep workshop" satisfies WorkerRequest, [port2]);
  });
}
