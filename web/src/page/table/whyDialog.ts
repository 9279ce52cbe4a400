/** The dialog that explains a roll: what it rests on, and the card of its table. */

import type { Phrases } from "../../play/story/phrases";
import { findCardMarks, tableOfThrow } from "../../play/why/cardMarks";
import type { Reason } from "../../play/why/explanation";
import { explainSession, explainThrow, findExplained, throwEventNumber } from "../../play/why/why";
import type { Session } from "../../session/session";
import { openDialog } from "../dialogs";
import { button, type Child, h } from "../dom";
import type { ReadyGame } from "../storage/games";
import { cardView } from "./card";
import type { GameController } from "./gameController";
import { partElements } from "./partElements";
import { reasonList } from "./reasonList";
import { tableLinks } from "./tableLinks";

/** A game whose throws are explained. */
export interface ExplainedGame {
  readonly ready: ReadyGame;
  readonly session: Session;
  readonly phrases: Phrases;
  /** Show the boards as they stood at the event with an index; missing where they stand beside the story. */
  readonly showBoardsAt?: (event: number) => void;
}

/** Explain the throw with a number in the story, from 1, in a dialog. */
export function showThrow(game: ExplainedGame, number: number): void {
  const { session, phrases } = game;
  const event = throwEventNumber(session, number);
  showReasons(game, explainThrow(session, phrases, event), event);
}

/** Explain in a dialog the throw that a word selects: empty for the last and the events since, a number, or a table. */
export function showWhy(controller: GameController, word = ""): void {
  controller.tryShow(() => {
    const { question, stops, explained } = controller;
    const { session, phrases } = explained;
    const reasons = explainSession(session, phrases, word, question, stops.eventCount);
    showReasons(explained, reasons, findExplained(session, word, stops.eventCount));
  });
}

/** Show the lines of an explanation, and the card of the table that the throw of an event was on, in a dialog. */
function showReasons(game: ExplainedGame, [head, ...rest]: readonly Reason[], event: number | null): void {
  const list = reasonList(rest);
  const { showBoardsAt } = game;
  /** Close the dialog, and show the boards. */
  const showBoards = (): void => {
    dialog.close();
    showBoardsAt!(event!);
  };
  const boards = showBoardsAt && event !== null && button("The boards then", showBoards);
  const card = event !== null && markedCard(game, event);
  const dialog = openDialog(partElements(head!.parts), [rest.length > 0 && list, card], {
    actions: boards ? [boards] : [],
  });
}

/** Render the card of the table that a throw was on, with what counted marked, and the way to its page; null for none. */
function markedCard({ ready, session }: ExplainedGame, event: number): Child {
  const table = tableOfThrow(session, event);
  const card = table === null ? undefined : ready.game.cards().tables.find(({ id }) => id === table);
  if (card === undefined) return null;
  return h(
    "section",
    { class: "marked-card" },
    h("h3", {}, "The card"),
    cardView(card, findCardMarks(session, event, card)),
    tableLinks(ready, card.id),
  );
}
