/**
 * Completion: the desk's list, in its order.
 *
 * A list that opens by itself has nothing selected, so that Enter makes a new line; of one that was asked for, the first.
 */

import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
  insertCompletionText,
  pickedCompletion,
  selectedCompletionIndex,
  setSelectedCompletion,
} from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { CompletionItem } from "../desk/classes";
import { askDesk } from "./fileDesk";

/** The part of a word before the cursor; names of tables may have a hyphen. */
const WORD = /[\w-]+$/;

/** A text that goes on with the word for which completions were found. */
const GOES_ON = /^[\w-]*$/;

/** A number: nothing goes on with it. */
const NUMBER = /^-?\d+$/;

/** The ranks that CodeMirror takes are from -99 to 99. */
const TOP_RANK = 99;

/** Find what may stand at the cursor; null behind a number or without a word, unless somebody asked. */
export async function findCompletions(context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(WORD);
  if (!context.explicit && (word === null || NUMBER.test(word.text))) return null;
  const items = await context.state.facet(askDesk)("complete", context.pos);
  if (items === null || items.length === 0 || context.aborted) return null;
  const from = items[0]!.change.start;
  return { from, options: items.map((item, at) => toOption(item, from, at)), validFor: GOES_ON };
}

/** Convert a completion of the desk. */
function toOption(item: CompletionItem, from: number, rank: number): Completion {
  const { change } = item;
  const option = {
    label: item.label,
    detail: item.detail,
    type: item.kind.toLowerCase(),
    boost: Math.max(-TOP_RANK, TOP_RANK - rank),
  };
  if (change.start === from) return { ...option, apply: change.text };
  return {
    ...option,
    apply: (view, completion, _from, to) =>
      view.dispatch({
        ...insertCompletionText(view.state, change.text, Math.min(change.start, to), to),
        annotations: pickedCompletion.of(completion),
      }),
  };
}

/** Make the extension. */
export function deskCompletion(): Extension {
  let isAskedFor = false;
  const find = (context: CompletionContext) => {
    isAskedFor = context.explicit;
    return findCompletions(context);
  };
  return [
    autocompletion({ override: [find], icons: false, activateOnTypingDelay: 150, selectOnOpen: false }),
    Prec.high(keymap.of([{ key: "Tab", run: acceptCompletion }])),
    EditorView.updateListener.of(({ view, startState, state }) => {
      const isOpened = completionStatus(state) === "active" && completionStatus(startState) !== "active";
      if (isOpened && isAskedFor && selectedCompletionIndex(state) === null)
        view.dispatch({ effects: setSelectedCompletion(0) });
    }),
  ];
}
