/** Dialogs after the missions of a campaign, and the recap of a resumed game. */

import { debriefMissions } from "../../play/debriefing/debriefing";
import { type DebriefingText, type RecallText, renderDebriefing } from "../../play/debriefing/wording";
import * as sentences from "../../play/storySentences";
import { openDialog } from "../dialogs";
import { button, type Child, h } from "../dom";
import { routeHash } from "../routes";
import type { GameController } from "./gameController";
import { groupElement, troubleList } from "./sidePanels";
import { lineElement } from "./storyLines";
import { showThrow } from "./whyDialog";

/** What a debriefing leads to. */
export interface DebriefingWays {
  /** Whether the game is over, and the story told to its end. */
  readonly isOver: boolean;
  /** The way out of the game; null for none. */
  readonly leave: Child;
  /** Called when the last one is closed. */
  readonly afterwards: () => void;
}

/** Show, one after the other, a debriefing of each mission that ended from the event `since` on, before `stop`. */
export function showDebriefings(controller: GameController, since: number, stop: number): void {
  const isOver = controller.view?.outcome !== null && controller.stops.current === null;
  const texts = debriefMissions(controller.play.session, since, stop).map(renderDebriefing);
  if (texts.length === 0) controller.questionView.focus();
  const leave = h("a", { href: routeHash({ at: "saves" }) }, "Another day");
  showDebriefingTexts(texts, { isOver, leave, afterwards: controller.afterDebriefing });
}

/** Show the first of several debriefings in a dialog, with ways to the next, to the game, or to leave. */
export function showDebriefingTexts([debriefing, ...others]: readonly DebriefingText[], ways: DebriefingWays): void {
  if (debriefing === undefined) return;
  const { isOver, leave } = ways;
  let following: readonly DebriefingText[] = [];
  /** Close this debriefing, and show the next. */
  const showFollowing = (): void => {
    following = others;
    dialog.close();
  };
  const next = button(others.length > 0 || isOver ? "Go on" : "Go on with the next", showFollowing, { class: "main" });
  const skipButton = others.length > 0 && button(`Pass over ${others.length} more`, () => dialog.close());
  const actions = [next, skipButton, !isOver && leave];
  const dialog = openDialog(debriefing.title, debriefingContent(debriefing), { actions });
  dialog.element.addEventListener("close", () => {
    if (following.length > 0) showDebriefingTexts(following, ways);
    else ways.afterwards();
  });
  next.focus({ preventScroll: true });
}

/** Render a debriefing: its tallies, the damage, and what has changed. */
function debriefingContent({ counted, wrong, groups }: DebriefingText): Child {
  return [
    counted.length > 0 &&
      h(
        "dl",
        { class: "tallies" },
        ...counted.map(([title, value]) => h("div", {}, h("dt", {}, title), h("dd", {}, value))),
      ),
    wrong.length > 0 && [h("h3", { class: "bad" }, sentences.HURT_TITLE), troubleList(wrong)],
    h("div", { class: "sheet" }, ...groups.map(groupElement)),
  ];
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
