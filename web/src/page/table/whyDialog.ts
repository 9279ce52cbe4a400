/** The dialog that explains a roll. */

import type { Reason } from "../../play/why/explanation";
import { explainSession, explainThrow, throwEventNumber } from "../../play/why/why";
import { openDialog } from "../dialogs";
import { h } from "../dom";
import { partElements } from "./partElements";
import type { Seat } from "./seat";

/** Explain the throw with a number in the story, from 1, in a dialog. */
export function showThrow(seat: Seat, number: number): void {
  const { session } = seat.play;
  showReasons(explainThrow(session, seat.phrases, throwEventNumber(session, number)));
}

/** Explain in a dialog the throw that a word selects: empty for the last and the events since, a number, or a table. */
export function showWhy(seat: Seat, word = ""): void {
  seat.lookAt(() => showReasons(explainSession(seat.play.session, seat.phrases, word, seat.view?.question ?? null)));
}

/** Show the lines of an explanation in a dialog. */
function showReasons([head, ...rest]: readonly Reason[]): void {
  const list = h(
    "ul",
    { class: "reasons" },
    ...rest.map(({ parts, depth }) => h("li", { class: `depth-${depth}` }, partElements(parts))),
  );
  openDialog(partElements(head!.parts), rest.length > 0 && list);
}
