/**
 * The workbench: the files, the desk that checks them, the editor and what is shown beside it.
 *
 * Its views hear of each change of what they show; they ask it for everything else.
 */

import { InputError } from "../errors";
import { FileAsker } from "./asking";
import { Checker } from "./checks";
import type {
  Action,
  FileChanges,
  FileFindings,
  GameName,
  ShownFinding,
  TableName,
  TextFile,
  TextRange,
} from "./desk/classes";
import type { DeskHost } from "./deskHost";
import { applyReplacements, normalizeLines } from "./editor/edits";
import type { AskAboutFile } from "./editor/fileDesk";
import { findGameOfOverlay, type Library, type LibraryFile } from "./files/library";
import {
  baseName,
  folderOf,
  freeName,
  housePath,
  isRules,
  OWN_FOLDER,
  openedPath,
  readsAsOwn,
  toName,
} from "./files/paths";
import { placeToWrite } from "./start/draftPlace";
import type { CheckState, WorkbenchViews } from "./workbenchViews";

/** Milliseconds for which the cursor rests before its tables are looked up. */
const CURSOR_PAUSE = 250;

/** The workbench. */
export class Workbench {
  readonly findings = new Map<string, readonly ShownFinding[]>();
  checkState: CheckState = "checking";
  /** The open file; null before one is opened. */
  open: LibraryFile | null = null;
  /** The tables at the cursor, or the last that were. */
  tables: readonly TableName[] = [];
  private readonly checker: Checker;
  private readonly asker: FileAsker;
  /** Where the cursor is. */
  cursor = { path: "", offset: 0 };
  private cursorTimer: ReturnType<typeof setTimeout> | undefined;
  private views!: WorkbenchViews;

  constructor(
    readonly desk: DeskHost,
    readonly library: Library,
  ) {
    this.checker = new Checker(
      {
        changeText: (file, text) => desk.call("change_text", file, text),
        continueCheck: (milliseconds) => desk.call("continue_check", milliseconds),
      },
      { show: (files, isComplete) => this.takeFindings(files, isComplete), fail: (error) => this.stopChecks(error) },
    );
    this.asker = new FileAsker(desk, this.checker, (error) => this.views.complain(error));
  }

  /** Tell these views of changes. */
  attach(views: WorkbenchViews): void {
    this.views = views;
  }

  /** The games of the site. */
  games(): Promise<readonly GameName[]> {
    return this.desk.call("games");
  }

  /** Find the files of a game, asking the desk the first time. */
  async loadGame(id: string): Promise<NonNullable<ReturnType<Library["game"]>>> {
    const known = this.library.game(id);
    if (known) return known;
    this.library.addGame(await this.desk.call("open_game", id));
    this.views.filesChanged();
    return this.library.game(id)!;
  }

  /** Open a file, with a range of it selected. Throws an {@link InputError} if there is none. */
  async openFile(path: string, range: TextRange | null = null): Promise<void> {
    const file = this.library.find(path) ?? (await this.findInGames(path));
    if (file === null) throw new InputError("there is no such file", baseName(path));
    const left = range === null ? this.library.takeCursor(path) : null;
    this.library.noteOpened(path, this.cursor);
    this.open = file;
    this.tables = [];
    this.findTablesSoon(path);
    this.views.show(file, left === null ? range : { file: path, start: left, end: left });
    this.views.filesChanged();
    this.views.findingsChanged();
    this.views.tablesChanged();
    const game = findGameOfOverlay(file);
    if (game !== null) this.loadGame(game).catch(() => {}); // its files are listed; a game that is missing is a finding
    if (!file.isOwn && !this.library.own.some((own) => this.library.gameOf(own.path) === this.library.gameOf(path)))
      this.put(path, file.text);
  }

  /** Find a file among those of all games. */
  private async findInGames(path: string): Promise<LibraryFile | null> {
    const game = (await this.games()).find((each) => path.startsWith(`${each.folder}/`));
    if (game) await this.loadGame(game.id);
    return this.library.find(path);
  }

  /** Write a new file and open it. */
  async addFile(path: string, text: string): Promise<void> {
    await this.keep(path, text);
    await this.openFile(path);
  }

  /** Take a file from a disk. */
  async importFile(name: string, text: string): Promise<void> {
    const stem = baseName(openedPath(name)).replace(/\.rules$/, "");
    await this.addFile(housePath(freeName(stem, (each) => this.library.find(housePath(each)) !== null)), text);
  }

  /** Begin a house rule that quotes a table of a game, or a row of it. */
  async beginHouseRule(game: string, table: string, row: string, name = ""): Promise<void> {
    const wanted = toName(name || `my_${table}`);
    const free = freeName(wanted, (each) => this.library.find(housePath(each)) !== null);
    const path = housePath(free);
    const text = normalizeLines(await this.desk.call("quote", game, free, table, row));
    await this.keep(path, text);
    const place = placeToWrite(text);
    await this.openFile(path, { file: path, start: place, end: place });
    this.tables = [{ id: table, title: "" }]; // its odds stand there before the cursor is in a change of it
    this.views.tablesChanged();
  }

  /** Begin a new small game. */
  async beginGame(name: string): Promise<void> {
    await this.addGame(await this.desk.call("new_game", name, `${OWN_FOLDER}/${name}`));
  }

  /** Write the files of a new game and open the first with rules of its own. */
  async addGame(files: readonly TextFile[]): Promise<void> {
    for (const { file, text } of files) await this.keep(file, text, false); // the first lack what the others declare
    const first = files.find(({ file }) => file.endsWith(".rules"));
    if (first) await this.openFile(first.file);
  }

