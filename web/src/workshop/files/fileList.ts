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
  showRemoved(): void;
  pasteTable(): void;
}

/** Draw the list. */
export function drawFiles(model: FileListModel): Child {
  const { library, open, findings, remove } = model;
  const game = library.gameOf(open);
  const item = (path: string, isOwn: boolean) => {
    const count = findings.get(path)?.length ?? 0;
    const attributes = { href: routeHash(library.routeOf(path)), "aria-current": path === open ? "page" : null };
    const counted = count > 0 && h("span", { class: "count", "aria-label": `${count} findings` }, String(count));
    const removing = { class: "quiet away", "aria-label": `Remove ${baseName(path)}` };
    return h(
      "li",
      {},
      h("a", attributes, baseName(path), counted),
      isOwn && button(icon("close"), () => remove(path), removing),
    );
  };
  const others = game?.files.filter(({ file }) => !library.find(file)?.isOwn) ?? [];
  return [
    h("h2", {}, "Your files"),
    library.own.length === 0 && h("p", { class: "faint" }, "None yet."),
    [...ownByPlace(library)].map(([place, paths]) => [
      place && h("h3", {}, place),
      h("ul", { class: "files" }, ...paths.map((path) => item(path, true))),
    ]),
    h("p", {}, h("a", { class: "begin", href: "#/" }, "Begin something new")),
    library.hasRemoved && h("p", {}, button("Removed files", model.showRemoved, { class: "link" })),
    h("p", {}, button("Paste a table", model.pasteTable, { class: "link begin" })),
    game &&
      h(
        "details",
        { open: others.some(({ file }) => file === open) },
        h("summary", {}, game.game.title),
        h("ul", { class: "files" }, ...others.map(({ file }) => item(file, false))),
      ),
  ];
}

/** The own files by their places: house rules, own games, changed copies of a game's files. */
function ownByPlace(library: Library): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>([["", []]]);
  for (const { path } of library.own) {
    const game = library.originalText(path) === null ? null : (library.gameOf(path)?.game ?? null);
    const place = game === null ? describePlace(path, null) : `${game.title}, changed`;
    places.set(place, [...(places.get(place) ?? []), path]);
  }
  return places;
}
