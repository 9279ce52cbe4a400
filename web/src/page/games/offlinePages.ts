/** Offline copies of the rules' pages and tables: their number, and a button to store them all. */

import { button, h } from "../dom";
import { askWorker, type PagesStatus } from "../storage/pagesStatus";

/** Create the section on offline copies of the rules' pages; hidden if the browser can store none. */
export function pagesSection(): HTMLElement {
  const statusLine = h("p", { role: "status" });
  const keepAllButton = button("Keep them all", () => void cacheAll());
  const element = h(
    "section",
    { "aria-labelledby": "pages", hidden: true },
    h("h2", { id: "pages" }, "Rules and tables"),
    statusLine,
    keepAllButton,
  );
  /** Have the service worker store all pages, and show the result. */
  async function cacheAll(): Promise<void> {
    keepAllButton.disabled = true;
    statusLine.textContent = "They are fetched …";
    showStatus(await askWorker("keep all"), "Not all could be fetched: try again when there is a network.");
  }
  /** Show how many pages are stored, with a note if not all are. */
  function showStatus(status: PagesStatus | null, note: string): void {
    if (status === null || status.of === 0) return;
    const { kept, of } = status;
    element.hidden = false;
    keepAllButton.hidden = kept === of;
    keepAllButton.disabled = false;
    statusLine.textContent =
      kept === of
        ? `All ${of} pages are kept on this device.`
        : `${kept} of ${of} pages are kept on this device. ${note}`;
  }
  void askWorker("how much").then((found) =>
    showStatus(found, "Each is kept once it was read; to play, none is needed."),
  );
  return element;
}
