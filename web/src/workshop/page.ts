/** The page at work: the workbench with its views, the commands of the editor, and what the address asks for. */

import { unreachable } from "../closed";
import { confirmAction } from "../page/dialogs";
import { button, type Child, errorSentence, h, setChildren } from "../page/dom";
import { navigateTo } from "../page/layers";
import type { NamedPlace, ShownFinding, TextRange } from "./desk/classes";
import type { DeskProgress } from "./deskHost";
import { RulesEditor } from "./editor/editor";
import { markFindings } from "./editor/findingMarks";
import { refreshUpkeep } from "./editor/upkeep";
import { drawFileHead } from "./fileHead";
import { acceptDrops, openDiskFile } from "./files/diskFiles";
import { drawFiles } from "./files/fileList";
import { baseName } from "./files/paths";
import { findingsAt } from "./findings";
import { Frame } from "./frame";
import { HEADER_ACTIONS } from "./headerActions";
import { showRemovedFiles } from "./history/historyDialog";
import { openTableDialog } from "./importing/tableDialog";
import { drawFinding, FindingList, type FindingListHost } from "./panes/findingList";
import { OutlineView } from "./panes/outline";
import { PaneHost } from "./panes/paneHost";
import { PlayPane } from "./play/playPane";
import { drawProgress } from "./progressView";
import { askForName, chooseAction, choosePlace, showHelp } from "./prompts";
import { parseRoute, routeHash } from "./routes";
import { openLinkedRules } from "./share/linkedFiles";
import { drawStart } from "./start/startScreen";
import { Tour } from "./tour/tour";
import type { Workbench } from "./workbench";

/** The page. */
export class WorkshopPage {
  private readonly frame: Frame;
  private readonly editor: RulesEditor;
  private readonly panes: PaneHost;
  private readonly findingList: FindingList;
  private readonly outline: OutlineView;
  private readonly play: PlayPane;
  private readonly tour: Tour;
  private markedFindings: readonly ShownFinding[] | null = null;
  private listedFiles = "";
  /** Whether the next file takes the place of the present address, to which Back is not to lead. */
  private isEntryToReplace = false;

  constructor(
    place: HTMLElement,
    private readonly bench: Workbench,
    private readonly fetchNote: HTMLElement,
  ) {
    this.frame = new Frame(place, showHelp);
    this.editor = new RulesEditor(this.frame.editor, this.makeEditorHost());
    const goTo = (start: number, end: number) => this.reveal(start, end);
    const tools = { bench, goTo: (place: TextRange) => this.goTo(place), view: () => this.editor.current };
    this.outline = new OutlineView(bench, this.frame.outline, goTo);
    this.panes = new PaneHost(bench, goTo, tools);
    this.frame.panes.append(this.panes.element);
    this.findingList = new FindingList(bench, this.findingHost);
    this.frame.findings.append(this.findingList.element);
    const [notify, focusRules] = [(text: string) => this.frame.notify(text), () => this.editor.focus()];
    this.play = new PlayPane(bench, { goTo: (finding) => this.goTo(finding.place), notify, focusRules });
    this.frame.panes.after(this.play.element);
    this.tour = new Tour(bench, this.frame.tour);
    bench.attach({
      filesChanged: () => this.drawFileList(),
      show: (file, range) => {
        this.editor.open({ ...file, isReadOnly: !file.isOwn });
        this.markedFindings = null;
        this.frame.showStart(null);
        this.frame.showPart("text");
        this.drawHead();
        this.outline.drawSoon();
        const hash = this.tour.hashFor(file.path) ?? routeHash(this.bench.library.routeOf(file.path));
        if (this.isEntryToReplace) history.replaceState(history.state, "", hash);
        else if (location.hash !== hash) navigateTo(hash);
        this.isEntryToReplace = false;
        if (range) this.reveal(range.start, range.end);
        else this.editor.focus();
      },
      edit: (changes) => this.editor.replace(changes.changes),
      findingsChanged: () => this.drawFindings(),
      tablesChanged: () => this.panes.tablesChanged(),
      notify: (text) => this.frame.notify(text),
      complain: (error) => this.frame.notify(errorSentence(error)),
    });
    this.drawHead();
  }

