/** The service worker, and new versions of the site: they are told, and nothing is loaded again unless a person wants it. */

import { button } from "./dom";
import { announce } from "./shell";

/** So long the first visit has the line for itself, in milliseconds. */
const FIRST_VISIT_DELAY = 2000;

/** Keep the site on this device; where the browser does not do that, the page works as long as it is online. */
export function keepOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  const hasWorker = navigator.serviceWorker.controller !== null;
  // At the first visit what is looked at comes first.
  setTimeout(() => register(hasWorker), hasWorker ? 0 : FIRST_VISIT_DELAY);
}

function register(hasWorker: boolean): void {
  navigator.serviceWorker
    .register("../sw.js", { scope: "../", updateViaCache: "none" })
    .then((registration) => {
      announceVersion(registration.waiting, hasWorker);
      registration.addEventListener("updatefound", () => {
        const coming = registration.installing;
        coming?.addEventListener("statechange", () => announceVersion(registration.waiting, hasWorker));
      });
    })
    .catch(() => {});
}

let announcedWorker: ServiceWorker | null = null;

/** Tell of a version that waits; the first is none. */
function announceVersion(waiting: ServiceWorker | null, hasWorker: boolean): void {
  if (waiting === null || !hasWorker || waiting === announcedWorker) return;
  announcedWorker = waiting;
  const take = button("Load it", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage("take over");
  });
  announce("A new version of this site is ready. Games go on as they are; nothing is lost. ", take);
}
