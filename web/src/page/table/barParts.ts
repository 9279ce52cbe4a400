/** What the bars above and below a game are made of. */

import type { Fact } from "../../play/story/classes";
import { TONE_MARKS } from "../../play/story/lineParts";
import { button, type Child, h, type IconName, icon } from "../dom";
import { markElement } from "./partElements";

/** Maximum number of open procedures that the bar names. */
const MAX_TITLES = 4;

/** The blank between a sign and the words that it belongs to. */
const NO_BREAK = "\u00a0";

/** What stands in place of the headings while the past of the story is shown. */
export const PAST_TEXT = "As it stood then: nothing is asked";

/** Create the elements of facts: what is bad first. */
export function factElements(facts: readonly Fact[]): HTMLElement[] {
  return [...facts.filter(({ isBad }) => isBad), ...facts.filter(({ isBad }) => !isBad)].map(factElement);
}

/** Render the open headings, outermost first, of which a bar shows the outermost and the last; `otherwise` for none. */
export function placeContent(open: readonly string[], otherwise: string): Child {
  const titles = open.length > MAX_TITLES ? [...open.slice(0, 1), "…", ...open.slice(1 - MAX_TITLES)] : open;
  const outer = titles.slice(0, -1).map((title) => `${title} › `);
  return [h("span", { class: "outer" }, outer.join("")), titles.at(-1) ?? otherwise];
}

/** Create the element of a fact; one that is bad or good is marked by a sign, not by its colour alone. */
function factElement({ title, value, isBad, isGood }: Fact): HTMLElement {
  const tone = isBad ? "bad" : isGood ? "good" : "";
  return h(
    "span",
    { class: tone },
    isBad && [markElement(TONE_MARKS.bad), NO_BREAK],
    value ? `${title} ${value}` : title,
  );
}

/** Create a button of the upper bar: an icon, with its title where there is room. */
export function toolButton(name: IconName, title: string, action: () => void, kind = ""): HTMLButtonElement {
  return button([icon(name), h("span", { class: "word" }, title)], action, { class: kind, "aria-label": title, title });
}

/** Create a button of the lower bar, which opens a panel. */
export function panelButton(name: IconName, title: string, action: () => void): HTMLButtonElement {
  return button([icon(name), title], action);
}
