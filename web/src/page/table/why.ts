/** Why a roll came out as it did: a dialog with its reasons. */

import type { Reason } from "../../play/why/reasons";
import { throwNumbered, why, whyThrow } from "../../play/why/why";
import { open } from "../dialogs";
import { h } from "../dom";
import { inline } from "./parts";
import type { Seat } from "./seat";

/** Show the reasons of a throw by its number in the story, from 1. */
export function showThrow(seat: Seat, number: number): void {
  const { session } = seat.play;
  show(whyThrow(session, seat.phrases, throwNumbered(session, number)));
}

/** Show the reasons of the throw that is meant: empty for the last and what was told since, a number, or a table. */
export function showWhy(seat: Seat, word = ""): void {
  seat.look(() => show(why(seat.play.session, seat.phrases, word, seat.view?.question ?? null)));
}

function show([head, ...rest]: readonly Reason[]): void {
  const list = h(
    "ul",
    { class: "reasons" },
    ...rest.map(({ parts, depth }) => h("li", { class: `depth-${depth}` }, inline(parts))),
  );
  open(inline(head!.parts), rest.length > 0 && list);
}
