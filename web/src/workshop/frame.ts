/** The frame of the page: bar, files, editor, panes, and what the desk is doing. On a phone one of the three is shown. */

import { button, type Child, h, icon, setChildren } from "../page/dom";
import { createSiteBar } from "../page/siteBar";
import { showSiteHeader } from "./siteHeader";

/** The parts of which a phone shows one. */
const PARTS = [
  ["files", "Files"],
  ["text", "Rules"],
  ["panes", "Odds, card"],
] as const;

/** A part. */
export type Part = (typeof PARTS)[number][0];

/** The places of the page that others fill. */
export class Frame {
  private readonly siteBar = createSiteBar();
  readonly bar = h("div", { class: "bar-actions" });
  readonly files = h("nav", { class: "side", "aria-label": "Files" });
  readonly outline = h("nav", { class: "outline-place", "aria-label": "Outline" });
  readonly fileHead = h("div", { class: "file-head" });
  readonly editor = h("div", { class: "editor" });
  readonly findings = h("div", { class: "found-place" });
  readonly panes = h("div", { class: "pane-place" });
  readonly start = h("div", { class: "start-place" });
  readonly tour = h("aside", { class: "tour-place", "aria-label": "Tour" });
  readonly status = h("p", { role: "status", class: "desk-state" });
  private readonly notices = h("div", { class: "notices", role: "status" });
  private readonly main: HTMLElement;
  private readonly tabs = new Map<Part, HTMLButtonElement>();

  constructor(place: HTMLElement, showHelp: () => void) {
    for (const [part, title] of PARTS)
      this.tabs.set(
        part,
        button(title, () => this.showPart(part), { "aria-pressed": "false" }),
      );
    const left = h("div", { class: "left" }, this.files, this.outline);
    const text = h("section", { class: "text", "aria-label": "Rules" }, this.fileHead, this.editor, this.findings);
    this.main = h("main", { class: "bench", id: "main" }, this.start, this.tour, left, text, this.panes);
    setChildren(
      place,
      h("a", { class: "skip", href: "#main", onclick: (event) => this.skip(event) }, "To the content"),
      h(
        "header",
        { class: "top" },
        this.siteBar,
        h(
          "div",
          { class: "bar" },
          h("a", { class: "brand", href: "../index.html" }, "Bombsight"),
          h("a", { class: "brand here", href: "#/" }, "Workshop"),
          this.bar,
          button("?", showHelp, { class: "quiet", "aria-label": "Help", title: "How to write a rule, and keys (F1)" }),
        ),
      ),
      this.main,
      h("nav", { class: "parts", "aria-label": "Parts of the page" }, ...this.tabs.values()),
      h("footer", { class: "foot" }, this.status),
      this.notices,
    );
    this.showPart("text");
    void showSiteHeader(this.siteBar);
  }

  /** Show a part, where only one has room. */
  showPart(part: Part): void {
    document.body.dataset.part = part;
    for (const [each, tab] of this.tabs) tab.setAttribute("aria-pressed", String(each === part));
  }

  /** Show the start screen in place of the bench, or the bench. */
  showStart(contents: Child): void {
    const isStart = contents !== null;
    document.body.classList.toggle("starting", isStart);
    setChildren(this.start, contents);
  }

  /** Say in place of the bench that a file is on its way. */
  showWaiting(): void {
    this.showStart(h("p", { class: "start-screen", role: "status" }, "Your file is on its way."));
  }

  /** Say something for a while; with an action it stays until it is closed. */
  notify(text: string, action: Child = null): void {
    for (const passed of this.notices.querySelectorAll(".passing")) passed.remove();
    const notice = h("div", { class: action ? "notice" : "notice passing" }, text, action);
    if (action) notice.append(button(icon("close"), () => notice.remove(), { "aria-label": "Close" }));
    else setTimeout(() => notice.remove(), 8000);
    this.notices.append(notice);
  }

  private skip(event: Event): void {
    event.preventDefault();
    this.main.querySelector<HTMLElement>(".cm-content, input, select, button")?.focus();
  }
}
