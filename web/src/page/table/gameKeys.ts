/** The letters that open something of a game at a question. */

import type { GameController } from "./gameController";
import { keysDialog } from "./keys";
import { lookupDialog } from "./lookup";
import { namesDialog } from "./namesDialog";
import { ordersDialog } from "./orderDialogs";
import { undoAnswers } from "./undoDialog";
import { showWhy } from "./whyDialog";

/** Make the actions of keys in a game, by the keys. */
export function gameKeyActions(controller: GameController): Readonly<Record<string, () => void>> {
  return {
    u: () => undoAnswers(controller),
    w: () => showWhy(controller),
    o: () => controller.questionView.toggleOdds(),
    b: () => controller.sidePanels.showBoards(),
    s: () => controller.sidePanels.showSheet(),
    a: () => ordersDialog(controller),
    l: () => lookupDialog(controller),
    n: () => namesDialog(controller),
    "?": keysDialog,
  };
}
