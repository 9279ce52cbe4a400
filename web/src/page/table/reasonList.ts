/** The lines of an explanation. */

import type { Reason } from "../../play/why/explanation";
import { h } from "../dom";
import { partElements } from "./partElements";

/** Render the lines of an explanation as a list. */
export function reasonList(reasons: readonly Reason[]): HTMLElement {
  const lines = reasons.map(({ parts, depth }) => h("li", { class: `depth-${depth}` }, partElements(parts)));
  return h("ul", { class: "reasons" }, ...lines);
}
