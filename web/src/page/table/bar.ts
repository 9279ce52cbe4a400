/** The bar above a game, and on a small screen the one below it. */

import { where } from "../../play/story/headings";
import type { View } from "../../play/view";
import { button, h, type IconName, icon } from "../dom";
import { moreDialog } from "./more";
import { ordersDialog } from "./orders";
import type { Seat } from "./seat";
import { undo } from "./undo";

/** Of so many procedures that go on, all are named. */
const MOST = 4;

/** The bars of a game. */
export class Bar {
  readonly element: HTMLElement;
  readonly below: HTMLElement;
  private readonly place = h("p", {});
  private readonly back: HTMLButtonElement;

  constructor(private readonly seat: Seat) {
    const { save } = seat;
    this.back = tool("undo", "Undo", () => undo(seat));
    this.element = h(
      "div",
      { class: "around" },
      h("a", { class: "quiet", href: "#/", "aria-label": "To the games" }, icon("back")),
      h("div", { class: "where" }, h("h1", {}, save.title), this.place),
      this.back,
      tool("orders", "Orders", () => ordersDialog(seat), "broad-only"),
      tool("more", "More", () => moreDialog(seat), "broad-only"),
    );
    this.below = h(
      "div",
      { class: "ways-below", role: "group", "aria-label": "Panels" },
      seat.beside.hasBoards && below("board", "Boards", () => seat.beside.showBoards()),
      below("sheet", "Sheet", () => seat.beside.showSheet()),
      below("orders", "Orders", () => ordersDialog(seat)),
      below("more", "More", () => moreDialog(seat)),
    );
  }

  /** Show where the game stands. */
  show(view: View): void {
    const open = where(this.seat.steward.headings.open);
    const told = open.length > MOST ? [...open.slice(0, 1), "…", ...open.slice(1 - MOST)] : open;
    this.place.textContent = told.join(" › ") || this.seat.save.what;
    this.back.disabled = !view.canUndo;
  }
}

function tool(name: IconName, title: string, act: () => void, kind = ""): HTMLButtonElement {
  return button([icon(name), h("span", { class: "word" }, title)], act, { class: kind, "aria-label": title, title });
}

function below(name: IconName, title: string, act: () => void): HTMLButtonElement {
  return button([icon(name), title], act);
}
