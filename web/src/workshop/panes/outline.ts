/** The outline of the open file: its items, each leading to its place. */

import { button, h } from "../../page/dom";
import type { OutlineItem } from "../desk/classes";

/** Draw an outline. */
export function drawOutline(items: readonly OutlineItem[], goTo: (start: number, end: number) => void): HTMLElement {
  const draw = (item: OutlineItem): HTMLElement =>
    h(
      "li",
      {},
      button([item.name, item.detail && h("small", {}, ` ${item.detail}`)], () => goTo(item.start, item.start), {
        class: "link",
      }),
      item.children.length > 0 && h("ul", {}, ...item.children.map(draw)),
    );
  return h("ul", { class: "outline" }, ...items.map(draw));
}
