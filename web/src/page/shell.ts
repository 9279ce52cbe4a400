/** The shell around every screen: navigation, and announcements. */

import type { Neighbour } from "../rules/documents";
import { appendChildren, type Child, h, setChildren } from "./dom";
import { createSiteBar, fillSiteBar } from "./siteBar";

/** The contents of a screen. */
export interface Screen {
  /** The window title. */
  readonly title: string;
  readonly body: Child;
  /** The contents of the top bar instead of the navigation. */
  readonly bar?: Child;
  /** The style of the whole page. */
  readonly kind?: "plain" | "reading" | "playing";
  /** Called when the user leaves it. */
  readonly onLeave?: () => void;
  /** Called once it is in the page. */
  readonly onShown?: () => void;
}

const siteBar = createSiteBar();
const bar = h("div", { class: "bar" });
const notices = h("div", { class: "notices", role: "status" });
const main = h("main", { id: "main", tabindex: -1 });

const NAVIGATION_LINKS: readonly (readonly [string, string])[] = [
  ["#/", "Games"],
  ["#/saves", "Saves"],
  ["#/record", "Record"],
];

/** Add the frame around all screens to the page: the larger site, navigation, and the place of announcements. */
export function mountShell(): void {
  const skip = h("a", { class: "skip", href: "#main", onclick: focusMain }, "To the content");
  appendChildren(document.getElementById("page")!, [skip, siteBar, h("header", { class: "top" }, bar), notices, main]);
}

/** Show the links to the parts of a larger site above the page's own header; nothing if there are none. */
export function showNeighbours(neighbours: readonly Neighbour[]): void {
  fillSiteBar(siteBar, neighbours);
}

/** Move the focus to the main contents, without following the link's address, which is no route. */
function focusMain(event: Event): void {
  event.preventDefault();
  main.focus();
}

/** Show a screen in place of the current one. */
export function showScreen(screen: Screen): void {
  // Announcements stay across screens; notifications belonged to the old one.
  for (const notice of [...notices.children])
    if (!notice.matches(".staying, :has(button:not(.quiet))")) notice.remove();
  document.title = screen.title === "Bombsight" ? screen.title : `${screen.title} · Bombsight`;
  document.body.className = screen.kind ?? "";
  setChildren(bar, screen.bar ?? navigationBar());
  setChildren(main, screen.body);
  scrollTo({ top: 0, behavior: "instant" });
  main.focus({ preventScroll: true });
  screen.onShown?.();
}

/** Create the navigation: links to the main screens, with the current one marked. */
function navigationBar(): Child {
  const here = location.hash || "#/";
  const links = NAVIGATION_LINKS.map(([href, title]) =>
    h("li", {}, h("a", { href, "aria-current": href === here ? "page" : null }, title)),
  );
  return [
    h("a", { class: "brand", href: "../index.html" }, "Bombsight"),
    h("nav", { "aria-label": "Program" }, h("ul", {}, ...links)),
  ];
}

/** Show a transient notification, also to screen readers; it replaces the one before. */
export function notify(...content: Child[]): void {
  for (const passed of notices.querySelectorAll(".passing")) passed.remove();
  const notice = h("div", { class: "notice passing" }, ...content);
  notices.append(notice);
  setTimeout(() => notice.remove(), 6000);
}

/** Show a warning on all screens until the user closes it. */
export function warn(...content: Child[]): void {
  announce(...content).classList.add("staying");
}

/** Show an announcement on all screens until the user closes it. */
export function announce(...content: Child[]): HTMLElement {
  for (const passed of notices.querySelectorAll(".passing")) passed.remove();
  const notice = h("div", { class: "notice" }, ...content);
  notice.append(h("button", { type: "button", class: "quiet", onclick: () => notice.remove() }, "Close"));
  notices.append(notice);
  return notice;
}
