/** Completion: the desk's list, in its order. */

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import type { CompletionItem } from "../desk/classes";
import { askDesk } from "./fileDesk";

/** The part of a word before the cursor; names of tables may have a hyphen. */
const WORD = /[\w-]+$/;

/** A text that goes on with the word for which completions were found. */
const GOES_ON = /^[\w-]*$/;

/** The ranks that CodeMirror takes are from -99 to 99. */
const TOP_RANK = 99;

async function findCompletions(context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(WORD);
  if (!context.explicit && word === null) return null;
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
  return autocompletion({ override: [findCompletions], icons: false, activateOnTypingDelay: 150 });
}
