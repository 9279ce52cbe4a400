/** Replacements in texts, as the desk gives them: in the order of the text, none overlapping, at UTF-16 offsets. */

import type { FileChanges, Replacement, TextRange } from "../desk/classes";

/** Replace parts of a text. */
export function applyReplacements(text: string, changes: readonly Replacement[]): string {
  let result = "";
  let position = 0;
  for (const { start, end, text: inserted } of changes) {
    result += text.slice(position, start) + inserted;
    position = end;
  }
  return result + text.slice(position);
}

/** Find the replacement that makes one text another: what they have in common before and behind it stays. */
export function findReplacement(before: string, after: string): Replacement {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let behind = 0;
  while (behind < shorter - start && before.at(-1 - behind) === after.at(-1 - behind)) behind++;
  return { start, end: before.length - behind, text: after.slice(start, after.length - behind) };
}

/** A replacement as a change of CodeMirror. */
export function toChange({ start, end, text }: Replacement): { from: number; to: number; insert: string } {
  return { from: start, to: end, insert: text };
}

/** Keep a range inside a text of some length: what was found in an older text may lie behind the end of this one. */
export function clampRange(
  { start, end }: Pick<TextRange, "start" | "end">,
  length: number,
): { from: number; to: number } {
  const from = Math.min(start, length);
  return { from, to: Math.max(from, Math.min(end, length)) };
}

/** Normalize the line ends of a text: an editor counts each as one character. */
export function normalizeLines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** Whether changes change nothing. */
export function isWithoutChange(files: readonly FileChanges[]): boolean {
  return files.every((file) => file.changes.length === 0);
}
