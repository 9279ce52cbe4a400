/** Taking back: the last answer, or all down to one of a list. */

import { decided, decisions, toldDecision, unaskedBefore } from "../../play/story/decisions";
import { open } from "../dialogs";
import { button, h } from "../dom";
import { notify } from "../shell";
import type { Seat } from "./seat";

/** Take back so many answers, and say which. */
export function undo(seat: Seat, count = 1): void {
  if (!seat.view?.canUndo) return;
  const { session } = seat.play;
  const last = count > decided(session) ? undefined : decisions(session, count)[0];
  const more = count > 1 ? `, and the ${count - 1} after it` : "";
  const said = last ? `${toldDecision(last)}${more}` : "all, to the first question";
  void seat.do(() => seat.steward.undo(count)).then(() => notify(`Taken back: ${said}.`));
}

/** Show what can be taken back, the last first. */
export function undoDialog(seat: Seat): void {
  const { session } = seat.play;
  const told = decisions(session);
  const back = (count: number): void => {
    opened.close();
    undo(seat, count);
  };
  const lines = told.map((each) => {
    const said = toldDecision(each);
    const here = button("Back to here", () => back(told.length - each.number + 1), {
      "aria-label": `Back to here: ${said}`,
    });
    return h("li", {}, h("span", {}, said), here);
  });
  const opened = open("Take back", [
    h(
      "p",
      { class: "faint" },
      "What was answered goes, with all that followed. Dice from the seed fall again as they fell; real dice are thrown again.",
    ),
    h("ol", { class: "choices" }, ...lines.reverse()),
    (told.length > 0 || unaskedBefore(session) > 0) &&
      h(
        "p",
        {},
        button("All, to the first question", () => back(told.length + 1)),
      ),
  ]);
}
