/** What follows the text once nobody types: colours by meaning, lines that fold, chances beside rows in sight. */

import { codeFolding, foldGutter, foldService } from "@codemirror/language";
import { type Extension, Prec, type Range, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from "@codemirror/view";
import { BROWSER_CLOCK } from "../checks";
import type { FoldedLines, OddsLabel, Token } from "../desk/classes";
import { askDesk } from "./fileDesk";

/** Milliseconds without a change before the desk is asked. */
const QUIET_TIME = 350;

const setColours = StateEffect.define<DecorationSet>();
const setOdds = StateEffect.define<DecorationSet>();
const setFolds = StateEffect.define<readonly FoldedLines[]>();

/** Make a field of decorations that an effect replaces, and that move with the text. */
function decorationField(effectType: typeof setColours): StateField<DecorationSet> {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(decorations, transaction) {
      for (const effect of transaction.effects) if (effect.is(effectType)) return effect.value;
      return decorations.map(transaction.changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

const colours = decorationField(setColours);
const odds = decorationField(setOdds);

const folds = StateField.define<readonly FoldedLines[]>({
  create: () => [],
  update(known, transaction) {
    for (const effect of transaction.effects) if (effect.is(setFolds)) return effect.value;
    return known;
  },
});

const folding = foldService.of((state, lineStart, lineEnd) => {
  const line = state.doc.lineAt(lineStart).number;
  const fold = state.field(folds).find((each) => each.first === line && each.last > line);
  return fold && fold.last <= state.doc.lines ? { from: lineEnd, to: state.doc.line(fold.last).to } : null;
});

/** Mark words by their kinds. */
export function markTokens(tokens: readonly Token[], length: number): DecorationSet {
  const marks = tokens
    .filter(({ start, end }) => start < end && end <= length)
    .map(({ start, end, kind, modifiers }) => {
      const declares = modifiers.includes("declaration") ? " sem-declaration" : "";
      return Decoration.mark({ class: `sem-${kind}${declares}` }).range(start, end);
    });
  return RangeSet.of(marks, true);
}

/** The chance of a row, behind it. */
class OddsWidget extends WidgetType {
  constructor(private readonly label: OddsLabel) {
    super();
  }

  override eq(other: OddsWidget): boolean {
    return other.label.text === this.label.text && other.label.explanation === this.label.explanation;
  }

  toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = "odds-label";
    element.textContent = this.label.text;
    element.title = this.label.explanation;
    return element;
  }
}

function placeOdds(labels: readonly OddsLabel[], length: number): DecorationSet {
  const placed: Range<Decoration>[] = labels
    .filter((label) => label.offset <= length)
    .map((label) => Decoration.widget({ widget: new OddsWidget(label), side: 1 }).range(label.offset));
  return RangeSet.of(placed, true);
}

/** Asks the desk when nothing has changed for a while. */
class Upkeep {
  private cancel = () => {};
  private isDestroyed = false;

  constructor(private readonly view: EditorView) {
    this.schedule(true);
  }

  update(update: ViewUpdate): void {
    if (update.docChanged) this.schedule(true);
    else if (update.viewportChanged) this.schedule(false);
  }

  destroy(): void {
    this.cancel();
    this.isDestroyed = true;
  }

  schedule(isChanged: boolean): void {
    this.cancel();
    this.cancel = BROWSER_CLOCK.after(QUIET_TIME, () => void this.ask(isChanged));
  }

  private async ask(isChanged: boolean): Promise<void> {
    const { view } = this;
    const { state } = view;
    const ask = state.facet(askDesk);
    const { length } = state.doc;
    const isOver = () => this.isDestroyed || view.state.doc !== state.doc;
    if (isChanged) {
      const tokens = await ask("tokens");
      if (isOver()) return;
      const lines = (await ask("folds")) ?? [];
      if (isOver()) return;
      const marks = tokens && setColours.of(markTokens(tokens, length));
      view.dispatch({ effects: [setFolds.of(lines), ...(marks ? [marks] : [])] });
    }
    const { from, to } = view.viewport;
    const labels = await ask("odds_labels", from, to);
    if (labels !== null && !isOver()) view.dispatch({ effects: setOdds.of(placeOdds(labels, length)) });
  }
}

const upkeep = ViewPlugin.fromClass(Upkeep);

/** Ask the desk again: what other files say has changed. */
export function refreshUpkeep(view: EditorView): void {
  view.plugin(upkeep)?.schedule(true);
}

/** Make the extension. */
export function upkeepOfText(): Extension {
  return [
    Prec.high(colours), // the inner mark, whose colour is seen
    odds,
    folds,
    folding,
    codeFolding({ placeholderText: "…" }),
    foldGutter({ openText: "▾", closedText: "▸" }),
    upkeep,
  ];
}
