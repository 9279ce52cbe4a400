/** The primer of a game: how it goes, in one page, for who plays it for the first time. */

import type { Primer } from "../../rules/documents";
import { openDialog } from "../dialogs";
import { type Child, h } from "../dom";

/** Render the paragraphs of a primer. */
export function primerText({ paragraphs }: Primer): Child {
  return h("div", { class: "primer" }, ...paragraphs.map((paragraph) => h("p", {}, paragraph)));
}

/** Show a primer in a dialog. */
export function showPrimer(primer: Primer): void {
  openDialog(primer.title, primerText(primer), { kind: "broad" });
}
