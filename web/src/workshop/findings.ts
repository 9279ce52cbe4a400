/** Findings in words: how many there are, where each is, which counts most. */

import type { ShownFinding } from "./desk/classes";

const ORDER = ["error", "warning", "advice"] as const;

const NAMES = { error: ["error", "errors"], warning: ["warning", "warnings"], advice: ["advice", "pieces of advice"] };

/** Count findings by severity: `1 error, 2 warnings`. */
export function describeCounts(findings: readonly ShownFinding[]): string {
  const counts = ORDER.map(
    (severity) => [severity, findings.filter((each) => each.severity === severity).length] as const,
  );
  const parts = counts.filter(([, count]) => count > 0).map(([severity, count]) => describeCount(severity, count));
  return parts.join(", ") || "No findings";
}

function describeCount(severity: (typeof ORDER)[number], count: number): string {
  const [one, many] = NAMES[severity];
  return `${count} ${count === 1 ? one : many}`;
}

/** The line of an offset in a text, from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** The findings whose range holds an offset; those that begin on its line if none does. */
export function findingsAt(findings: readonly ShownFinding[], text: string, offset: number): readonly ShownFinding[] {
  const around = findings.filter(({ place }) => place.start <= offset && offset <= place.end);
  if (around.length > 0) return around;
  const line = lineOf(text, offset);
  return findings.filter(({ place }) => lineOf(text, place.start) === line);
}
