/** The files of the workshop: one's own, which the store keeps, and those of the site's games, as they were opened. */

import type { GameName, OpenedGame } from "../desk/classes";
import { normalizeLines } from "../editor/edits";
import type { FileStore } from "./fileStore";
import { folderOf, freeName, OWN_FOLDER } from "./paths";

/** A file of the workshop. */
export interface LibraryFile {
  readonly path: string;
  readonly text: string;
  /** Whether it is one's own, and can be changed. */
  readonly isOwn: boolean;
}

/** The game that a house rule is for, by the head of its item; null for other rules. */
export function findGameOfHouse(text: string): string | null {
  return text.match(/^house\b[^\n]*?\bfor[ ]+([A-Za-z]\w*)/m)?.[1] ?? null;
}

/** All files, with their present texts. */
export class Library {
  private readonly ownTexts = new Map<string, string>();
  private readonly games = new Map<string, OpenedGame>();

  constructor(private readonly store: FileStore) {}

  /** Read all own files from the store. */
  async load(): Promise<void> {
    for (const { path, text } of await this.store.list()) this.ownTexts.set(path, text);
  }

  /** The own files in the order of their paths. */
  get own(): readonly LibraryFile[] {
    const paths = [...this.ownTexts.keys()].sort();
    return paths.map((path) => ({ path, text: this.ownTexts.get(path)!, isOwn: true }));
  }

  /** Find a file. */
  find(path: string): LibraryFile | null {
    const own = this.ownTexts.get(path);
    if (own !== undefined) return { path, text: own, isOwn: true };
    const original = this.originalText(path);
    return original === null ? null : { path, text: original, isOwn: false };
  }

  /** A name like this that no own game has. */
  freeGame(name: string): string {
    return freeName(name, (each) => this.own.some(({ path }) => path.startsWith(`${OWN_FOLDER}/${each}/`)));
  }

  /** Write an own file. */
  async write(path: string, text: string): Promise<void> {
    this.ownTexts.set(path, text);
    await this.store.write(path, text);
  }

  /** Remove an own file. */
  async remove(path: string): Promise<void> {
    this.ownTexts.delete(path);
    await this.store.remove(path);
  }

  /** Add the files of a game as the site has them. */
  addGame(opened: OpenedGame): void {
    const files = opened.files.map(({ file, text }) => ({ file, text: normalizeLines(text) }));
    this.games.set(opened.game.id, { ...opened, files });
  }

  /** A game whose files are there. */
  game(id: string): OpenedGame | null {
    return this.games.get(id) ?? null;
  }

  /** The game that a file is of or for; null if its files are not there, or it is an own game. */
  gameOf(path: string): OpenedGame | null {
    const house = findGameOfHouse(this.ownTexts.get(path) ?? "");
    if (house !== null) return this.game(house);
    return [...this.games.values()].find((game) => game.files.some((each) => each.file === path)) ?? null;
  }

  /** Whether two files are of one game, or house rules for it. */
  areTogether(path: string, other: string): boolean {
    const game = this.gameOf(path);
    return game === null ? folderOf(path) === folderOf(other) : this.gameOf(other) === game;
  }

  /** The text of a game's file as the site has it; null for other files. */
  originalText(path: string): string | null {
    for (const game of this.games.values()) {
      const found = game.files.find((each) => each.file === path);
      if (found) return found.text;
    }
    return null;
  }
}

/** Describe a file's place in a word or two: its game's title, or the folder of an own game. */
export function describePlace(path: string, game: GameName | null): string {
  if (game !== null) return game.title;
  const folder = folderOf(path);
  return folder === OWN_FOLDER ? "" : folder.slice(OWN_FOLDER.length + 1);
}
