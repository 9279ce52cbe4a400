/** What is wider than the page scrolls in a box of its own, and a line above it says so as long as it is. */

import { h } from "../dom";

/** Have boxes that may scroll sideways say when they do; what stops it. */
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
