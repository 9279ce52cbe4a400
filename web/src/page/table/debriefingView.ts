/** Debriefings of missions, in dialogs. */

import type { DebriefingText } from "../../play/debriefing/wording";
import * as sentences from "../../play/storySentences";
import { openDialog } from "../dialogs";
import { button, type Child, h } from "../dom";
import { groupElement, troubleList } from "./sidePanels";

/** What a debriefing leads to. */
export interface DebriefingWays {
  /** Whether the game is over, and the story told to its end. */
  readonly isOver: boolean;
  /** The way out of the game; null for none. */
  readonly leave: Child;
  /** Called when the last one is closed. */
  readonly afterwards: () => void;
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
