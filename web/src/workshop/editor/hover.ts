/** What is known of a name, beside it, under the pointer. */

import type { Extension } from "@codemirror/state";
import { type EditorView, hoverTooltip, type Tooltip } from "@codemirror/view";
import { h } from "../../page/dom";
import { safeNodes } from "../html";
import { clampRange } from "./edits";
import { askDesk } from "./fileDesk";

/** Milliseconds for which the pointer rests before anything is shown. */
const HOVER_TIME = 350;

/** Ask for what is known of the name at an offset, as a tooltip. */
async function findCard(view: EditorView, offset: number): Promise<Tooltip | null> {
  const { doc } = view.state;
  const card = await view.state.facet(askDesk)("hover", offset);
  if (card === null || view.state.doc !== doc) return null;
  const { from, to } = clampRange(card, doc.length);
  const create = () => ({ dom: h("div", { class: "hover-card", role: "tooltip" }, safeNodes(card.html)) });
  return { pos: from, end: to, above: true, create };
}

/** Make the extension. */
export function hoverCards(): Extension {
  return hoverTooltip((view, offset) => findCard(view, offset), { hoverTime: HOVER_TIME, hideOnChange: true });
}
