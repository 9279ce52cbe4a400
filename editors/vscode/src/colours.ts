// Semantic tokens: the server's colours are used for names only. Keywords, numbers, texts and comments have those of
// the grammar, which distinguishes more kinds of keywords.

import type { SemanticTokens } from "vscode";

const BY_THE_GRAMMAR = new Set(["keyword", "number", "string", "comment"]);
const SIZE = 5; // numbers per token: line and column relative to the token before, length, kind, modifiers

// Filter the tokens: drop those that the grammar colours.
/** Remove the tokens that the grammar colours (`BY_THE_GRAMMAR`), and encode the others as deltas again. */
export function filterNameTokens({ data }: SemanticTokens, kinds: readonly string[]): Uint32Array {
  const kept: number[] = [];
  let line = 0;
  let column = 0;
  let [lastLine, lastColumn] = [0, 0];
  for (let at = 0; at + SIZE <= data.length; at += SIZE) {
    const [lines = 0, columns = 0, length = 0, kind = 0, modifiers = 0] = data.subarray(at, at + SIZE);
    line += lines;
    column = lines ? columns : column + columns;
    if (!BY_THE_GRAMMAR.has(kinds[kind] ?? "")) {
      kept.push(line - lastLine, line === lastLine ? column - lastColumn : column, length, kind, modifiers);
      [lastLine, lastColumn] = [line, column];
    }
  }
  return Uint32Array.from(kept);
}
