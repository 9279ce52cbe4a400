/** Rendering of text parts as DOM elements. */

import { type Part, TONE_MARKS, UNPRINTED_MARK } from "../../play/story/lineParts";
import { type Child, h } from "../dom";

/** The classes and screen reader texts of marks. */
const MARK_TEXTS: ReadonlyMap<string, readonly [string, string]> = new Map([
  [UNPRINTED_MARK, ["unprinted", "(not printed)"]],
  [TONE_MARKS.bad, ["badge bad", "Bad news:"]],
  [TONE_MARKS.good, ["badge good", "Good news:"]],
]);

/** Render the parts of a text, each with its role, as DOM elements in sequence. */
export function partElements(parts: readonly Part[]): Child[] {
  return parts.map(({ role, text }) => {
    if (role === "mark") return [text.startsWith(" ") && " ", markElement(text.trim()), text.endsWith(" ") && " "];
    if (role === "result") return h("b", {}, text);
    return role === "text" ? text : h("span", { class: role }, text);
  });
}

/** Render a mark (a symbol in the story), with words for screen readers. */
export function markElement(text: string): HTMLElement {
  const [kind, words] = MARK_TEXTS.get(text) ?? ["", text];
  return h("span", { class: kind }, h("span", { "aria-hidden": "true" }, text), h("span", { class: "unseen" }, words));
}

/** Render a mark without words for screen readers: its legend says them. */
export function silentMark(text: string): HTMLElement {
  const [kind] = MARK_TEXTS.get(text) ?? [""];
  return h("span", { class: kind, "aria-hidden": "true" }, text);
}

/** Render the mark that says that a rule is not from the printed rules, after a blank. */
export function unprintedMark(): Child {
  return [" ", markElement(UNPRINTED_MARK)];
}
