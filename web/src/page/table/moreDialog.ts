/** The dialog with all other actions of a game. */

import { describeSettings } from "../../play/story/introduction";
import { exportRules, exportSave } from "../archive/exportSaves";
import { shareGame } from "../archive/shareDialog";
import { openDialog } from "../dialogs";
import { button, h } from "../dom";
import { isEmbedded } from "../embedded/isEmbedded";
import { routeHash } from "../routes";
import { detailChoice } from "./detailChoice";
import type { GameController } from "./gameController";
import { keysDialog } from "./keys";
import { lookupDialog } from "./lookup";
import { showLuck } from "./luckDialog";
import { namesDialog } from "./namesDialog";
import { ordersDialog } from "./orderDialogs";
import { paceChoice } from "./paceChoice";
import { showPrimer } from "./primer";
import { undoDialog } from "./undoDialog";
import { showWhy } from "./whyDialog";

/** Open the menu of a game's less common actions: undo, orders, lookup, names, export, detail. */
export function moreDialog(controller: GameController): void {
  const { save, play, sidePanels } = controller;
  const { primer } = controller.ready.game.settings();
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
      menuEntry("Take back …", () => undoDialog(controller)),
      menuEntry("Back through the story", () => controller.history.step(-1)),
      menuEntry("Why the last roll", () => showWhy(controller)),
      menuEntry("Luck of the dice", () => showLuck(controller)),
      menuEntry("Standing orders, how much is asked", () => ordersDialog(controller)),
      menuEntry("Look up a table or a thing", () => lookupDialog(controller)),
      primer && menuEntry(`How the game goes`, () => showPrimer(primer)),
      menuEntry("Names", () => namesDialog(controller)),
      sidePanels.hasBoards && menuEntry("Boards", () => sidePanels.showBoards()),
      menuEntry("Sheet", () => sidePanels.showSheet()),
      menuEntry(
        play.byHand ? "The page throws from here on" : "I throw from here on",
        () => void controller.perform(() => play.throwByHand(!play.byHand)),
      ),
      ...(isEmbedded() ? [] : handOnEntries(controller, menuEntry)),
      menuEntry("Keys, and what can be typed", keysDialog),
      h("li", {}, h("a", { href: routeHash({ at: "report", save: save.id }) }, "Report")),
      h("li", {}, h("a", { href: routeHash({ at: "watch", save: save.id }) }, "Watch it again")),
    ),
    h("h3", {}, "How much is told"),
    detailChoice(controller),
    h("h3", {}, "How fast it is told"),
    paceChoice(controller),
    h("p", { class: "faint" }, aboutGame(controller)),
  ]);
}

/** Create the entries of the menu that hand a game on, or compare its rules with others: not in a frame, which keeps none. */
function handOnEntries(
  controller: GameController,
  menuEntry: (title: string, action: () => void) => HTMLElement,
): HTMLElement[] {
  const { save, play, content, ready, stops } = controller;
  return [
    menuEntry("Save as a file", () => void exportSave(save, content)),
    menuEntry("Share as a link", () => void shareGame(ready, play.session, stops.current?.eventCount ?? null)),
    menuEntry("Its rules as a file", () => void exportRules(save, content)),
    h("li", {}, h("a", { href: routeHash({ at: "rules", save: save.id }) }, "Its rules and those that are here")),
  ];
}

/** Describe the settings of the game in play: mission, seed, changed options, overlays. */
function aboutGame({ play }: GameController): string {
  return describeSettings(play.session.program, play.session.header).join("; ");
}
