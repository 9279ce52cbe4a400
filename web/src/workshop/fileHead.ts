/** The line above the editor: which file it is, where it comes from, and what can be done with it as a whole. */

import { button, type Child, h } from "../page/dom";
import type { LibraryFile } from "./files/library";
import { baseName, isLinked } from "./files/paths";
import { keepLinkedRules } from "./share/linkedFiles";
import type { Workbench } from "./workbench";

/** What the line asks of the page. */
export interface FileHeadHost {
  readonly bench: Workbench;
  /** Do something that may fail. */
  run(act: () => void | Promise<void>): void;
  format(): Promise<void>;
}

const OF_SOMEBODY =
  "Somebody else wrote this, and a link brought it. It runs apart from your files. It is gone when you leave this page, unless you keep it.";

/** Draw the line. */
export function drawFileHead({ bench, run, format }: FileHeadHost, file: LibraryFile): readonly Child[] {
  const title = h("h1", {}, baseName(file.path));
  const layOut = button("Lay out", () => run(format), { class: "quiet", title: "Shift-Alt-F" });
  if (isLinked(file.path)) {
    const keep = button("Keep", () => run(() => keepLinkedRules(bench, file.path)), { class: "main" });
    return [
      title,
      h("small", {}, "from a link, not kept yet"),
      layOut,
      h("p", { class: "notice-line" }, OF_SOMEBODY, keep),
    ];
  }
  if (file.isOwn) return [title, layOut];
  const copy = button("Change a copy", () => run(() => bench.changeCopy(file.path)));
  return [title, h("small", {}, "as the game has it, read only"), copy];
}
