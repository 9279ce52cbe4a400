/** View of a stop in the story: what is at stake next, and the button that goes on. */

import type { WantedDice } from "../../play/dice/throws";
import { purposeOf, renderStakes } from "../../play/pacing/stakes";
import * as sentences from "../../play/storySentences";
import { diceNotation } from "../../rules/dice";
import { capitalizeFirst } from "../../text";
import { button, type Child, h } from "../dom";

/** The ways on from a stop. */
export interface StopActions {
  readonly goOn: () => void;
  readonly goBack: () => void;
  /** What going back does, in words; empty if there is no way back. */
  readonly back: string;
  readonly skip: () => void;
  /** Where skipping leads: to the question, or to the end if none follows. */
  readonly skipTo: string;
  readonly choosePace: () => void;
}

/** The elements of a stop. */
export interface StopElements {
  readonly goOnButton: HTMLButtonElement;
  readonly content: readonly Child[];
}

/** Render a stop: the dice that fall next, or null; `isThrow` if the button throws them. */
export function stopView(next: WantedDice | null, isThrow: boolean, actions: StopActions): StopElements {
  const word = isThrow ? "Throw" : "Go on";
  const lead = isThrow ? "" : sentences.NEXT;
  const stakes = next !== null && h("span", { class: "unseen" }, `; ${lead}${renderStakes(next)}`);
  const goOnButton = button([word, stakes, keyHint("Enter")], actions.goOn, { class: "main go-on" });
  const content = [
    next !== null && stakesView(next, lead),
    h(
      "p",
      { class: "ways" },
      goOnButton,
      button([actions.skipTo, keyHint("s")], actions.skip, { class: "quiet" }),
      actions.back && button([actions.back, keyHint("u")], actions.goBack, { class: "quiet" }),
      button("Pace …", actions.choosePace, { class: "quiet" }),
    ),
  ];
  return { goOnButton, content };
}

/** Render what is at stake behind the word that leads to it: the dice, their purpose, for whom, and what leads where. */
function stakesView(next: WantedDice, lead: string): HTMLElement {
  const { members, dice, about, leads } = next;
  const leadElement = lead && h("span", { class: "lead-in" }, capitalizeFirst(lead));
  if (members.length > 0) return h("p", { class: "stakes" }, leadElement, renderStakes(next));
  return h(
    "div",
    { class: "stakes" },
    h(
      "p",
      {},
      leadElement,
      h("span", { class: "wanted-dice" }, diceNotation(dice)),
      " for ",
      h("b", {}, purposeOf(next)),
      about.length > 0 && h("span", { class: "about" }, ` (${about.join(", ")})`),
    ),
    leads.length > 0 &&
      h("ul", {}, ...leads.map(([faces, result]) => h("li", {}, h("span", { class: "die" }, faces), ` → ${result}`))),
  );
}

/** Render a key beside the words of a button, for eyes only, where there is a keyboard. */
function keyHint(key: string): HTMLElement {
  return h("kbd", { "aria-hidden": "true" }, key);
}
