/** The dialog that shows how the dice fell, against their chances. */

import { hasThrows, measureMissionLuck } from "../../play/luck/measuring";
import { describeLuck } from "../../play/luck/wording";
import * as sentences from "../../play/storySentences";
import { openDialog } from "../dialogs";
import { h } from "../dom";
import type { GameController } from "./gameController";

/** Show the luck of the mission that is under way, as far as it has been told, in a dialog. */
export function showLuck(controller: GameController): void {
  controller.tryShow(() => {
    const mission = measureMissionLuck(controller.play.session, controller.stops.eventCount);
    const measures = mission?.measures.filter((measured) => measured.throws > 0) ?? [];
    openDialog(mission?.title ?? sentences.LUCK_TITLE, [
      hasThrows(measures)
        ? h("ul", {}, ...measures.map((measured) => h("li", {}, `${describeLuck(measured, false)}.`)))
        : h("p", {}, noLuckText(controller)),
      mission !== null && mission.unjudged > 0 && h("p", {}, sentences.luckUnjudged(mission.unjudged)),
      h("p", { class: "faint" }, sentences.LUCK_NOTE),
    ]);
  });
}

/** The reason why there is nothing to show. */
function noLuckText(controller: GameController): string {
  const { lucks } = controller.play.session.program;
  return lucks.length ? sentences.NO_LUCK_THROWN : sentences.NO_LUCK_DECLARED;
}
