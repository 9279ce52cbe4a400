/** What is handed on with an open file: a house rule alone, an own game with all its files, all changed files of a game. */

import { InputError } from "../../errors";
import { findGameOfOverlay, type Library, type LibraryFile } from "../files/library";
import { baseName, folderOf, isRules, LINKED_FOLDER, OWN_FOLDER, readsAsOwn } from "../files/paths";
import type { LinkedRules } from "./linkedRules";

/** What is handed on. */
export interface HandedFiles {
  /** The id of the game that they are for; empty for an own game. */
  readonly game: string;
  /** The folder of a game; empty for a single file. */
  readonly folder: string;
  /** The name of that folder. */
  readonly name: string;
  readonly files: readonly LibraryFile[];
}

/** Collect what is handed on with a file. Throws an {@link InputError} for a game's file that is as the site has it. */
export function collectFiles(library: Library, path: string): HandedFiles {
  const file = library.find(path);
  if (!file?.isOwn) throw new InputError("this is the game as the site has it", "", "Change a copy of it first.");
  const house = findGameOfOverlay(file);
  if (house !== null) return { game: house, folder: "", name: "", files: [file] };
  const link = library.linkOf(path);
  const folder = link?.rules.folder === "" ? "" : gameFolder(library, path);
  if (folder === "") return { game: "", folder: "", name: "", files: [file] };
  const game = link?.rules.game ?? (readsAsOwn(path) ? "" : (library.gameOf(path)?.game.id ?? ""));
  const name = link?.rules.folder ?? baseName(folder);
  return { game, folder, name, files: library.own.filter((each) => each.path.startsWith(`${folder}/`)) };
}

/** The folder of the game that a file is of; empty for a file that lies alone among the own ones. */
function gameFolder(library: Library, path: string): string {
  if (!readsAsOwn(path) && !path.startsWith(`${LINKED_FOLDER}/`))
    return library.gameOf(path)?.game.folder ?? folderOf(path);
  const folder = folderOf(path);
  if (folder === OWN_FOLDER) return "";
  return baseName(folder) === "tests" ? folderOf(folder) : folder;
}

/** The rules of a link to what is handed on: its files of rules. */
export function toLinkedRules({ game, folder, name, files }: HandedFiles): LinkedRules {
  const nameOf = (path: string) => (folder === "" ? baseName(path) : path.slice(folder.length + 1));
  const rules = files.filter(({ path }) => isRules(path));
  return {
    game,
    folder: name,
    files: rules.map(({ path, text }) => ({ name: nameOf(path), text })),
  };
}
