/** What is shown above the page until it is closed. */

import { button, type Child, h, icon } from "./dom";

let numbered = 0;

/** A dialog that is open. */
export interface Opened {
  readonly element: HTMLDialogElement;
  close(): void;
}

/** How a dialog looks. */
export interface Look {
  /** As usual where it is left out. */
  readonly kind?: "small" | "broad";
  /** What can be done with it, always in sight below what it says. */
  readonly ways?: readonly Child[];
}

/** Open a dialog: Esc, its button and a touch beside it close it, and the focus goes back to where it was. */
export function open(title: Child, body: Child, { kind, ways = [] }: Look = {}): Opened {
  const id = `dialog-${++numbered}`;
  const element = h("dialog", { class: `dialog ${kind ?? ""}`, "aria-labelledby": id });
  const close = (): void => element.close();
  const away = button(icon("close"), close, { class: "quiet away", "aria-label": "Close" });
  const inside = h(
    "div",
    { class: "inside" },
    h("header", {}, h("h2", { id, tabindex: -1, autofocus: true }, title), away),
    h("div", { class: "content" }, body),
  );
  const content = inside.lastElementChild!;
  if (ways.length > 0) inside.append(h("footer", { class: "ways" }, ...ways));
  // What can be scrolled must be reached by keys.
  if (content.querySelector("a, button, input, select, textarea, [tabindex]") === null)
    content.setAttribute("tabindex", "0");
  element.append(inside);
  element.addEventListener("close", () => element.remove());
  element.addEventListener("click", (event) => event.target === element && close());
  document.body.append(element);
  element.showModal();
  return { element, close };
}

/** Ask whether something is meant; what leads back has the focus. */
export function sure(title: string, told: Child, yes: string, act: () => void): void {
  const back = button("Back", () => opened.close(), { autofocus: true });
  const go = button(
    yes,
    () => {
      opened.close();
      act();
    },
    { class: "grave" },
  );
  const opened = open(title, h("p", {}, told), { kind: "small", ways: [back, go] });
  back.focus();
}

/** Close whatever is open. */
export function closeAll(): void {
  for (const element of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) element.close();
}
