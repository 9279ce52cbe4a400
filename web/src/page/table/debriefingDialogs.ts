/** Dialogs after the missions of a campaign, and the recap of a resumed game. */

import { debriefMissions } from "../../play/debriefing/debriefing";
import { type RecallText, renderDebriefing } from "../../play/debriefing/wording";
import * as sentences from "../../play/storySentences";
import { h } from "../dom";
import { routeHash } from "../routes";
import { showDebriefingTexts } from "./debriefingView";
import type { GameController } from "./gameController";
import { troubleList } from "./sidePanels";
import { lineElement } from "./storyLines";
import { showThrow } from "./whyDialog";

/** Show, one after the other, a debriefing of each mission that ended from the event `since` on, before `stop`. */
export function showDebriefings(controller: GameController, since: number, stop: number): void {
  const isOver = controller.view?.outcome !== null && controller.stops.current === null;
  const texts = debriefMissions(controller.play.session, since, stop).map(renderDebriefing);
  if (texts.length === 0) controller.questionView.focus();
  const leave = h("a", { href: routeHash({ at: "saves" }) }, "Another day");
  showDebriefingTexts(texts, { isOver, leave, afterwards: controller.afterDebriefing });
}

/** Render the recap of a resumed game: its last news and damage. */
export function recallElement(controller: GameController, { title, lines, wrong, more }: RecallText): HTMLElement {
  return h(
    "details",
    { class: "fold recalled", open: true },
    h("summary", {}, title),
    h(
      "div",
      { class: "inside story" },
      ...lines.map((line) => lineElement(line, (number) => showThrow(controller.explained, number))),
      wrong.length > 0 && [h("h3", { class: "bad" }, sentences.WRONG_TITLE), troubleList(wrong)],
      more > 0 && h("p", { class: "faint" }, `and ${more} more on the sheet`),
    ),
  );
}
