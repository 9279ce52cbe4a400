/** How far the desk is, drawn in the page's last line; one that failed can be begun again. */

import { button, h, setChildren } from "../page/dom";
import { type DeskProgress, describeProgress } from "./deskHost";

/** Draw how far the desk is; `beginAgain` begins another. */
export function drawProgress(place: HTMLElement, progress: DeskProgress, beginAgain: () => void): void {
  setChildren(
    place,
    describeProgress(progress),
    " ",
    progress.is === "failed" && button("Begin again", beginAgain),
    progress.is === "asking" && button("Fetch them", () => progress.begin()),
  );
  place.dataset.is = progress.is;
  const isWaiting = progress.is === "fetching" || progress.is === "starting";
  if (isWaiting) place.prepend(h("progress", progressValues(progress)));
}

function progressValues(progress: DeskProgress): Readonly<Record<string, number | string>> {
  const label = { "aria-label": "The desk is being prepared" };
  return progress.is === "fetching" ? { ...label, value: progress.bytes, max: progress.total } : label;
}
