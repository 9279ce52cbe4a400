/** The files on which somebody may go on, on the start screen: the last written first, of each game one. */

import { button, type Child, h } from "../../page/dom";
import { describePlace } from "../files/library";
import { baseName } from "../files/paths";
import { showRemovedFiles } from "../history/historyDialog";
import { routeHash } from "../routes";
import type { Workbench } from "../workbench";

/** So many are listed; all files stand beside each open one. */
const MAX_FILES = 8;

/** Draw the list; nothing for somebody who has written nothing. */
export function drawGoOn(bench: Workbench): Child {
  const { library } = bench;
  const latest = [...library.own].sort((one, other) => library.whenWritten(other.path) - library.whenWritten(one.path));
  if (latest.length === 0 && !library.hasRemoved) return null;
  const places = latest.map(({ path }) => describePlace(path, null));
  const files = latest.filter((_, at) => places[at] === "" || places.indexOf(places[at]!) === at);
  const items = files.slice(0, MAX_FILES).map(({ path }) => {
    const place = describePlace(path, null);
    const names = [place || baseName(path), place && h("small", {}, baseName(path))];
    return h("li", {}, h("a", { href: routeHash(library.routeOf(path)) }, ...names));
  });
  const removed = library.hasRemoved && button("Removed files", () => void showRemovedFiles(bench), { class: "link" });
  return h("section", { class: "go-on" }, h("h2", {}, "Go on"), h("ul", {}, ...items, removed && h("li", {}, removed)));
}
