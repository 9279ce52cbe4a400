/** What stands in the margin: at examples whether they hold, at rules whether examples reach them. */

import type { CoveredFile, ExampleCheck } from "../desk/classes";

/** The kinds of marks: an example that holds, fails, was left out; a line that is reached wholly, partly, not at all. */
export type MarkKind = "holds" | "fails" | "left-out" | "reached" | "partly" | "missed";

/** A mark at a line. */
export interface LineMark {
  /** The number of the line, from 1. */
  readonly line: number;
  readonly kind: MarkKind;
  /** What it means here. */
  readonly title: string;
}

/** Make the marks of examples in a file; of several on a line one that fails counts. */
export function markExamples(file: string, checks: readonly ExampleCheck[]): LineMark[] {
  const marks = new Map<number, LineMark>();
  for (const check of checks) {
    if (check.place.file !== file) continue;
    const mark = markExample(check);
    if (mark.kind === "fails" || marks.get(check.line)?.kind !== "fails") marks.set(check.line, mark);
    const { failure } = check;
    if (failure !== null && failure.place.file === file && failure.line !== check.line)
      marks.set(failure.line, { line: failure.line, kind: "fails", title: `Here it fails. ${describe(failure)}` });
  }
  return [...marks.values()];
}

function markExample({ line, failure, left_out }: ExampleCheck): LineMark {
  if (failure !== null) return { line, kind: "fails", title: `This example fails. ${describe(failure)}` };
  if (left_out) return { line, kind: "left-out", title: `This example was not run: ${left_out}` };
  return { line, kind: "holds", title: "This example holds." };
}

/** Describe what an example expected, and what came. */
function describe({ expected, found }: NonNullable<ExampleCheck["failure"]>): string {
  return `It says: ${expected}. The game: ${found}.`;
}

/** Make the marks of the lines that examples can reach. */
export function markCoverage({ lines }: CoveredFile): LineMark[] {
  return lines.map(({ line, places, missed }) => {
    if (missed.length === 0) return { line, kind: "reached", title: "Examples reach this." };
    const what = missed.join("; ");
    if (missed.length === places) return { line, kind: "missed", title: `No example reaches this: ${what}.` };
    return { line, kind: "partly", title: `Examples reach a part of this. Missing: ${what}.` };
  });
}
