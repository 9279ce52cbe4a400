/** The bars above and below a game at a seat. */

import { headingTitles } from "../../play/story/headings";
import { h, setChildren } from "../dom";
import { factElements, PAST_TEXT, panelButton, placeContent, toolButton } from "../table/barParts";
import { ordersDialog } from "../table/orderDialogs";
import type { SeatController } from "./seatController";
import { seatMenu } from "./seatMenu";

/** The bar above a game at a seat, and on a small screen the one below it. */
export class SeatBar {
  readonly element: HTMLElement;
  readonly lowerBar: HTMLElement;
  private readonly place = h("p", {});
  private readonly facts = h("p", { class: "facts", role: "status" });
  private readonly boardsButton: HTMLButtonElement;

  /** Create the bars of a seat's controller. */
  constructor(private readonly controller: SeatController) {
    this.boardsButton = panelButton("board", "Boards", () => controller.sidePanels.showBoards());
    this.element = h(
      "div",
      { class: "around" },
      h("div", { class: "where" }, h("h1", {}, controller.game.seated.title), this.place, this.facts),
      !controller.game.isReferee && toolButton("orders", "Orders", () => ordersDialog(controller), "broad-only"),
      toolButton("more", "More", () => seatMenu(controller), "broad-only"),
    );
    this.lowerBar = h(
      "div",
      { class: "ways-below", role: "group", "aria-label": "Panels" },
      this.boardsButton,
      panelButton("sheet", "Sheet", () => controller.sidePanels.showSheet()),
      !controller.game.isReferee && panelButton("orders", "Orders", () => ordersDialog(controller)),
      panelButton("more", "More", () => seatMenu(controller)),
    );
  }

  /** Show where the story stands, and what matters most. */
  show(): void {
    const { orders, stops, history, game, sidePanels } = this.controller;
    this.boardsButton.hidden = !sidePanels.hasBoards;
    const open = headingTitles(stops.openHeadings(orders.headings).open);
    setChildren(this.place, history.isOpen ? PAST_TEXT : placeContent(open, game.ownTitle));
    setChildren(this.facts, ...factElements(sidePanels.facts));
  }
}
