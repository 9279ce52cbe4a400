/** The site's versions: the workshop is kept for offline, and a newer version is announced; each page goes on with its own. */

import { button } from "../page/dom";
import { keepOffline } from "../page/siteUpdates";
import { keepWorkshop } from "../page/storage/pagesStatus";
import type { Notify } from "./keeping";

const TAKEN_ELSEWHERE =
  "A newer version of this site was loaded in another tab. Load this page again, too: nothing is lost. ";

/** Announce newer versions of the site. */
export function announceVersions(notify: Notify): void {
  keepOffline(notify, "Your files stay as they are");
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!worker?.controller) return; // the first worker is no newer version
  const reload = () => location.reload();
  worker.addEventListener("controllerchange", () => notify(TAKEN_ELSEWHERE, button("Load again", reload)), {
    once: true,
  });
}

/** Keep the workshop on this device, once its desk is ready; calls `done` when all of it is kept. */
export async function keepAllParts(done: () => void): Promise<void> {
  if (await keepWorkshop()) done();
}
