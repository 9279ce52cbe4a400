/** What stands around every screen: the way to the beginning, to the saves and the record, and what is announced. */

import { appendChildren, type Child, h, setChildren } from "./dom";

/** What a place shows. */
export interface Screen {
  /** What the window is called. */
  readonly title: string;
  readonly body: Child;
  /** What stands in the bar above, in place of the usual ways. */
  readonly bar?: Child;
  /** The style of the whole page. */
  readonly kind?: "plain" | "reading" | "playing";
  /** What is done when somebody goes elsewhere. */
  readonly onLeave?: () => void;
  /** What is done when it stands in the page. */
  readonly onShown?: () => void;
}

const bar = h("div", { class: "bar" });
const notices = h("div", { class: "notices", role: "status" });
const main = h("main", { id: "main", tabindex: -1 });

const NAVIGATION_LINKS: readonly (readonly [string, string])[] = [
  ["#/", "Games"],
  ["#/saves", "Saves"],
  ["#/record", "Record"],
];

/** Put the shell into the page. */
export function mountShell(): void {
  const skip = h("a", { class: "skip", href: "#main", onclick: focusMain }, "To the content");
  appendChildren(document.getElementById("page")!, [h("header", { class: "top" }, skip, bar), notices, main]);
}

/** The link's address is no place of the program: it only moves the focus. */
function focusMain(event: Event): void {
  event.preventDefault();
  main.focus();
}

/** Show a screen. */
export function showScreen(screen: Screen): void {
  // What asks for something goes along; what was only told belonged there.
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

/** Say something to everybody who looks or listens; it goes by itself, or as the next is said. */
export function notify(...content: Child[]): void {
  for (const passed of notices.querySelectorAll(".passing")) passed.remove();
  const notice = h("div", { class: "notice passing" }, ...content);
  notices.append(notice);
  setTimeout(() => notice.remove(), 6000);
}

/** Say what counts wherever somebody goes: it stays until somebody closes it. */
export function warn(...content: Child[]): void {
  announce(...content).classList.add("staying");
}

/** Say what is to be read or asked; it stays until somebody closes it. */
export function announce(...content: Child[]): HTMLElement {
  for (const passed of notices.querySelectorAll(".passing")) passed.remove();
  const notice = h("div", { class: "notice" }, ...content);
  notice.append(h("button", { type: "button", class: "quiet", onclick: () => notice.remove() }, "Close"));
  notices.append(notice);
  return notice;
}
