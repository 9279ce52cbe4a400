/** Hints above boxes that scroll sideways, shown while there is more to see. */

import { h } from "../dom";

/** Show a hint above each box that can scroll sideways, and keep it up to date; returns the function that stops it. */
export function showScrollHints(boxes: Iterable<HTMLElement>): () => void {
  const signs = new Map<Element, HTMLElement>();
  const observer = new ResizeObserver((seen) => {
    for (const { target } of seen) signs.get(target)!.hidden = target.scrollWidth <= target.clientWidth;
  });
  for (const box of boxes) {
    const sign = h("p", { class: "sideways", hidden: true }, "Wider than the page: it scrolls sideways ↔");
    signs.set(box, sign);
    box.before(sign);
    observer.observe(box);
  }
  return () => observer.disconnect();
}
