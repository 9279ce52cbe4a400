/** Panels beside the story: boards, and the sheet. */

import { InputError } from "../../errors";
import { findBestMatches } from "../../nameSearch";
import { describeChanges, markChanges } from "../../play/boards/changes";
import type { BoardShown } from "../../play/boards/classes";
import { badTexts } from "../../play/boards/pieces";
import { columnsForWidth, drawSvg } from "../../play/boards/svg";
import { toDomElement } from "../../play/markup";
import type { PanelState } from "../../play/panelState";
import type { SheetGroup } from "../../play/sheet/classes";
import { type GroupText, type LineText, renderSheet } from "../../play/sheet/wording";
import type { Fact } from "../../play/story/classes";
import { TONE_MARKS } from "../../play/story/lineParts";
import * as sentences from "../../play/storySentences";
import { openDialog } from "../dialogs";
import { button, type Child, h, icon, setChildren } from "../dom";
import { BoardPieces, type PieceHandlers, removeLabels } from "./boardPieces";
import { markElement } from "./partElements";
import { areaOf } from "./pieceAreas";
import type { PieceQuestion } from "./pieceLinks";

/** The maximum number of changes that are said to screen readers. */
const MAX_CHANGES = 5;

/** What stands in place of a sheet whose state has not come from the table. */
const NOT_THERE_TEXT = "How things stand has not come yet.";

/** What the panels show, and what they are compared with. */
export interface PanelSources {
  /** Whether the game has any board. */
  readonly hasBoards: boolean;
  /** The state that is to be shown, as it is now; null before anything is. */
  state(): PanelState | null;
  /** The boards of an earlier state, of which the difference is marked; null for none. `boards` are those shown now. */
  earlierBoards(boards: readonly BoardShown[]): readonly BoardShown[] | null;
  /** The open question as pieces answer it; without any at a stop of the story. */
  pieceQuestion(): PieceQuestion;
}

/** The panels of boards and sheet beside the story, or in dialogs where there is no room. */
export class SidePanels {
  readonly element = h("aside", { class: "beside-story", "aria-label": "How things stand" });
  /** The state that is shown; null before any. */
  private state: PanelState | null = null;
  private showsEverything = false;
  /** The boards that are shown, with their changes marked. */
  private boards: readonly BoardShown[] = [];
  /** Says to screen readers what has changed on the boards. */
  readonly changesLine = h("p", { class: "unseen", role: "status" });

  /** The pieces of the boards that are shown, beside the story and in a dialog. */
  private pieces: BoardPieces[] = [];
  /** The name under which the boards were opened that answered the last question; null if none did. */
  private answeredOn: string | null = null;
  private readonly ownHandlers: PieceHandlers = { beforeAnswer: () => {}, afterChoice: () => this.updateMarks() };

  /** What is hurt, in one line above the question where there is no room for boards; it opens them. */
  readonly hurtLine = button("", () => this.showBoards(), { class: "hurt", hidden: true });

  /** The width of the panels in pixels; 0 if there is no room. */
  private width = 0;
  private readonly observer = new ResizeObserver(([entry]) => this.handleResize(entry!.contentRect.width));

  /** Stands at the end of the panels, which say that there is more below while it is out of sight. */
  private readonly end = h("div", { class: "end" });
  private readonly endObserver = new IntersectionObserver(
    (entries) => this.element.classList.toggle("has-more", !entries.at(-1)!.isIntersecting),
    { root: this.element },
  );

  /**
   * Make the panels of a game, which are drawn again whenever their width changes.
   * @param sources - Give what is shown.
   */
  constructor(private readonly sources: PanelSources) {
    this.observer.observe(this.element);
    this.endObserver.observe(this.end);
  }

  /** Whether the panels stand beside the story. */
  get isBeside(): boolean {
    return this.width > 0;
  }

  /** Whether the rules declare any board. */
  get hasBoards(): boolean {
    return this.sources.hasBoards;
  }

  /** The groups of the sheet of the state that is shown. */
  get groups(): readonly SheetGroup[] {
    return this.state?.groups ?? [];
  }

