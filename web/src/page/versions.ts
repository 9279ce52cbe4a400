/** The service worker, and new versions of the site: they are told, and nothing is loaded again unless a person wants it. */

import { button } from "./dom";
import { announce } from "./shell";

/** So long the first visit has the line for itself, in milliseconds. */
const FIRST = 2000;

/** Keep the site on this device; where the browser does not do that, the page works as long as it is online. */
export function keepOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  const known = navigator.serviceWorker.controller !== null;
  // At the first visit what is looked at comes first.
  setTimeout(() => register(known), known ? 0 : FIRST);
}

function register(known: boolean): void {
  navigator.serviceWorker
    .register("../sw.js", { scope: "../", updateViaCache: "none" })
    .then((registration) => {
      tellOf(registration.waiting, known);
      registration.addEventListener("updatefound", () => {
        const coming = registration.installing;
        coming?.addEventListener("statechange", () => tellOf(registration.waiting, known));
      });
    })
    .catch(() => {});
}

let told: ServiceWorker | null = null;

/** Tell of a version that waits; the first is none. */
function tellOf(waiting: ServiceWorker | null, known: boolean): void {
  if (waiting === null || !known || waiting === told) return;
  told = waiting;
  const take = button("Load it", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage("take over");
  });
  announce("A new version of this site is ready. Games go on as they are; nothing is lost. ", take);
}
