/** A difference of two texts, drawn: what was taken away and put in, with a few lines around. */

import { pluralize } from "../../listing";
import { type Child, h } from "../../page/dom";
import type { DiffLine } from "./lineDiff";

/** So many equal lines are shown around others. */
const CONTEXT = 3;

const SIGNS = { same: " ", removed: "−", added: "+" } as const;
const TAGS = { same: "span", removed: "del", added: "ins" } as const;

/** Draw a difference. */
export function drawDiff(lines: readonly DiffLine[]): HTMLElement {
  const shown = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ is }) => is !== "same"),
  );
  if (!shown.some(Boolean)) return h("p", { class: "faint" }, "Nothing differs.");
  const children: Child[] = [];
  let left = 0;
  lines.forEach((line, at) => {
    if (!shown[at]) left += 1;
    else {
      children.push(drawGap(left), drawLine(line));
      left = 0;
    }
  });
  return h("pre", { class: "line-diff", tabindex: 0 }, ...children, drawGap(left));
}

function drawLine({ is, text }: DiffLine): HTMLElement {
  return h(TAGS[is], {}, `${SIGNS[is]} ${text}\n`);
}

function drawGap(count: number): Child {
  return count > 0 && h("span", { class: "gap" }, `  ${pluralize(count, "line")} more\n`);
}
