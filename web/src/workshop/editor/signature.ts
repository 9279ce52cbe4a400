/** The signature of the call around the cursor, while its arguments are typed. */

import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { EditorView, showTooltip, type Tooltip, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { h } from "../../page/dom";
import type { CallSignature } from "../desk/classes";
import { askDesk } from "./fileDesk";

interface ShownSignature {
  readonly offset: number;
  readonly signature: CallSignature;
}

const setSignature = StateEffect.define<ShownSignature | null>();

const shownSignature = StateField.define<ShownSignature | null>({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(setSignature)) return effect.value;
    return shown && { ...shown, offset: transaction.changes.mapPos(shown.offset) };
  },
  provide: (field) => showTooltip.from(field, (shown) => shown && makeTooltip(shown)),
});

function makeTooltip({ offset, signature }: ShownSignature): Tooltip {
  return { pos: offset, above: true, create: () => ({ dom: renderSignature(signature) }) };
}

/** Render a signature, with the parameter that is typed marked. */
function renderSignature({ label, parameters, active, title }: CallSignature): HTMLElement {
  const range = active === null ? undefined : parameters[active];
  const [start, end] = range ?? [0, 0];
  const call = h("code", {}, label.slice(0, start), h("strong", {}, label.slice(start, end)), label.slice(end));
  return h("div", { class: "signature" }, call, title && h("small", {}, ` ${title}`));
}

/** Characters behind which a call's arguments begin or go on. */
const BEGINS = /[(,]/;

const asking = ViewPlugin.define((view) => {
  let count = 0;
  const ask = async (): Promise<void> => {
    const { doc, selection } = view.state;
    const offset = selection.main.head;
    const number = ++count;
    const signature = await view.state.facet(askDesk)("signature", offset);
    if (number !== count) return;
    if (view.state.doc !== doc) return ask(); // somebody types on
    view.dispatch({ effects: setSignature.of(signature && { offset, signature }) });
  };
  return {
    update(update: ViewUpdate) {
      const isShown = update.state.field(shownSignature) !== null;
      let isBegun = false;
      if (update.docChanged && update.transactions.some((each) => each.isUserEvent("input")))
        update.changes.iterChanges((_a, _b, _c, _d, inserted) => {
          isBegun ||= BEGINS.test(inserted.toString());
        });
      if (isBegun || (isShown && (update.docChanged || update.selectionSet))) void ask();
    },
  };
});

/** Make the extension. */
export function signatureHelp(): Extension {
  return [
    shownSignature,
    asking,
    EditorView.domEventHandlers({
      keydown(event, view) {
        if (event.key === "Escape" && view.state.field(shownSignature) !== null)
          view.dispatch({ effects: setSignature.of(null) });
        return false;
      },
    }),
  ];
}
