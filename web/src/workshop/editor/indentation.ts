/** How far a line is indented, by the words of the line above it. */

import { INDENT_PATTERNS, OUTDENT_PATTERN } from "./grammar";

/** The columns of a step. */
export const INDENT = 2;

const DEEPER = INDENT_PATTERNS.map((pattern) => new RegExp(pattern));
const OUTDENT = new RegExp(OUTDENT_PATTERN);

/** The indentation of the line that follows another. */
export function indentAfter(line: string): number {
  const own = line.length - line.trimStart().length;
  if (OUTDENT.test(line)) return Math.max(0, own - INDENT);
  return DEEPER.some((pattern) => pattern.test(line)) ? own + INDENT : own;
}
