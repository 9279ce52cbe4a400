/** The bar above a game, and on a small screen the one below it. */

import { headingTitles } from "../../play/story/headings";
import type { View } from "../../play/view";
import { h, icon, setChildren } from "../dom";
import { factElements, PAST_TEXT, panelButton, placeContent, toolButton } from "./barParts";
import type { GameController } from "./gameController";
import { moreDialog } from "./moreDialog";
import { ordersDialog } from "./orderDialogs";
import { undoAnswers } from "./undoDialog";

/** The bar above a game in play, and on a small screen the one below it. */
export class Bar {
  readonly element: HTMLElement;
  readonly lowerBar: HTMLElement;
  private readonly place = h("p", {});
  private readonly facts = h("p", { class: "facts", role: "status" });
  private readonly undoButton: HTMLButtonElement;

  /** Create the bars of a game's controller. */
  constructor(private readonly controller: GameController) {
    const { save } = controller;
    this.undoButton = toolButton("undo", "Undo", () => undoAnswers(controller));
    this.element = h(
      "div",
      { class: "around" },
      h("a", { class: "quiet", href: "#/", "aria-label": "To the games" }, icon("back")),
      h("div", { class: "where" }, h("h1", {}, save.title), this.place, this.facts),
      this.undoButton,
      toolButton("orders", "Orders", () => ordersDialog(controller), "broad-only"),
      toolButton("more", "More", () => moreDialog(controller), "broad-only"),
    );
    this.lowerBar = h(
      "div",
      { class: "ways-below", role: "group", "aria-label": "Panels" },
      controller.sidePanels.hasBoards && panelButton("board", "Boards", () => controller.sidePanels.showBoards()),
      panelButton("sheet", "Sheet", () => controller.sidePanels.showSheet()),
      panelButton("orders", "Orders", () => ordersDialog(controller)),
      panelButton("more", "More", () => moreDialog(controller)),
    );
  }

  /** Show where the story stands, and by the view of its game whether an answer can be undone. */
  show(view: View): void {
    const { questions, stops, history } = this.controller;
    const open = headingTitles(stops.openHeadings(questions.headings).open);
    setChildren(this.place, history.isOpen ? PAST_TEXT : placeContent(open, this.controller.save.what));
    setChildren(this.facts, ...factElements(this.controller.sidePanels.facts));
    this.undoButton.disabled = !view.canUndo;
  }
}
