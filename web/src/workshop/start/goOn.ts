/** The files on which somebody may go on, on the start screen: the last written first, of each game the one last open. */

import { button, type Child, h } from "../../page/dom";
import { describePlace, type Library, type LibraryFile } from "../files/library";
import { baseName, folderOf, isRules } from "../files/paths";
import { showRemovedFiles } from "../history/historyDialog";
import { routeHash } from "../routes";
import { TOUR_FILE } from "../tour/steps";
import { isTourDone } from "../tour/texts";
import type { Workbench } from "../workbench";

/** So many are listed; all files stand beside each open one. */
const MAX_FILES = 8;

/** The head of a game, with its title. */
const GAME_TITLE = /^game\b[^\n"]*"([^"\n]+)"/m;

/** Select the files with which somebody goes on: each house rule but that of a tour that is done, of each game the file last open. */
export function filesToGoOn(library: Library): readonly LibraryFile[] {
  const places = new Map<string, LibraryFile[]>();
  const latest = [...library.own].sort((one, other) => library.whenWritten(other.path) - library.whenWritten(one.path));
  for (const file of latest) {
    if (file.path === TOUR_FILE && isTourDone(file.text)) continue;
    const place = describePlace(file.path, null) || file.path;
    places.set(place, [...(places.get(place) ?? []), file]);
  }
  return [...places.values()].map((files) => lastOpen(library, files)).slice(0, MAX_FILES);
}

/** The file last open; of those that never were, the first with rules. */
function lastOpen(library: Library, files: readonly LibraryFile[]): LibraryFile {
  const rank = ({ path }: LibraryFile) => library.whenOpen(path);
  const inOrder = [...files].sort((one, other) => (one.path < other.path ? -1 : 1));
  const withRules = inOrder.filter(({ path }) => isRules(path));
  return [...(withRules.length > 0 ? withRules : inOrder)].sort((one, other) => rank(other) - rank(one))[0]!;
}

/** Name what a file belongs to: its game by title or folder; a house rule by its own name. */
export function nameToGoOn(library: Library, path: string): string {
  const place = describePlace(path, library.originalText(path) === null ? null : (library.gameOf(path)?.game ?? null));
  if (place === "") return baseName(path);
  const texts = library.own.filter((file) => folderOf(file.path) === folderOf(path)).map(({ text }) => text);
  return texts.map((text) => text.match(GAME_TITLE)?.[1]).find(Boolean) ?? place;
}

/** Draw the list; nothing for somebody who has written nothing. */
export function drawGoOn(bench: Workbench): Child {
  const { library } = bench;
  const files = filesToGoOn(library);
  if (files.length === 0 && !library.hasRemoved) return null;
  const items = files.map(({ path }) =>
    h("li", {}, h("a", { href: routeHash(library.routeOf(path)) }, nameToGoOn(library, path))),
  );
  const removed = library.hasRemoved && button("Removed files", () => void showRemovedFiles(bench), { class: "link" });
  return h("section", { class: "go-on" }, h("h2", {}, "Go on"), h("ul", {}, ...items, removed && h("li", {}, removed)));
}