  /** Show what the address asks for. */
  async showRoute(): Promise<void> {
    const route = parseRoute(location.hash);
    const { open, library } = this.bench;
    if (route.at !== "tour") this.tour.end();
    if (open !== null && location.hash === routeHash(library.routeOf(open.path))) return this.frame.showStart(null);
    try {
      switch (route.at) {
        case "start":
        case "new":
          this.showStart("", route.at === "new");
          break;
        case "house":
          if (!route.table) return this.showStart(route.game, false);
          history.replaceState(history.state, "", routeHash({ at: "start" })); // to load it again makes no second file
          this.isEntryToReplace = true;
          this.frame.showWaiting();
          await this.bench.beginHouseRule(route.game, route.table, route.row);
          break;
        case "tour":
          if (this.tour.isToOpen) this.frame.showWaiting();
          await this.tour.show(route.step);
          this.frame.showStart(null);
          break;
        case "file":
          await this.bench.openFile(route.path);
          break;
        case "rule":
          await openLinkedRules(this.bench, route.packed, route.file);
          break;
        default:
          unreachable(route);
      }
    } catch (error) {
      this.isEntryToReplace = false;
      this.frame.notify(errorSentence(error));
      this.showStart("", false);
    }
  }

  /** Take files that are dropped anywhere on the page. */
  acceptDrops(): void {
    acceptDrops((file) => this.run(() => openDiskFile(this.bench, file)));
  }

  /** Show how far the desk is; one that failed can be begun again. */
  showProgress(progress: DeskProgress): void {
    drawProgress(this.frame.status, progress, () => {
      this.bench.desk.beginAgain();
      this.bench.checkAgain();
      if (this.bench.open === null) void this.showRoute(); // its lists wait for the desk, too
    });
  }

  /** Say something for a while; with an action it stays until it is closed. */
  notify(text: string, action: Child = null): void {
    this.frame.notify(text, action);
  }

  private showStart(game: string, isNewGame: boolean): void {
    document.title = "Workshop";
    this.frame.showStart(drawStart(this.bench, { game, isNewGame }, this.fetchNote));
  }

  private drawFileList(): void {
    const { library, findings, open } = this.bench;
    const path = open?.path ?? "";
    const counts = [...findings].map(([file, found]) => [file, found.length]);
    const listed = JSON.stringify([path, counts, library.own.map((file) => file.path), library.gameOf(path)?.game.id]);
    if (listed === this.listedFiles) return; // whoever is in the list with the keyboard stays there
    this.listedFiles = listed;
    const pasteTable = () => openTableDialog(this.bench);
    const remove = (removed: string) =>
      confirmAction("Remove this file?", baseName(removed), "Remove", () => this.run(() => this.removeFile(removed)));
    const showRemoved = () => this.run(() => showRemovedFiles(this.bench));
    setChildren(this.frame.files, drawFiles({ library, open: path, findings, remove, showRemoved, pasteTable }));
  }

  private async removeFile(path: string): Promise<void> {
    this.editor.forget(path);
    await this.bench.removeFile(path);
    if (this.bench.open === null) navigateTo("#/");
  }

  private drawHead(): void {
    const file = this.bench.open;
    if (file === null) return;
    document.title = `${baseName(file.path)} · Workshop`;
    const host = { bench: this.bench, run: this.run.bind(this), format: () => this.format() };
    setChildren(this.frame.fileHead, drawFileHead(host, file));
    const actions = [this.play.action, ...HEADER_ACTIONS].map((action) =>
      button(action.label, () => this.run(() => action.run(this.bench, this.bench.open ?? file)), {
        class: action.isMain ? "main" : "quiet",
      }),
    );
    setChildren(this.frame.bar, ...actions);
  }

  private drawFindings(): void {
    const { bench } = this;
    this.panes.refresh();
    this.play.refresh();
    this.findingList.draw();
    this.tour.refresh();
    this.drawFileList();
    this.markFindings();
    if (bench.checkState === "complete") refreshUpkeep(this.editor.current);
    this.outline.drawSoon();
  }