  /** What matters most in the state that is shown. */
  get facts(): readonly Fact[] {
    return this.state?.facts ?? [];
  }

  /**
   * Update the panels beside the story to the state that belongs to it, if there is room for them; where `isNew` says that
   * another moment is shown, its changes catch the eye.
   */
  show(isNew = false): void {
    const state = this.sources.state();
    if (state === null) return;
    this.state = state;
    const { boards } = state;
    const earlier = this.sources.earlierBoards(boards);
    this.boards = earlier === null ? boards : markChanges(earlier, boards);
    this.sayChanges(earlier ?? boards, boards);
    if (this.width === 0) {
      setChildren(this.element);
      this.showHurtLine();
      return;
    }
    const drawn = this.renderBoards(this.width);
    drawn.classList.toggle("pulses", isNew);
    setChildren(this.element, drawn, this.renderSheet(), this.end);
    if (isNew) showFirstAnswer(drawn, this.element);
  }

  /** Show on the boards which pieces are marked in the question now. */
  updateMarks(): void {
    for (const pieces of this.pieces) pieces.update();
  }

  /** Say to screen readers what has changed on boards: what is bad first. */
  private sayChanges(earlier: readonly BoardShown[], boards: readonly BoardShown[]): void {
    const texts = describeChanges(earlier, boards).map(({ text }) => text);
    const more = texts.length - MAX_CHANGES;
    const shown = more > 0 ? [...texts.slice(0, MAX_CHANGES), `${more} more`] : texts;
    this.changesLine.textContent = shown.length > 0 ? `New on the boards: ${shown.join(". ")}.` : "";
  }

  /** Say in one line what is hurt on pictures, and whether boards answer the question; nothing without either. */
  private showHurtLine(): void {
    const bad = badTexts(this.boards);
    const isPlayed = this.isPlayedOn();
    this.hurtLine.hidden = bad.length === 0 && !isPlayed;
    const opens = isPlayed ? "Choose on the board" : "Boards";
    setChildren(
      this.hurtLine,
      bad.length > 0 &&
        h("span", { class: "bad" }, markElement(TONE_MARKS.bad), h("span", { class: "what" }, bad.join(" · "))),
      bad.length === 0 && h("span", { "aria-hidden": "true" }, opens),
      h("span", { class: isPlayed ? "opens played" : "opens" }, icon("board"), h("span", { class: "unseen" }, opens)),
    );
  }

  /** Whether pieces on the boards answer the open question. */
  private isPlayedOn(): boolean {
    const titles = this.state?.pieces ?? new Map<string, string>();
    const shown = new Set(titles.values());
    const { links } = this.sources.pieceQuestion();
    return links.some(({ piece, title }) => shown.has(piece || (titles.get(title) ?? "")));
  }

  /**
   * Open the boards again on which the last question was answered, if they answer this one, too; returns whether they
   * are open.
   */
  reopenBoards(): boolean {
    const name = this.answeredOn;
    this.answeredOn = null;
    if (name === null || !this.isPlayedOn()) return false;
    this.showBoards(name);
    return true;
  }

  /** Forget that boards answered the last question: the player answers elsewhere. */
  forgetBoards(): void {
    this.answeredOn = null;
  }

  /** Stop drawing the panels again at changes of their width. */
  stop(): void {
    this.observer.disconnect();
    this.endObserver.disconnect();
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
    const question = this.sources.pieceQuestion();
    const asked = h("p", { class: "asked-of-pieces", "aria-live": "polite" });
    // Below the boards, which therefore stay where they are as marks are set.
    const marked = h("ul", { class: "marked-by-pieces", "aria-live": "polite", "aria-label": "Marked" });
    const { confirmButton } = question;
    /** Say what pieces answer, and what is marked. */
    const showAsked = (): void => {
      asked.textContent = question.asked();
      setChildren(
        marked,
        question.markedLines().map((line) => h("li", {}, line)),
      );
      if (confirmButton === null) return;
      confirm.textContent = confirmButton.textContent;
      confirm.disabled = confirmButton.disabled;
    };
    /** Close the dialog for an answer; the next question may open it again. */
    const closeForAnswer = (): void => {
      dialog.close();
      this.answeredOn = name;
    };
    const boards = this.renderBoards(room, "panel-", name, {
      beforeAnswer: closeForAnswer,
      afterChoice: () => {
        showAsked();
        this.updateMarks();
      },
    });
    const isPlayed = boards.querySelector(".answerable") !== null;
    /** Close the dialog, and give the marked answers. */
    const confirmMarked = (): void => {
      confirmButton?.click();
      closeForAnswer();
    };
    const confirm = button("", confirmMarked, { class: "main" });
    if (isPlayed) showAsked();
    const dialog = openDialog("Boards", [isPlayed && asked, boards, isPlayed && marked], {
      kind: "broad",
      actions: isPlayed && confirmButton !== null ? [confirm] : [],
    });
    showFirstAnswer(boards, dialog.element.querySelector(".content")!);
  }

