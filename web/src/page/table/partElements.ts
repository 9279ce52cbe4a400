/** Parts of texts as elements. */

import { type Part, TONE_MARKS, UNPRINTED_MARK } from "../../play/story/lineParts";
import { type Child, h } from "../dom";

/** What marks say to who listens. */
const MARK_TEXTS: ReadonlyMap<string, readonly [string, string]> = new Map([
  [UNPRINTED_MARK, ["unprinted", "(not printed)"]],
  [TONE_MARKS.bad, ["badge bad", "Bad news:"]],
  [TONE_MARKS.good, ["badge good", "Good news:"]],
]);

/** Parts, one behind the other. */
export function partElements(parts: readonly Part[]): Child[] {
  return parts.map(({ role, text }) => {
    if (role === "mark") return [text.startsWith(" ") && " ", markElement(text.trim()), text.endsWith(" ") && " "];
    if (role === "result") return h("b", {}, text);
    return role === "text" ? text : h("span", { class: role }, text);
  });
}

/** A mark; it is said in words to who listens. */
export function markElement(text: string): HTMLElement {
  const [kind, words] = MARK_TEXTS.get(text) ?? ["", text];
  return h("span", { class: kind }, h("span", { "aria-hidden": "true" }, text), h("span", { class: "unseen" }, words));
}

/** The mark of what is not printed, with a blank before it. */
export function unprintedMark(): Child {
  return [" ", markElement(UNPRINTED_MARK)];
}
