/** The dialog that explains a roll. */

import type { Phrases } from "../../play/story/phrases";
import type { Reason } from "../../play/why/explanation";
import { explainSession, explainThrow, throwEventNumber } from "../../play/why/why";
import type { Session } from "../../session/session";
import { openDialog } from "../dialogs";
import { h } from "../dom";
import type { GameController } from "./gameController";
import { partElements } from "./partElements";

/** Explain the throw with a number in the story, from 1, in a dialog. */
export function showThrow({ play, phrases }: GameController, number: number): void {
  showThrowOf(play.session, phrases, number);
}

/** Explain a session's throw with a number in its story, from 1, in a dialog. */
export function showThrowOf(session: Session, phrases: Phrases, number: number): void {
  showReasons(explainThrow(session, phrases, throwEventNumber(session, number)));
}

/** Explain in a dialog the throw that a word selects: empty for the last and the events since, a number, or a table. */
export function showWhy(controller: GameController, word = ""): void {
  controller.tryShow(() =>
    showReasons(
      explainSession(
        controller.play.session,
        controller.phrases,
        word,
        controller.question,
        controller.stops.eventCount,
      ),
    ),
  );
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
