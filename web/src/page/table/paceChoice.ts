/** The choice of the story's pace, and the dialog that offers it at a stop. */

import { PACES, type Pace } from "../../modes";
import { PACE_TEXTS } from "../../play/pacing/beats";
import { openDialog } from "../dialogs";
import { type Child, h } from "../dom";

/** A story whose pace is chosen. */
export interface PacedGame {
  readonly stops: { readonly pace: Pace };
  setPace(pace: Pace): void;
}

/** Create the choice of the story's pace, with a sentence on each. */
export function paceChoice(controller: PacedGame): Child {
  return PACES.map((pace) =>
    h(
      "label",
      { class: "choice" },
      h("input", {
        type: "radio",
        name: "pace",
        checked: controller.stops.pace === pace,
        onchange: () => controller.setPace(pace),
      }),
      h("span", {}, h("b", {}, pace), `: ${PACE_TEXTS[pace]}`),
    ),
  );
}

/** Open the dialog that chooses the story's pace; `afterwards` is called when it is closed. */
export function paceDialog(controller: PacedGame, afterwards: () => void): void {
  const { element } = openDialog("How fast it is told", h("div", {}, paceChoice(controller)), { kind: "small" });
  element.addEventListener("close", afterwards);
}
