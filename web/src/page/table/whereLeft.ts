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
    const recall = renderRecall(lines, sidePanels.groups);
    questionView.element.before(recallElement(controller, recall));
  }
  scrollToEnd(questionView.element);
}

/**
 * Scroll until an element's end is at the window's. What comes into sight above it is laid out only then, and may be
 * higher than was reckoned: so scroll again once it is drawn.
 */
function scrollToEnd(element: HTMLElement): void {
  element.scrollIntoView({ block: "end" });
  requestAnimationFrame(() => requestAnimationFrame(() => element.scrollIntoView({ block: "end" })));
}
