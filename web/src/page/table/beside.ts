/** What is seen beside the story: boards, and the sheet. */

import { boardsOf } from "../../play/boards/boards";
import { drawing } from "../../play/boards/vector";
import { shown } from "../../play/markup";
import { Sheet } from "../../play/sheet/sheet";
import { type GroupTold, type LineTold, sheetTold } from "../../play/sheet/wording";
import { open } from "../dialogs";
import { button, type Child, fill, h } from "../dom";
import { mark } from "./parts";
import type { Seat } from "./seat";

/** A column of characters takes so many pixels of a board. */
const COLUMN = 8.2;

/** A board is no narrower than so many columns of characters, and scrolls where there is less room. */
const NARROWEST = 56;

const WIDEST = 104;

/** Boards and sheet beside the story. */
export class Beside {
  readonly element = h("aside", { class: "beside-story", "aria-label": "How things stand" });
  /** The sheet of the game. */
  readonly sheet: Sheet;
  private everything = false;

  /** How wide it is, in pixels; 0 where there is no room for it. */
  private room = 0;
  private readonly watching = new ResizeObserver(([entry]) => this.resized(entry!.contentRect.width));

  constructor(private readonly seat: Seat) {
    this.sheet = new Sheet(seat.play.session.describer);
    this.watching.observe(this.element);
  }

  /** Whether the rules declare any board. */
  get hasBoards(): boolean {
    return this.seat.ready.game.program.boards.length > 0;
  }

  /** Show how things stand now, where there is room for it. */
  show(): void {
    if (this.room === 0) return;
    fill(this.element, this.boards(this.room), this.sheetNow());
  }

  /** Watch no more how wide it is. */
  stop(): void {
    this.watching.disconnect();
  }

  private resized(room: number): void {
    if (room === this.room) return;
    this.room = room;
    if (this.seat.view !== null) this.show();
  }

  /** Show the boards in a dialog. */
  showBoards(): void {
    const room = Math.min(innerWidth, 1150) - 40;
    open("Boards", this.boards(room, "panel-"), { kind: "broad" });
  }

  /** Show the sheet in a dialog: what has changed, or all that is kept. */
  showSheet(everything = this.everything): void {
    this.everything = everything;
    open("Sheet", this.sheetNow(false));
  }

  /** The boards in so much room, in pixels; the names of their parts begin so. */
  private boards(room: number, prefix = ""): HTMLElement {
    const columns = Math.max(NARROWEST, Math.min(WIDEST, Math.floor(room / COLUMN)));
    const pictures = boardsOf(this.seat.play.session.describer).map((board) =>
      shown(drawing(board, prefix + board.name, columns)),
    );
    return h("div", { class: "boards wide", tabindex: 0, role: "group", "aria-label": "Boards" }, ...pictures);
  }

  private sheetNow(isTitled = true): HTMLElement {
    const place = h("div", { class: "sheet" });
    const draw = (): void => {
      const told = sheetTold(this.sheet.groups(), this.everything);
      const all = button(
        this.everything ? "Only what has changed" : "All that is kept",
        () => {
          this.everything = !this.everything;
          draw();
        },
        { class: "quiet" },
      );
      fill(
        place,
        isTitled && h("h2", {}, "Sheet"),
        told.wrong.length > 0 && [h("h3", { class: "bad" }, "What is wrong"), troubleList(told.wrong)],
        ...told.groups.map(groupTold),
        told.wrong.length === 0 &&
          told.groups.length === 0 &&
          h("p", { class: "faint" }, "All is as it was at the beginning."),
        all,
      );
    };
    draw();
    return place;
  }
}

/** What is wrong, line by line. */
export function troubleList(wrong: readonly string[]): HTMLElement {
  return h("ul", { class: "wrong" }, ...wrong.map((each) => h("li", { class: "bad" }, mark("!"), " ", each)));
}

/** A group of the sheet under its title. */
export function groupTold({ title, lines }: GroupTold): HTMLElement {
  return h("section", {}, h("h3", {}, title), h("dl", {}, ...lines.map(lineTold)));
}

function lineTold({ title, text, elements }: LineTold): Child {
  const list = elements.length > 0 && h("ul", {}, ...elements.map((each) => h("li", {}, each)));
  return h("div", {}, h("dt", {}, title), h("dd", {}, text, list));
}
