/** Tabs, each with a panel: of the panels one is shown (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). */

import { type Child, h, setChildren } from "../../page/dom";

/** A tab. */
export interface TabContents {
  readonly id: string;
  readonly title: string;
}

/** A row of tabs with the panel below. */
export class Tabs {
  readonly element: HTMLElement;
  readonly panel = h("div", { class: "panel", role: "tabpanel", id: "pane", tabindex: 0 });
  private readonly tabs = new Map<string, HTMLButtonElement>();
  private selected = "";

  constructor(
    label: string,
    contents: readonly TabContents[],
    private readonly select: (id: string) => void,
  ) {
    for (const { id, title } of contents) this.tabs.set(id, this.makeTab(id, title));
    const list = h("div", { class: "tabs", role: "tablist", "aria-label": label }, ...this.tabs.values());
    list.addEventListener("keydown", (event) => this.moveByKey(event));
    this.element = h("div", { class: "tabbed" }, list, this.panel);
  }

  /** The selected tab. */
  get current(): string {
    return this.selected;
  }

  /** Select a tab, and let its panel be filled. */
  show(id: string): void {
    this.selected = id;
    for (const [each, tab] of this.tabs) {
      tab.setAttribute("aria-selected", String(each === id));
      tab.tabIndex = each === id ? 0 : -1;
    }
    this.panel.setAttribute("aria-labelledby", `tab-${id}`);
    this.select(id);
  }

  /** Fill the panel of a tab, if it is shown. */
  fill(id: string, ...children: Child[]): void {
    if (this.selected === id) setChildren(this.panel, ...children);
  }

  private makeTab(id: string, title: string): HTMLButtonElement {
    const attributes = { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": "pane", tabindex: -1 };
    return h("button", { ...attributes, onclick: () => this.show(id) }, title);
  }

  private moveByKey(event: KeyboardEvent): void {
    const ids = [...this.tabs.keys()];
    const at = ids.indexOf(this.selected);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: ids.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const id = ids.at(next % ids.length)!;
    this.show(id);
    this.tabs.get(id)!.focus();
  }
}