  /** The offset of the cursor in the open file; its end if the cursor was in another. */
  cursorIn({ path, text }: LibraryFile): number {
    return this.cursor.path === path ? Math.min(this.cursor.offset, text.length) : text.length;
  }

  /** Make a game's file one's own, to be changed. */
  async changeCopy(path: string): Promise<void> {
    const file = this.library.find(path);
    if (file) await this.addFile(path, file.text);
  }

  /** Remove an own file; a game's own text comes back. */
  async removeFile(path: string): Promise<void> {
    const original = this.library.originalText(path);
    await this.library.remove(path);
    this.findings.delete(path);
    if (this.open?.path === path) this.open = null;
    this.views.filesChanged();
    this.views.findingsChanged();
    if (original !== null) return this.put(path, original);
    this.desk.call("remove_file", path).then(
      ({ files }) => {
        this.takeFindings(files, false);
        this.checker.checkAll();
      },
      (error: unknown) => this.stopChecks(error),
    );
  }

  /** Take a text that was typed. */
  changeText(path: string, text: string): void {
    if (!this.library.find(path)?.isOwn) return;
    if (this.open?.path === path) this.open = { ...this.open, text };
    this.library.write(path, text).catch((error: unknown) => this.views.complain(error));
    if (!isRules(path)) return;
    this.setCheckState("checking");
    this.checker.type(path, text);
  }

  /** Make changes in several files; those of a game only if one has begun to change it, else they are not one's own. */
  applyChanges(files: readonly FileChanges[]): void {
    const { library, open, views } = this;
    const foreign = files.filter(({ file }) => !library.find(file)?.isOwn);
    const isGameChanged = open?.isOwn === true && library.originalText(open.path) !== null;
    if (foreign.length > 0 && !isGameChanged) {
      const names = foreign.map(({ file }) => baseName(file)).join(", ");
      views.notify(`This would change ${names} of the game: change a copy of it first.`);
      return;
    }
    for (const changes of files) {
      if (open?.path === changes.file) views.edit(changes);
      else this.changeClosed(changes);
    }
    if (foreign.length > 0) views.filesChanged();
  }

  /** Change a file that is not in the editor. */
  private changeClosed({ file: path, changes }: FileChanges): void {
    const file = this.library.find(path);
    if (file === null) return;
    const text = applyReplacements(file.text, changes);
    if (file.isOwn) this.changeText(path, text);
    else this.keep(path, text).catch((error: unknown) => this.views.complain(error));
  }

  /** What can be done about a finding. */
  async findActions(finding: ShownFinding): Promise<readonly Action[]> {
    return (await this.askAbout(finding.place.file)("actions", [finding.number])) ?? [];
  }

  /** Look up the tables at the cursor, once it rests. */
  moveCursor(path: string, offset: number): void {
    this.cursor = { path, offset };
    this.findTablesSoon(path);
  }

  /** Look them up at the cursor in a file; at its beginning until the cursor has been moved there. */
  private findTablesSoon(path: string): void {
    const offset = this.cursor.path === path ? this.cursor.offset : 0;
    clearTimeout(this.cursorTimer);
    this.cursorTimer = setTimeout(() => void this.findTables(path, offset), CURSOR_PAUSE);
  }

  private async findTables(path: string, offset: number): Promise<void> {
    const found = await this.askAbout(path)("tables_at", offset);
    if (!found?.length || this.open?.path !== path) return;
    if (found.map((each) => each.id).join() === this.tables.map((each) => each.id).join()) return;
    this.tables = found;
    this.views.tablesChanged();
  }

  /** How to ask the desk about a file, once it has the present text; null where it refuses or has been stopped. */
  askAbout(path: string): AskAboutFile {
    return this.asker.about(path);
  }

  /** Wait until the desk has what was typed. */
  flush(): Promise<void> {
    return this.checker.flush();
  }

  /** Give all own files to the desk: those that the store had. */
  async putOwnFiles(): Promise<void> {
    const { own } = this.library;
    // The first files of a game lack what the others declare: what is found in them waits for all.
    for (const { path, text } of own.filter((file) => readsAsOwn(file.path)))
      this.put(path, text, folderOf(path) === OWN_FOLDER);
    const copies = own.filter((file) => !readsAsOwn(file.path));
    // What a game's files were is found in them before they are written over.
    for (const { path } of copies) {
      await this.findInGames(path);
      const file = this.library.find(path);
      if (file?.isOwn) this.put(path, file.text);
    }
  }

  /** Check everything by a desk that was begun again. */
  checkAgain(): void {
    this.setCheckState("checking");
    this.checker.checkAll();
  }

  /** Keep a file, and give it to the desk. */
  async keep(path: string, text: string, isShown = true): Promise<void> {
    const normal = normalizeLines(text);
    await this.library.write(path, normal);
    this.put(path, normal, isShown);
  }

  /** Give a file to the desk, and show what it finds, at once or when everything is checked. */
  private put(path: string, text: string, isShown = true): void {
    this.setCheckState("checking");
    // Whoever opens a file sees it at once; the desk may still be on its way.
    this.desk.call("put_file", path, text).then(
      ({ files }) => {
        if (isShown) this.takeFindings(files, false);
        this.checker.checkAll();
      },
      (error: unknown) => this.stopChecks(error),
    );
  }

  private takeFindings(files: readonly FileFindings[], isComplete: boolean): void {
    for (const { file, findings } of files) this.findings.set(file, findings);
    if (isComplete && this.open) this.findTablesSoon(this.open.path);
    this.setCheckState(isComplete ? "complete" : "checking");
  }

  private stopChecks(error: unknown): void {
    this.setCheckState("stopped");
    this.views.complain(error);
  }

  private setCheckState(state: CheckState): void {
    this.checkState = state;
    this.views.findingsChanged();
  }
}
