/** The list of files: one's own, then, folded, those of the game that the open file is of or for. */

import { button, type Child, h, icon } from "../../page/dom";
import type { ShownFinding } from "../desk/classes";
import { routeHash } from "../routes";
import { describePlace, type Library } from "./library";
import { baseName } from "./paths";

/** What the list shows. */
export interface FileListModel {
  readonly library: Library;
  readonly open: string;
  readonly findings: ReadonlyMap<string, readonly ShownFinding[]>;
  remove(path: string): void;
}

/** Draw the list. */
export function drawFiles({ library, open, findings, remove }: FileListModel): Child {
  const game = library.gameOf(open);
  const item = (path: string, place: string, isOwn: boolean) => {
    const count = findings.get(path)?.length ?? 0;
    const attributes = { href: routeHash({ at: "file", path }), "aria-current": path === open ? "page" : null };
    return h(
      "li",
      {},
      h(
        "a",
        attributes,
        h("span", {}, baseName(path), place && h("small", {}, ` ${place}`)),
        count > 0 && h("span", { class: "count", "aria-label": `${count} findings` }, String(count)),
      ),
      isOwn &&
        button(icon("close"), () => remove(path), { class: "quiet away", "aria-label": `Remove ${baseName(path)}` }),
    );
  };
  const others = game?.files.filter(({ file }) => !library.find(file)?.isOwn) ?? [];
  const isOfGame = others.some(({ file }) => file === open);
  return [
    h("h2", {}, "Your files"),
    library.own.length === 0 && h("p", { class: "faint" }, "None yet."),
    h(
      "ul",
      { class: "files" },
      ...library.own.map(({ path }) =>
        item(
          path,
          describePlace(path, library.originalText(path) === null ? null : (library.gameOf(path)?.game ?? null)),
          true,
        ),
      ),
    ),
    h("p", {}, h("a", { class: "begin", href: "#/" }, "Begin something new")),
    game &&
      h(
        "details",
        { open: isOfGame },
        h("summary", {}, game.game.title),
        h("ul", { class: "files" }, ...others.map(({ file }) => item(file, "", false))),
      ),
  ];
}
