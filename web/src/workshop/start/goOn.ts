/** The files on which somebody may go on, on the start screen: the last written first. */

import { button, type Child, h } from "../../page/dom";
import { describePlace } from "../files/library";
import { baseName } from "../files/paths";
import { showRemovedFiles } from "../history/historyDialog";
import { routeHash } from "../routes";
import type { Workbench } from "../workbench";

/** So many files are listed; all of them stand beside each open one. */
const MAX_FILES = 8;

/** Draw the list; nothing for somebody who has written nothing. */
export function drawGoOn(bench: Workbench): Child {
  const { library } = bench;
  const files = [...library.own].sort((one, other) => library.whenWritten(other.path) - library.whenWritten(one.path));
  if (files.length === 0 && !library.hasRemoved) return null;
  const items = files.slice(0, MAX_FILES).map(({ path }) => {
    const place = describePlace(path, null);
    return h(
      "li",
      {},
      h("a", { href: routeHash(library.routeOf(path)) }, baseName(path), place && h("small", {}, place)),
    );
  });
  const removed = library.hasRemoved && button("Removed files", () => void showRemovedFiles(bench), { class: "link" });
  return h("section", { class: "go-on" }, h("h2", {}, "Go on"), h("ul", {}, ...items, removed && h("li", {}, removed)));
}
