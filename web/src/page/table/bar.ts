/** The bar above a game, and on a small screen the one below it. */

import type { Fact } from "../../play/story/classes";
import { headingTitles } from "../../play/story/headings";
import { TONE_MARKS } from "../../play/story/lineParts";
import type { View } from "../../play/view";
import { button, type Child, h, type IconName, icon, setChildren } from "../dom";
import type { GameController } from "./gameController";
import { moreDialog } from "./moreDialog";
import { ordersDialog } from "./orderDialogs";
import { markElement } from "./partElements";
import { undoAnswers } from "./undoDialog";

/** Maximum number of open procedures that the bar names. */
const MAX_TITLES = 4;

/** The blank between a sign and the words that it belongs to. */
const NO_BREAK = "\u00a0";

/** What stands in place of the headings while the past of the story is shown. */
export const PAST_TEXT = "As it stood then: nothing is asked";

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

/** Create the elements of facts: what is bad first. */
export function factElements(facts: readonly Fact[]): HTMLElement[] {
  return [...facts.filter(({ isBad }) => isBad), ...facts.filter(({ isBad }) => !isBad)].map(factElement);
}

/** Render the open headings, outermost first, of which a bar shows the outermost and the last; `otherwise` for none. */
export function placeContent(open: readonly string[], otherwise: string): Child {
  const titles = open.length > MAX_TITLES ? [...open.slice(0, 1), "…", ...open.slice(1 - MAX_TITLES)] : open;
  const outer = titles.slice(0, -1).map((title) => `${title} › `);
  return [h("span", { class: "outer" }, outer.join("")), titles.at(-1) ?? otherwise];
}

/** Create the element of a fact; one that is bad or good is marked by a sign, not by its colour alone. */
function factElement({ title, value, isBad, isGood }: Fact): HTMLElement {
  const tone = isBad ? "bad" : isGood ? "good" : "";
  return h(
    "span",
    { class: tone },
    isBad && [markElement(TONE_MARKS.bad), NO_BREAK],
    value ? `${title} ${value}` : title,
  );
}

/** Create a button of the upper bar: an icon, with its title where there is room. */
export function toolButton(name: IconName, title: string, action: () => void, kind = ""): HTMLButtonElement {
  return button([icon(name), h("span", { class: "word" }, title)], action, { class: kind, "aria-label": title, title });
}

/** Create a button of the lower bar, which opens a panel. */
export function panelButton(name: IconName, title: string, action: () => void): HTMLButtonElement {
  return button([icon(name), title], action);
}
