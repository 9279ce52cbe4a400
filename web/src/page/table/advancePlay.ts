/** Advance of a game to the player's next request: automatic answers, and dice typed in advance. */

import type { QuestionFilter } from "../../play/orders/autoAnswer";
import type { Play } from "../../play/play";
import * as sentences from "../../play/storySentences";
import type { View } from "../../play/view";
import { notify } from "../shell";
import type { TypedDiceQueue } from "./typedDiceQueue";

/**
 * Answer automatically, and give dice typed in advance, up to the player's next request; returns the view at that. Dice
 * that nobody wants there are dropped, which is announced.
 */
export function advancePlay(play: Play, questions: QuestionFilter, queuedDice: TypedDiceQueue): View {
  /** Take the faces typed in advance for the requested dice; null for none. */
  const takeFaces = ({ roll }: View): readonly number[] | null =>
    roll?.is === "RollSite" ? queuedDice.takeThrow(roll.dice) : null;
  let view = questions.view();
  for (let faces = takeFaces(view); faces !== null; faces = takeFaces(view)) {
    play.throw(faces);
    view = questions.view();
  }
  if (view.question?.offer !== true) {
    const unusedFaces = queuedDice.clear();
    if (unusedFaces.length > 0) notify(sentences.unusedFaces(unusedFaces.join(" ")));
  }
  return view;
}
