/** The dialogs of the workshop: another name, places to go to, what can be done, help. */

import { openDialog } from "../page/dialogs";
import { button, type Child, errorSentence, h, setChildren } from "../page/dom";
import type { Action, NamedPlace } from "./desk/classes";
import { baseName } from "./files/paths";
import { drawAction } from "./panes/findingList";
import { drawWritingHelp } from "./writingHelp";

/** Ask for another name; `rename` may refuse it. */
export function askForName(old: string, rename: (name: string) => Promise<void>): void {
  const input = h("input", { type: "text", id: "new-name", value: old, autofocus: true });
  const said = h("p", { role: "alert" });
  const form = h(
    "form",
    { method: "dialog" },
    h("div", { class: "field" }, h("label", { for: "new-name" }, "New name"), input),
    said,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    rename(input.value.trim()).then(
      () => dialog.close(),
      (error: unknown) => setChildren(said, errorSentence(error)),
    );
  });
  const go = button("Rename everywhere", () => form.requestSubmit(), { class: "main" });
  const dialog = openDialog(h("span", {}, "Rename ", h("code", {}, old)), form, { kind: "small", actions: [go] });
  input.select();
}

/** Offer places to go to. */
export function choosePlace(title: string, places: readonly NamedPlace[], goTo: (place: NamedPlace) => void): void {
  const item = (place: NamedPlace) =>
    h(
      "li",
      {},
      button(
        [h("code", {}, place.text), h("small", {}, ` ${baseName(place.place.file)}, line ${place.line}`)],
        () => {
          dialog.close();
          goTo(place);
        },
        { class: "link" },
      ),
    );
  const dialog = openDialog(title, h("ul", { class: "places" }, ...places.map(item)));
}

/** Offer what can be done. */
export function chooseAction(actions: readonly Action[], perform: (action: Action) => void): void {
  const item = (action: Action) =>
    h(
      "li",
      {},
      drawAction(action, () => {
        dialog.close();
        perform(action);
      }),
    );
  const dialog = openDialog("What can be done", h("ul", { class: "places" }, ...actions.map(item)), { kind: "small" });
  dialog.element.querySelector<HTMLButtonElement>(".places button")?.focus();
}

const KEYS: readonly (readonly [string, string])[] = [
  ["Ctrl-Space", "complete the word"],
  ["Ctrl-.", "what can be done about the finding at the cursor"],
  ["F8", "to the next finding; Shift-F8: the one before"],
  ["F12", "to where a name is declared; Shift-F12: all its places"],
  ["F2", "rename it everywhere"],
  ["Ctrl-Enter", "play these rules"],
  ["Shift-Alt-F", "lay the file out"],
  ["Ctrl-F", "search and replace"],
  ["Ctrl-/", "comment lines out"],
  ["Ctrl-Z, Ctrl-Y", "undo, redo"],
  ["Escape, then Tab", "leave the editor by keyboard"],
  ["F1", "this help"],
];

/** Show how a house rule is written, and the keys: folded where there is no keyboard. */
export function showHelp(): void {
  const rows = KEYS.map(
    ([keys, act]): Child => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, keys)), h("td", {}, act)),
  );
  const about = h(
    "p",
    {},
    "On a Mac, Cmd stands for Ctrl, except for Ctrl-Space. Point at a name to see what is known of it.",
  );
  const isOpen = !matchMedia("(pointer: coarse)").matches;
  const table = h("table", { class: "keys" }, h("tbody", {}, ...rows));
  openDialog("Help", [drawWritingHelp(), h("details", { open: isOpen }, h("summary", {}, "Keys"), about, table)]);
}
