/** Registration of the service worker, and announcements of new site versions, which load only on request. */

import { button, type Child } from "./dom";

/** Says something that stays until it is closed, with an action. */
type Announce = (text: string, action: Child) => void;

/** Says that a version is ready, with the button that loads it. */
type AnnounceReady = (take: Child) => void;

/** Milliseconds of a first visit before the worker uses the network. */
const FIRST_VISIT_DELAY = 2000;

/**
 * Register the service worker that keeps the site usable offline, if the browser has such workers; `stays`
 * says what a new version leaves as it is.
 */
export function keepOffline(announce: Announce, stays = "Games go on as they are"): void {
  if (!("serviceWorker" in navigator)) return;
  const hasWorker = navigator.serviceWorker.controller !== null;
  // At the first visit the visible page loads first.
  const announceReady = (take: Child) =>
    announce(`A new version of this site is ready. ${stays}; nothing is lost. `, take);
  setTimeout(() => registerWorker(announceReady, hasWorker), hasWorker ? 0 : FIRST_VISIT_DELAY);
}

/** Register the service worker, and announce new versions of the site; `hasWorker`: whether one serves already. */
function registerWorker(announceReady: AnnounceReady, hasWorker: boolean): void {
  navigator.serviceWorker
    .register("../sw.js", { scope: "../", updateViaCache: "none" })
    .then((registration) => {
      announceVersion(announceReady, registration.waiting, hasWorker);
      registration.addEventListener("updatefound", () => {
        const coming = registration.installing;
        coming?.addEventListener("statechange", () => announceVersion(announceReady, registration.waiting, hasWorker));
      });
    })
    .catch(() => {});
}

let announcedWorker: ServiceWorker | null = null;

/**
 * Announce that a new version of the site (`waitingWorker`) is ready to be loaded, unless this browser has seen none
 * before (no `hasWorker`).
 */
function announceVersion(announceReady: AnnounceReady, waitingWorker: ServiceWorker | null, hasWorker: boolean): void {
  if (waitingWorker === null || !hasWorker || waitingWorker === announcedWorker) return;
  announcedWorker = waitingWorker;
  const take = button("Load it", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waitingWorker.postMessage("take over");
  });
  announceReady(take);
}
