/** What is shown of a game that goes on, as it is opened: where the player left it. */

import { renderRecall } from "../../play/debriefing/wording";
import { countDecisions } from "../../play/story/decisions";
import { recallElement } from "./debriefingDialogs";
import type { GameController } from "./gameController";
import type { ToldStory } from "./toldStory";

/**
 * Scroll to the question, or to the stop at which the player left the game, unless it has only begun; above a question,
 * also show a recap: where the game stands, the last news.
 */
export function showWhereLeft(controller: GameController, { lines, isResumed, stops }: ToldStory): void {
  const { play, view, questionView, sidePanels } = controller;
  const isAtStop = stops.current !== null;
  if (isAtStop ? !isResumed : countDecisions(play.session) === 0) return;
  if (!isAtStop && view?.outcome === null) {
    const recall = renderRecall(lines, sidePanels.sheet.groups());
    questionView.element.before(recallElement(controller, recall));
  }
  questionView.element.scrollIntoView({ block: "end" });
}
