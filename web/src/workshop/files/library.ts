/** The files of the workshop: one's own, which the store keeps, and those of the site's games, as they were opened. */

import type { GameName, OpenedGame } from "../desk/classes";
import { normalizeLines } from "../editor/edits";
import type { Route } from "../routes";
import type { LinkedRules } from "../share/linkedRules";
import { digestText } from "./digests";
import type { FileStore } from "./fileStore";
import { folderOf, freeName, isLinked, OWN_FOLDER, readsAsOwn } from "./paths";

/** A file of the workshop. */
export interface LibraryFile {
  readonly path: string;
  readonly text: string;
  /** Whether it is one's own, and can be changed. */
  readonly isOwn: boolean;
}

/** A link that was opened. */
export interface OpenedLink {
  readonly packed: string;
  readonly rules: LinkedRules;
  /** The folder in which its files lie. */
  readonly folder: string;
}

/**
 * The game that a file's overlay is for, by the head of its item: a house rule's, or that of preferences which lie alone.
 * Null for other rules, and for preferences in a game's folder, which are part of that game.
 */
export function findGameOfOverlay(file: Pick<LibraryFile, "path" | "text">): string | null {
  const [, kind, game] = file.text.match(/^(house|preferences)\b[^\n]*?\bfor[ ]+([A-Za-z]\w*)/m) ?? [];
  return kind === "house" || folderOf(file.path) === OWN_FOLDER ? (game ?? null) : null;
}

/** All files, with their present texts. */
export class Library {
  private readonly ownTexts = new Map<string, string>();
  private readonly games = new Map<string, OpenedGame>();
  private readonly originals = new Map<string, string>();
  private readonly written = new Map<string, number>();
  private readonly cursors = new Map<string, number>();
  private readonly opened = new Map<string, number>();
  /** Whether files were removed that can be brought back. */
  hasRemoved = false;
  private readonly links = new Map<string, OpenedLink>();

  constructor(readonly store: FileStore) {}

  /** Read all own files from the store. */
  async load(): Promise<void> {
    for (const { path, text, written, original, cursor, left } of await this.store.list()) {
      this.ownTexts.set(path, text);
      this.originals.set(path, original);
      this.cursors.set(path, cursor);
      this.written.set(path, written);
      this.opened.set(path, left);
    }
    this.hasRemoved = (await this.store.listRemoved()).length > 0;
  }

  /** Add a link whose files are about to be written. */
  addLink(link: OpenedLink): void {
    this.links.set(link.folder, link);
  }

  /** The link that brought a file; null for other files. */
  linkOf(path: string): OpenedLink | null {
    if (!isLinked(path)) return null;
    return [...this.links.values()].find(({ folder }) => path.startsWith(`${folder}/`)) ?? null;
  }

  /** The route to a file. */
  routeOf(path: string): Route {
    const link = this.linkOf(path);
    if (link === null) return { at: "file", path };
    const file = link.rules.files.length === 1 ? "" : path.slice(link.folder.length + 1);
    return { at: "rule", packed: link.packed, file };
  }

  /** Whether a file of a link was changed, and would be lost with the page. */
  get hasChangedLink(): boolean {
    const isChanged = ({ folder, rules }: OpenedLink) =>
      rules.files.some(({ name, text }) => {
        const present = this.ownTexts.get(`${folder}/${name}`);
        return present !== undefined && present !== normalizeLines(text);
      });
    return [...this.links.values()].some(isChanged);
  }

  /** The offset at which a file was left, told once; null where none is known. */
  takeCursor(path: string): number | null {
    const cursor = this.cursors.get(path) || null;
    this.cursors.delete(path);
    return cursor;
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

  /** When an own file was written, in milliseconds since 1970. */
  whenWritten(path: string): number {
    return this.written.get(path) ?? 0;
  }

  /** Take note that a file is opened, and where another one is left. */
  noteOpened(path: string, left: { readonly path: string; readonly offset: number }): void {
    this.opened.set(path, Date.now());
    if (left.path && left.path !== path) void this.store.writeCursor(left.path, left.offset);
  }

  /** When an own file was last open, in milliseconds since 1970; 0 if it never was. */
  whenOpen(path: string): number {
    return this.opened.get(path) ?? 0;
  }

  /** A name like this that no own game has. */
  freeGame(name: string): string {
    return freeName(name, (each) => this.own.some(({ path }) => path.startsWith(`${OWN_FOLDER}/${each}/`)));
  }

  /** Write an own file; one from a link is not stored. */
  async write(path: string, text: string): Promise<void> {
    const original = this.ownTexts.has(path) ? null : this.originalText(path);
    if (original !== null) this.originals.set(path, digestText(original));
    this.ownTexts.set(path, text);
    this.written.set(path, Date.now());
    if (!isLinked(path)) await this.store.write(path, text, this.originals.get(path));
  }

  /** Remove an own file. */
  async remove(path: string): Promise<void> {
    this.ownTexts.delete(path);
    this.originals.delete(path);
    if (isLinked(path)) return;
    this.hasRemoved = true;
    await this.store.remove(path);
  }

  /** Whether a file is a changed copy of one that the site has otherwise by now. */
  isOutdated(path: string): boolean {
    const [before, now] = [this.originals.get(path), this.originalText(path)];
    return Boolean(before) && now !== null && digestText(now) !== before;
  }

  /** Take note that a changed copy is to be compared with what the site has by now. */
  async acceptOriginal(path: string): Promise<void> {
    const [text, now] = [this.ownTexts.get(path), this.originalText(path)];
    if (text === undefined || now === null) return;
    this.originals.set(path, digestText(now));
    await this.store.write(path, text, digestText(now));
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
    const house = findGameOfOverlay({ path, text: this.ownTexts.get(path) ?? "" });
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
  if (isLinked(path)) return "From a link, not kept";
  if (game !== null) return game.title;
  const folder = folderOf(path);
  if (!readsAsOwn(path)) return folder.slice(folder.lastIndexOf("/") + 1);
  return folder === OWN_FOLDER ? "" : folder.slice(OWN_FOLDER.length + 1);
}
