/** Undo of the last answer, or back to one in a list. */

import { countDecisions, countLeadingAutomaticAnswers, decisionsOf, renderDecision } from "../../play/story/decisions";
import * as sentences from "../../play/storySentences";
import { openDialog } from "../dialogs";
import { button, h } from "../dom";
import { notify } from "../shell";
import type { GameController } from "./gameController";

/**
 * Undo the last `count` answers, and announce what was undone: one answer by its text, the last or the first
 * (`namesFirst`), and the number of others.
 */
export function undoAnswers(controller: GameController, count = 1, namesFirst = false): void {
  if (!controller.view?.canUndo) return;
  const { session } = controller.play;
  const undone = count > countDecisions(session) ? undefined : decisionsOf(session, count).at(namesFirst ? 0 : -1);
  const others = namesFirst ? sentences.andAfterIt : sentences.andBeforeIt;
  const more = count > 1 ? others(count - 1) : "";
  const what = undone ? `${renderDecision(undone)}${more}` : sentences.EVERYTHING_TAKEN_BACK;
  void controller
    .perform(() => controller.questions.undo(count))
    .then(() => notify(sentences.decisionsTakenBack(what)));
}

/** Open a dialog with the decisions that can be undone, the last first. */
export function undoDialog(controller: GameController): void {
  const { session } = controller.play;
  const undoable = decisionsOf(session);
  /** Close the dialog, and undo a number of answers. */
  const undoAndClose = (count: number): void => {
    dialog.close();
    undoAnswers(controller, count, true);
  };
  const lines = undoable.map((each) => {
    const description = renderDecision(each);
    const here = button("Back to here", () => undoAndClose(undoable.length - each.number + 1), {
      "aria-label": `Back to here: ${description}`,
    });
    return h("li", {}, h("span", {}, description), here);
  });
  const dialog = openDialog("Take back", [
    h(
      "p",
      { class: "faint" },
      "What was answered goes, with all that followed. Dice from the seed fall again as they fell; real dice are thrown again.",
    ),
    h("ol", { class: "choices" }, ...lines.reverse()),
    (undoable.length > 0 || countLeadingAutomaticAnswers(session) > 0) &&
      h(
        "p",
        {},
        button("All, to the first question", () => undoAndClose(undoable.length + 1)),
      ),
  ]);
}
