/** The pages of rules and tables: how many are kept on this device, and the way to keep them all. */

import { button, h } from "../dom";
import { type Kept, pages } from "../keeping/pages";

/** What is told of them; nothing where no page is kept by itself. */
export function pagesSection(): HTMLElement {
  const told = h("p", { role: "status" });
  const all = button("Keep them all", () => void keepAll());
  const element = h(
    "section",
    { "aria-labelledby": "pages", hidden: true },
    h("h2", { id: "pages" }, "Rules and tables"),
    told,
    all,
  );
  async function keepAll(): Promise<void> {
    all.disabled = true;
    told.textContent = "They are fetched …";
    tell(await pages("keep all"), "Not all could be fetched: try again when there is a network.");
  }
  function tell(found: Kept | null, otherwise: string): void {
    if (found === null || found.of === 0) return;
    const { kept, of } = found;
    element.hidden = false;
    all.hidden = kept === of;
    all.disabled = false;
    told.textContent =
      kept === of
        ? `All ${of} pages are kept on this device.`
        : `${kept} of ${of} pages are kept on this device. ${otherwise}`;
  }
  void pages("how much").then((found) => tell(found, "Each is kept once it was read; to play, none is needed."));
  return element;
}
