/** The dialog with all other actions at a seat. */

import { confirmAction, openDialog } from "../dialogs";
import { button, h } from "../dom";
import { detailChoice } from "../table/detailChoice";
import { ownKeysDialog } from "../table/keys";
import { ordersDialog } from "../table/orderDialogs";
import { paceChoice } from "../table/paceChoice";
import type { SeatController } from "./seatController";
import { importDialog } from "./seatImport";
import { namesDialog } from "./seatNames";
import { showWhy } from "./seatWhy";
import { termList } from "./terms";

/** The keys that open something at a seat. */
const SEAT_KEYS: readonly (readonly [string, string])[] = [
  ["0 to 9, /", "begin a typed line: a number, words, an order such as 2 always"],
  ["w", "why the last roll came out so"],
  ["o", "the odds of the answers"],
  ["b, s", "boards, sheet"],
  ["a", "orders, and how much is asked"],
  ["n", "names"],
  ["u", "asks to take back your last answer"],
  ["?", "these keys"],
];

/** Open the menu of a seat. */
export function seatMenu(controller: SeatController): void {
  const { sidePanels, game, undo } = controller;
  /** Create an entry of the menu, which closes the dialog and performs an action. */
  const menuEntry = (title: string, action: () => void): HTMLElement =>
    h(
      "li",
      {},
      button(title, () => {
        dialog.close();
        action();
      }),
    );
  const dialog = openDialog("More", [
    h(
      "ul",
      { class: "menu" },
      menuEntry("Back through the story", () => controller.history.step(-1)),
      menuEntry("Why the last roll", () => void showWhy(controller, "")),
      undo.isPossible && menuEntry("Take back my last answer …", () => undo.ask()),
      !game.isReferee && menuEntry("Standing orders, how much is asked", () => ordersDialog(controller)),
      sidePanels.hasBoards && menuEntry("Boards", () => sidePanels.showBoards()),
      menuEntry("Sheet", () => sidePanels.showSheet()),
      !game.isReferee && !game.isOver && menuEntry("Names", () => void namesDialog(controller)),
      game.seated.about.length > 0 && menuEntry("How the game goes", () => aboutDialog(controller)),
      menuEntry("The terms of the table", () => openDialog("The terms of the table", termList(game.seated))),
      menuEntry("Keep my seat's file", () => controller.record.keepSeatFile()),
      game.revealed !== null && menuEntry("Keep what was revealed", () => controller.record.keepRevealed()),
      menuEntry("Go on with a seat's file …", () => importDialog(controller.record.token)),
      menuEntry("Keys", seatKeysDialog),
      !game.isOver && !game.isReferee && menuEntry("Give the game up …", () => confirmGiveUp(controller)),
    ),
    h("h3", {}, "How much is told"),
    detailChoice(controller),
    h("h3", {}, "How fast it is told"),
    paceChoice(controller),
  ]);
}

/** Show the keys of a seat. */
export function seatKeysDialog(): void {
  ownKeysDialog(SEAT_KEYS);
}

/** Show what a player should know before he plays. */
export function aboutDialog({ game }: SeatController): void {
  openDialog(
    game.seated.title,
    game.seated.about.map((paragraph) => h("p", { class: "telling" }, paragraph)),
  );
}

/** Ask whether the game is to be given up, and give it up. */
export function confirmGiveUp(controller: SeatController): void {
  confirmAction(
    "Give the game up?",
    "It ends for all players, and all that was hidden is revealed. This cannot be taken back.",
    "Give up",
    () => controller.answers.giveUp(),
  );
}
