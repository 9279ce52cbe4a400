/** Findings in the text and beside it. */

import { type Diagnostic, linter, lintGutter, setDiagnostics } from "@codemirror/lint";
import type { Extension, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { ShownFinding } from "../desk/classes";
import { clampRange } from "./edits";

const SEVERITIES = { error: "error", warning: "warning", advice: "info" } as const;

/** Convert a finding, which is drawn by a function when somebody points at it. */
function toDiagnostic(finding: ShownFinding, doc: Text, draw: (finding: ShownFinding) => Node): Diagnostic {
  const { from, to } = clampRange(finding.place, doc.length);
  return {
    from,
    // Of several lines the first is marked, or half a page would be; what has no effect is faded whole.
    to: finding.is_unnecessary ? to : Math.max(from, Math.min(to, doc.lineAt(from).to)),
    severity: SEVERITIES[finding.severity],
    message: finding.message,
    renderMessage: () => draw(finding),
    ...(finding.is_unnecessary ? { markClass: "is-unnecessary" } : {}),
  };
}

/** Show the findings of the open file. */
export function markFindings(
  view: EditorView,
  findings: readonly ShownFinding[],
  draw: (finding: ShownFinding) => Node,
): void {
  const { doc } = view.state;
  view.dispatch(
    setDiagnostics(
      view.state,
      findings.map((finding) => toDiagnostic(finding, doc, draw)),
    ),
  );
}

/** Make the extension. */
export function findingMarks(): Extension {
  return [linter(null), lintGutter()];
}
