/** The outline of the open file: its items, each leading to its place. */

import { button, h, setChildren } from "../../page/dom";
import type { OutlineItem } from "../desk/classes";
import type { Workbench } from "../workbench";

/** Milliseconds after a change in which further ones are waited for. */
const PAUSE = 500;

/** The outline beside the text. */
export class OutlineView {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly bench: Workbench,
    private readonly place: HTMLElement,
    private readonly goTo: (start: number, end: number) => void,
  ) {}

  /** Draw it after a pause: what it shows may have changed. */
  drawSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.draw(), PAUSE);
  }

  private async draw(): Promise<void> {
    const path = this.bench.open?.path;
    if (path === undefined) return;
    const items = await this.bench.askAbout(path)("outline");
    if (items === null || this.bench.open?.path !== path) return;
    setChildren(this.place, items.length > 0 && [h("h2", {}, "In this file"), drawOutline(items, this.goTo)]);
  }
}

/** Draw an outline. */
function drawOutline(items: readonly OutlineItem[], goTo: (start: number, end: number) => void): HTMLElement {
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
