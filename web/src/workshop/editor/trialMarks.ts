/** A margin with marks of examples and of what they reach. A mark is a sign, not only a colour, with words behind it. */

import { type Extension, type Range, RangeSet, StateEffect, StateField, type Text } from "@codemirror/state";
import { type EditorView, GutterMarker, gutter } from "@codemirror/view";
import type { LineMark, MarkKind } from "../trials/lineMarks";

const SIGNS: Readonly<Record<MarkKind, string>> = {
  holds: "✓",
  fails: "✗",
  "left-out": "–",
  reached: "●",
  partly: "◐",
  missed: "○",
};

/** A mark in the margin. */
class TrialMarker extends GutterMarker {
  constructor(private readonly mark: LineMark) {
    super();
  }

  override eq(other: TrialMarker): boolean {
    return other.mark.kind === this.mark.kind && other.mark.title === this.mark.title;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = `trial-mark ${this.mark.kind}`;
    element.textContent = SIGNS[this.mark.kind];
    element.title = this.mark.title;
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", this.mark.title);
    return element;
  }
}

const setMarks = StateEffect.define<RangeSet<GutterMarker>>();

const marks = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(known, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value;
    return known.map(transaction.changes);
  },
});

/** Place marks at their lines; those behind the end are left out. */
export function placeMarks(lineMarks: readonly LineMark[], doc: Text): RangeSet<GutterMarker> {
  const placed: Range<GutterMarker>[] = lineMarks
    .filter(({ line }) => 1 <= line && line <= doc.lines)
    .map((mark) => new TrialMarker(mark).range(doc.line(mark.line).from));
  return RangeSet.of(placed, true);
}

/** Show marks of the open file in the place of those before. */
export function showTrialMarks(view: EditorView, lineMarks: readonly LineMark[]): void {
  view.dispatch({ effects: setMarks.of(placeMarks(lineMarks, view.state.doc)) });
}

/** Make the extension. */
export function trialMarks(): Extension {
  return [marks, gutter({ class: "cm-gutter-trials", markers: (view) => view.state.field(marks) })];
}
