/** The history of a file: its versions, each beside the present text, and brought back when somebody wants it. */

import { pluralize } from "../../listing";
import { openDialog } from "../../page/dialogs";
import { button, h, setChildren } from "../../page/dom";
import { findReplacement } from "../editor/edits";
import type { FileVersion } from "../files/fileStore";
import type { LibraryFile } from "../files/library";
import { baseName } from "../files/paths";
import type { Workbench } from "../workbench";
import { drawDiff } from "./diffView";
import { countChanges, diffLines } from "./lineDiff";

/** Show the history of a file. */
export async function showHistory(bench: Workbench, { path }: LibraryFile): Promise<void> {
  const versions = await bench.library.store.history(path);
  const present = bench.library.find(path)?.text ?? "";
  const earlier = versions.filter(({ text }, at) => text !== (at === 0 ? present : versions[at - 1]!.text));
  const view = h("div", { class: "version-view" });
  const buttons = earlier.map((version) =>
    button(describeVersion(version, present), () => show(version), { class: "version", "aria-pressed": "false" }),
  );
  const show = (version: FileVersion) => {
    for (const [at, each] of buttons.entries()) each.setAttribute("aria-pressed", String(earlier[at] === version));
    const back = button("Bring it back", () => {
      dialog.close();
      bringBack(bench, path, version.text);
    });
    setChildren(
      view,
      h("p", {}, "What the present text has (+) and has no more (−). ", back),
      drawDiff(diffLines(version.text, present)),
    );
  };
  const list = h("ol", { class: "versions" }, ...buttons.map((each) => h("li", {}, each)));
  const none = h(
    "p",
    {},
    "There is no earlier text of this file yet. A version is kept for each five minutes of work.",
  );
  const body = earlier.length === 0 ? none : h("div", { class: "history" }, list, view);
  const dialog = openDialog(`History of ${baseName(path)}`, body, { kind: earlier.length === 0 ? "small" : "broad" });
  if (earlier[0]) show(earlier[0]);
}

/** Put an earlier text in the place of the present one; that is a change like any other, and can be undone. */
function bringBack(bench: Workbench, path: string, text: string): void {
  const present = bench.library.find(path)?.text ?? "";
  bench.library.store.endVersion(path);
  bench.applyChanges([{ file: path, changes: [findReplacement(present, text)] }]);
}

function describeVersion({ written, text }: FileVersion, present: string): HTMLElement {
  const { added, removed } = countChanges(diffLines(text, present));
  const when = new Date(written);
  const counts = [added > 0 && `${added} added`, removed > 0 && `${removed} removed`].filter(Boolean).join(", ");
  return h(
    "span",
    {},
    h("time", { datetime: when.toISOString() }, describeTime(when)),
    h("small", {}, counts ? `${counts} since` : "as it is now"),
  );
}

/** When something was, for people: without the day for today. */
export function describeTime(when: Date): string {
  const isToday = when.toDateString() === new Date().toDateString();
  const time = when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return isToday
    ? `Today, ${time}`
    : `${when.toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" })}, ${time}`;
}

/** Offer the removed files to be brought back. */
export async function showRemovedFiles(bench: Workbench): Promise<void> {
  const files = await bench.library.store.listRemoved();
  const items = files.map(({ path, text }) =>
    h(
      "li",
      {},
      h("span", {}, h("strong", {}, baseName(path)), h("small", {}, ` ${pluralize(text.split("\n").length, "line")}`)),
      button("Bring it back", () => {
        dialog.close();
        void bench.addFile(path, text);
      }),
    ),
  );
  const none = h("p", {}, "None was removed, or those that were are too old: the last fifty are kept.");
  const list = items.length > 0 ? h("ul", { class: "removed-files" }, ...items) : none;
  const dialog = openDialog("Removed files", list, { kind: "small" });
}
