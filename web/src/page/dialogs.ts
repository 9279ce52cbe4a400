/** What is shown above the page until it is closed. */

import { button, type Child, h, icon } from "./dom";

let dialogCount = 0;

/** A dialog that is open. */
export interface OpenDialog {
  readonly element: HTMLDialogElement;
  close(): void;
}

/** How a dialog looks. */
export interface DialogOptions {
  /** As usual where it is left out. */
  readonly kind?: "small" | "broad";
  /** What can be done with it, always in sight below what it says. */
  readonly actions?: readonly Child[];
}

/** Open a dialog: Esc, its button and a touch beside it close it, and the focus goes back to where it was. */
export function openDialog(title: Child, body: Child, { kind, actions = [] }: DialogOptions = {}): OpenDialog {
  const id = `dialog-${++dialogCount}`;
  const element = h("dialog", { class: `dialog ${kind ?? ""}`, "aria-labelledby": id });
  const close = (): void => element.close();
  const closeButton = button(icon("close"), close, { class: "quiet away", "aria-label": "Close" });
  const inside = h(
    "div",
    { class: "inside" },
    h("header", {}, h("h2", { id, tabindex: -1, autofocus: true }, title), closeButton),
    h("div", { class: "content" }, body),
  );
  const content = inside.lastElementChild!;
  if (actions.length > 0) inside.append(h("footer", { class: "ways" }, ...actions));
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
export function confirmAction(title: string, text: Child, confirmLabel: string, action: () => void): void {
  const back = button("Back", () => dialog.close(), { autofocus: true });
  const go = button(
    confirmLabel,
    () => {
      dialog.close();
      action();
    },
    { class: "grave" },
  );
  const dialog = openDialog(title, h("p", {}, text), { kind: "small", actions: [back, go] });
  back.focus();
}

/** Close whatever is open. */
export function closeAll(): void {
  for (const element of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) element.close();
}
