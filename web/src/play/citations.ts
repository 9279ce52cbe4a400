/** Citations, as questions and rolls show them, with the rules that they lead to. */

import type { Help } from "../rules/documents";

/** The kinds of things that players know by no name. */
const UNNAMED_KINDS: readonly string[] = ["rule"];

const SPECIAL_CHARACTERS = /[.*+?^${}()|[\]\\/-]/g;

/** Find what a citation or its beginning leads to: one entry that lists the things that cite it; null for none. */
export function findCited(citation: string, things: readonly Help[]): Help | null {
  const escaped = citation.replaceAll(SPECIAL_CHARACTERS, "\\$&");
  const pattern = new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, "i");
  const citing = things.filter(
    ({ kind, origin, cite }) => !UNNAMED_KINDS.includes(kind) && (pattern.test(origin.cite) || pattern.test(cite)),
  );
  if (citing.length === 0) return null;
  const told = new Map(citing.flatMap(({ title, explanation }) => (explanation ? [[title, explanation]] : [])));
  const others = citing.filter(({ explanation }) => explanation === "");
  const uses = others.map(({ kind, name, title }) => (kind === "table" ? `${name} ${title}` : title));
  const origin = { cite: "", standing: "", evidence: "", amended_by: [], place: "" };
  return {
    kind: "cited rule",
    name: citation,
    title: citation,
    told: [...told],
    uses: [...new Set(uses)],
    origin,
    explanation: "",
    cite: "",
  };
}
