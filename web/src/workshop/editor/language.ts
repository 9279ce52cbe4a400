/** The language for CodeMirror: colours by the grammar, indentation by lines. They are there before the desk is. */

import {
  HighlightStyle,
  indentService,
  indentUnit,
  LanguageSupport,
  StreamLanguage,
  type StreamParser,
  syntaxHighlighting,
} from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { Tag } from "@lezer/highlight";
import { GRAMMAR } from "./grammar";
import { INDENT, indentAfter } from "./indentation";
import { type OpenRule, type ScopedRange, startStack, tokenizeLine } from "./textmate";

/** The colour of each scope, by its beginning; the longest that fits counts. */
const COLOURS: Readonly<Record<string, string>> = {
  comment: "comment",
  "constant.language": "constant",
  "constant.numeric": "number",
  "constant.other.finding": "finding",
  "entity.name.function": "name",
  "entity.name.label": "label",
  "entity.name.section": "heading",
  "entity.name.type": "type",
  "keyword.control": "keyword",
  "keyword.operator": "sign",
  "keyword.operator.wordlike": "keyword",
  "keyword.other.allow": "finding",
  punctuation: "sign",
  "storage.modifier.origin": "origin",
  "storage.type.item": "item",
  string: "text",
  "support.function": "keyword",
  "support.type": "type",
  "variable.other.constant": "property",
  "variable.other.definition": "variable",
  "variable.other.enummember": "value",
  "variable.other.property": "property",
};

const TAGS: Readonly<Record<string, Tag>> = Object.fromEntries(
  [...new Set(Object.values(COLOURS))].map((colour) => [colour, Tag.define(colour)]),
);

/** The colour of a range by its innermost scope that has one; null for the colour of text. */
export function colourOf(scopes: readonly string[]): string | null {
  for (const scope of [...scopes].reverse()) {
    const parts = scope.split(".");
    for (let length = parts.length; length > 0; length--) {
      const colour = COLOURS[parts.slice(0, length).join(".")];
      if (colour !== undefined) return colour;
    }
  }
  return null;
}

/** The state of the tokenizer: the rules that are open, and the rest of the present line. */
interface LineState {
  stack: readonly OpenRule[];
  ranges: readonly ScopedRange[];
}

const PARSER: StreamParser<LineState> = {
  name: "rules",
  startState: () => ({ stack: startStack(GRAMMAR), ranges: [] }),
  copyState: (state) => ({ ...state }),
  blankLine(state) {
    state.stack = tokenizeLine(GRAMMAR, "", state.stack).stack;
  },
  token(stream, state) {
    if (stream.sol()) {
      const { ranges, stack } = tokenizeLine(GRAMMAR, stream.string, state.stack);
      Object.assign(state, { ranges, stack });
    }
    const [first, ...rest] = state.ranges;
    state.ranges = rest;
    if (first === undefined) stream.skipToEnd();
    else stream.pos = first.end;
    return first === undefined ? null : colourOf(first.scopes);
  },
  tokenTable: { ...TAGS },
  languageData: { commentTokens: { line: "#" } },
};

const INDENTATION = indentService.of((context, position) => {
  const { doc } = context.state;
  const isBreak = context.simulatedBreak === position; // Enter: the line above is what stands before the cursor
  let { number } = doc.lineAt(position);
  let above = isBreak ? context.lineAt(position, -1).text : "";
  while (above.trim() === "" && number > 1) above = doc.line(--number).text;
  return indentAfter(above);
});

/** Make the language. */
export function rulesLanguage(): Extension {
  const highlighting = HighlightStyle.define(
    Object.entries(TAGS).map(([colour, tag]) => ({ tag, class: `tok-${colour}` })),
  );
  return [
    new LanguageSupport(StreamLanguage.define(PARSER)),
    syntaxHighlighting(highlighting),
    indentUnit.of(" ".repeat(INDENT)),
    INDENTATION,
  ];
}