  /** Mark the findings in the text, unless it has changed since: those of the new text are on their way. */
  private markFindings(): void {
    const { open, findings } = this.bench;
    const found = findings.get(open?.path ?? "") ?? [];
    if (open === null || found === this.markedFindings) return;
    if (open.path !== this.editor.openPath || open.text !== this.editor.text) return;
    this.markedFindings = found;
    markFindings(this.editor.current, found, (finding) =>
      h("ul", { class: "findings" }, drawFinding(finding, true, this.findingHost)),
    );
  }

  private reveal(start: number, end: number): void {
    this.frame.showPart("text");
    this.editor.reveal(start, end);
  }

  private run(act: () => void | Promise<void>): void {
    Promise.resolve(act()).catch((error: unknown) => this.frame.notify(errorSentence(error)));
  }

  private goTo(range: TextRange): void {
    if (range.file === this.bench.open?.path) this.reveal(range.start, range.end);
    else this.run(() => this.bench.openFile(range.file, range));
  }

  private readonly findingHost: FindingListHost = {
    textOf: (path) => this.bench.library.find(path)?.text ?? "",
    goTo: (finding: ShownFinding) => this.goTo(finding.place),
    explain: (finding) => {
      this.frame.showPart("panes");
      void this.panes.explain(finding);
    },
    perform: (action) => this.bench.applyChanges(action.files),
    findActions: (finding) => this.bench.findActions(finding),
    mendAll: () =>
      this.run(async () => {
        const changes = await this.askOpen("fix_all");
        if (changes?.changes.length) this.bench.applyChanges([changes]);
        else this.frame.notify("Nothing here has a mend that is certain.");
      }),
  };

  private readonly askOpen: ReturnType<Workbench["askAbout"]> = (name, ...args) =>
    this.bench.askAbout(this.bench.open?.path ?? "")(name, ...args);

  private async format(): Promise<void> {
    const changes = await this.askOpen("format");
    if (changes?.changes.length) this.bench.applyChanges([changes]);
    else this.frame.notify("It is laid out already, or has errors of syntax.");
  }

  private makeEditorHost(): ConstructorParameters<typeof RulesEditor>[1] {
    const { bench } = this;
    return {
      textChanged: (path, text) => bench.changeText(path, text),
      cursorMoved: (path, offset) => bench.moveCursor(path, offset),
      askAbout: (path) => bench.askAbout(path),
      showHelp,
      format: () => this.run(() => this.format()),
      goToDefinition: (offset) =>
        this.run(async () => this.offer("Declared here", (await this.askOpen("definitions", offset)) ?? [])),
      listReferences: (offset) =>
        this.run(async () => {
          const places = (await this.askOpen("references", offset)) ?? [];
          if (places.length === 0) this.frame.notify("No name stands here.");
          else choosePlace("All its places", places, ({ place }) => this.goTo(place));
        }),
      rename: (offset) => this.run(() => this.rename(offset)),
      showActions: (offset) => this.run(() => this.showActions(offset)),
    };
  }

  /** Go to the one place, or offer several. */
  private offer(title: string, places: readonly NamedPlace[]): void {
    const [first] = places;
    if (first === undefined) this.frame.notify("No name stands here whose declaration is known.");
    else if (places.length === 1) this.goTo(first.place);
    else choosePlace(title, places, ({ place }) => this.goTo(place));
  }

  private async rename(offset: number): Promise<void> {
    const range = await this.askOpen("rename_range", offset);
    const { open } = this.bench;
    if (range === null || open === null) return this.frame.notify("No name stands here that can be changed.");
    askForName(open.text.slice(range.start, range.end), async (name) => {
      await this.bench.flush();
      this.bench.applyChanges(await this.bench.desk.call("rename", open.path, offset, name));
    });
  }

  private async showActions(offset: number): Promise<void> {
    const { open, findings } = this.bench;
    if (open === null) return;
    const numbers = findingsAt(findings.get(open.path) ?? [], open.text, offset).map((each) => each.number);
    const actions = (await this.askOpen("actions", numbers)) ?? [];
    if (actions.length === 0) this.frame.notify("Nothing can be done by itself here.");
    else chooseAction(actions, (action) => this.bench.applyChanges(action.files));
  }
}
