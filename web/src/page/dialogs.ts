/** Modal dialogs. */

import { button, type Child, h, icon } from "./dom";
import { layers } from "./layers";

let dialogCount = 0;

/** An open dialog. */
export interface OpenDialog {
  readonly element: HTMLDialogElement;
  close(): void;
}

/** The options of a dialog. */
export interface DialogOptions {
  /** Its size; by default the usual one. */
  readonly kind?: "small" | "broad";
  /** Its action buttons, always visible below the contents. */
  readonly actions?: readonly Child[];
}

/**
 * Open a modal dialog, of the style class `kind` and with buttons for `actions`; Esc, its button, a click outside and
 * the browser's Back close it, and the focus returns.
 */
export function openDialog(title: Child, body: Child, { kind, actions = [] }: DialogOptions = {}): OpenDialog {
  const id = `dialog-${++dialogCount}`;
  const element = h("dialog", { class: `dialog ${kind ?? ""}`, "aria-labelledby": id });
  /** Close the dialog. */
  const close = (): void => {
    closeLayer();
    element.close();
  };
  const closeButton = button(icon("close"), close, { class: "quiet away", "aria-label": "Close" });
  const inside = h(
    "div",
    { class: "inside" },
    h("header", {}, h("h2", { id, tabindex: -1, autofocus: true }, title), closeButton),
    h("div", { class: "content" }, body),
  );
  const content = inside.lastElementChild!;
  if (actions.length > 0) inside.append(h("footer", { class: "ways" }, ...actions));
  // Scrollable contents must be reachable by keys.
  if (content.querySelector("a, button, input, select, textarea, [tabindex]") === null)
    content.setAttribute("tabindex", "0");
  element.append(inside);
  element.addEventListener("close", () => {
    closeLayer();
    element.remove();
  });
  element.addEventListener("click", (event) => event.target === element && close());
  document.body.append(element);
  element.showModal();
  const closeLayer = layers.open(close);
  return { element, close };
}

/**
 * Ask the player in a dialog to confirm an action, and perform it after consent; at first the cancel button has the
 * focus.
 */
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

/** Close all open dialogs. */
export function closeAll(): void {
  for (const element of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) element.close();
}