  /** Show the sheet in a dialog: only what has changed, or everything. */
  showSheet(everything = this.showsEverything): void {
    this.showsEverything = everything;
    openDialog("Sheet", this.renderSheet(false));
  }

  /**
   * Render the boards, or those with a name, in a width in pixels; `prefix` makes their ids unique, and `handlers` are
   * called when a piece is chosen.
   */
  private renderBoards(width: number, prefix = "", name = "", handlers = this.ownHandlers): HTMLElement {
    const { boards } = this;
    const titles = this.state?.pieces ?? new Map<string, string>();
    removeLabels();
    this.pieces = this.pieces.filter(({ isShown }) => isShown);
    const drawings = (name === "" ? filledBoards(boards) : findBoards(boards, name)).map((board) => {
      const drawing = toDomElement(drawSvg(board, prefix + board.name, columnsForWidth(board, width)));
      const { links } = this.sources.pieceQuestion();
      this.pieces.push(new BoardPieces(drawing as SVGSVGElement, board, links, titles, handlers));
      return drawing;
    });
    const hasChanges = drawings.some((drawing) => drawing.querySelector(".changed") !== null);
    const key = hasChanges && h("p", { class: "key-of-changes" }, "Framed and underlined: what is new.");
    return h("div", { class: "boards wide", tabindex: 0, role: "group", "aria-label": "Boards" }, ...drawings, key);
  }

  /** Render the sheet, with a button that switches between changes and everything. */
  private renderSheet(isTitled = true): HTMLElement {
    const place = h("div", { class: "sheet" });
    /** Draw the damage and the groups of the sheet. */
    const drawSheet = (): void => {
      const sheetText = renderSheet(this.groups, this.showsEverything);
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
          h("p", { class: "faint" }, this.state === null ? NOT_THERE_TEXT : "All is as it was at the beginning."),
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

/** Scroll a box of boards to the first board on which pieces answer, if no such piece is in sight. */
function showFirstAnswer(boards: HTMLElement, box: Element): void {
  const targets = [...boards.querySelectorAll<SVGGElement>(".answerable")];
  if (targets.length === 0) return;
  const { top, bottom } = box.getBoundingClientRect();
  const isInSight = targets.some((target) => {
    const area = areaOf(target).getBoundingClientRect();
    return area.top >= top && area.bottom <= bottom;
  });
  if (!isInSight) box.scrollTop += targets[0]!.closest("svg")!.getBoundingClientRect().top - top;
}

/** The boards with a place or a note; the first if none has any. */
function filledBoards(boards: readonly BoardShown[]): readonly BoardShown[] {
  const filled = boards.filter(({ places, notes }) => places.length > 0 || notes.length > 0);
  return filled.length > 0 ? filled : boards.slice(0, 1);
}

/** Find the boards that a name, or a part of one or of a title, names best; throws an {@link InputError} for none. */
function findBoards(boards: readonly BoardShown[], name: string): BoardShown[] {
  const matching = findBestMatches(
    name,
    boards,
    (board) => [board.name],
    (board) => board.title,
  );
  if (matching.length > 0) return matching;
  if (boards.length === 0) throw new InputError(sentences.NO_BOARDS);
  throw new InputError(sentences.noBoard(name), "", sentences.boardNames(boards.map((board) => board.name)));
}
