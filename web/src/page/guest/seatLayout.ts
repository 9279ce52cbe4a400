/** The parts of a seat's screen, and where they stand. */

import { h } from "../dom";
import { NO_PIECES } from "../table/pieceLinks";
import { SidePanels } from "../table/sidePanels";
import type { SeatController } from "./seatController";
import { termsElement } from "./terms";

/** Make the panels beside a seat's story; the answers that are marked in its question are marked on boards, too. */
export function makePanels(controller: SeatController): SidePanels {
  const { sight, questionView } = controller;
  const panels = new SidePanels({
    get hasBoards() {
      return sight.hasBoards;
    },
    state: () => sight.find(),
    earlierBoards: (boards) => sight.boardsBefore(boards),
    pieceQuestion: () => (controller.history.isOpen ? NO_PIECES : questionView.pieceQuestion),
  });
  for (const type of ["change", "click", "focusin"])
    questionView.element.addEventListener(type, () => panels.updateMarks());
  questionView.element.addEventListener("click", () => panels.forgetBoards());
  return panels;
}

/** Lay out the screen of a seat. */
export function layOut(controller: SeatController): HTMLElement {
  const { game, story, line, undo, sidePanels, company, questionView, history, questionSight, bar } = controller;
  return h(
    "div",
    { class: "table" },
    h(
      "div",
      { class: "told" },
      termsElement(controller, game.turn === null),
      story.element,
      line.element,
      undo.element,
      sidePanels.changesLine,
      company.statusLine,
      sidePanels.hurtLine,
      questionView.element,
      company.element,
      history.element,
    ),
    sidePanels.element,
    questionSight.element,
    bar.lowerBar,
  );
}
