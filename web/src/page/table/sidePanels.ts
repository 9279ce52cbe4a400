/** Panels beside the story: boards, and the sheet. */

import type { Describer } from "../../engine/describe";
import { InputError } from "../../errors";
import { renderBoards } from "../../play/boards/boards";
import type { BoardShown } from "../../play/boards/classes";
import { drawSvg } from "../../play/boards/svg";
import { toDomElement } from "../../play/markup";
import { Sheet } from "../../play/sheet/sheet";
import { type GroupText, type LineText, renderSheet } from "../../play/sheet/wording";
import * as sentences from "../../play/storySentences";
import { openDialog } from "../dialogs";
import { button, type Child, h, setChildren } from "../dom";
import { markElement } from "./partElements";

/** Width of a board's character column, in pixels. */
const COLUMN_PIXELS = 8.2;

/** Minimum width of a board in columns; in less room it scrolls. */
const MIN_COLUMNS = 56;

const MAX_COLUMNS = 104;

/** The panels of boards and sheet beside the story, or in dialogs where there is no room. */
export class SidePanels {
  readonly element = h("aside", { class: "beside-story", "aria-label": "How things stand" });
  /** The sheet of the state that is shown. */
  sheet: Sheet;
  private showsEverything = false;

  /** The width of the panels in pixels; 0 if there is no room. */
  private width = 0;
  private readonly observer = new ResizeObserver(([entry]) => this.handleResize(entry!.contentRect.width));

  /**
   * Make the panels of a game, which are drawn again whenever their width changes.
   * @param describer - The describer of its state at first.
   * @param currentDescriber - Returns the describer of the state that is to be shown; null before anything is.
   */
  constructor(
    describer: Describer,
    private readonly currentDescriber: () => Describer | null,
  ) {
    this.sheet = new Sheet(describer);
    this.observer.observe(this.element);
  }

  /** Whether the rules declare any board. */
  get hasBoards(): boolean {
    return this.sheet.describer.program.boards.length > 0;
  }

  /** Update the panels beside the story to the state that belongs to it, if there is room for them. */
  show(): void {
    const describer = this.currentDescriber();
    if (describer === null) return;
    if (describer !== this.sheet.describer) this.sheet = new Sheet(describer);
    if (this.width === 0) return;
    setChildren(this.element, this.renderBoards(this.width), this.renderSheet());
  }

  /** Stop drawing the panels again at changes of their width. */
  stop(): void {
    this.observer.disconnect();
  }

  /** Draw the panels again for another width, in pixels. */
  private handleResize(width: number): void {
    if (width === this.width) return;
    this.width = width;
    this.show();
  }

  /** Show all boards in a dialog, or those whose name or title begins with a text; throws an {@link InputError} for none. */
  showBoards(name = ""): void {
    const room = Math.min(innerWidth, 1150) - 40;
    openDialog("Boards", this.renderBoards(room, "panel-", name), { kind: "broad" });
  }

  /** Show the sheet in a dialog: only what has changed, or everything. */
  showSheet(everything = this.showsEverything): void {
    this.showsEverything = everything;
    openDialog("Sheet", this.renderSheet(false));
  }

  /** Render the boards, or those with a name, in a width in pixels; `prefix` makes their ids unique. */
  private renderBoards(width: number, prefix = "", name = ""): HTMLElement {
    const columns = Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, Math.floor(width / COLUMN_PIXELS)));
    const boards = renderBoards(this.sheet.describer);
    const pictures = (name === "" ? filledBoards(boards) : findBoards(boards, name)).map((board) =>
      toDomElement(drawSvg(board, prefix + board.name, columns)),
    );
    return h("div", { class: "boards wide", tabindex: 0, role: "group", "aria-label": "Boards" }, ...pictures);
  }

  /** Render the sheet, with a button that switches between changes and everything. */
  private renderSheet(isTitled = true): HTMLElement {
    const place = h("div", { class: "sheet" });
    /** Draw the damage and the groups of the sheet. */
    const drawSheet = (): void => {
      const sheetText = renderSheet(this.sheet.groups(), this.showsEverything);
      const all = button(
        this.showsEverything ? "Only what has changed" : "All that is kept",
        () => {
          this.showsEverything = !this.showsEverything;
          drawSheet();
        },
        { class: "quiet" },
      );
      setChildren(
        place,
        isTitled && h("h2", {}, "Sheet"),
        sheetText.wrong.length > 0 && [h("h3", { class: "bad" }, sentences.WRONG_TITLE), troubleList(sheetText.wrong)],
        ...sheetText.groups.map(groupElement),
        sheetText.wrong.length === 0 &&
          sheetText.groups.length === 0 &&
          h("p", { class: "faint" }, "All is as it was at the beginning."),
        all,
      );
    };
    drawSheet();
    return place;
  }
}

/** Render troubles (fields that turned bad) as a list. */
export function troubleList(troubles: readonly string[]): HTMLElement {
  return h("ul", { class: "wrong" }, ...troubles.map((each) => h("li", { class: "bad" }, markElement("!"), " ", each)));
}

/** Render a group of the sheet: its title and its lines. */
export function groupElement({ title, lines }: GroupText): HTMLElement {
  return h("section", {}, h("h3", {}, title), h("dl", {}, ...lines.map(lineElement)));
}

/** Render a line of the sheet: its title, text, and list elements. */
function lineElement({ title, text, elements }: LineText): Child {
  const list = elements.length > 0 && h("ul", {}, ...elements.map((each) => h("li", {}, each)));
  return h("div", {}, h("dt", {}, title), h("dd", {}, text, list));
}

/** The boards with a place or a note; the first if none has any. */
function filledBoards(boards: readonly BoardShown[]): readonly BoardShown[] {
  const filled = boards.filter(({ places, notes }) => places.length > 0 || notes.length > 0);
  return filled.length > 0 ? filled : boards.slice(0, 1);
}

/** Find the boards whose name or title begins with a text; throws an {@link InputError} for none. */
function findBoards(boards: readonly BoardShown[], name: string): BoardShown[] {
  const low = name.toLowerCase();
  const matching = boards.filter((board) =>
    [board.name, board.title].some((text) => text.toLowerCase().startsWith(low)),
  );
  if (matching.length > 0) return matching;
  if (boards.length === 0) throw new InputError(sentences.NO_BOARDS);
  throw new InputError(sentences.noBoard(name), "", sentences.boardNames(boards.map((board) => board.name)));
}
