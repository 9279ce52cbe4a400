/** What the rules of the open game are: enough to see whether a running game is by them, and where they have an error. */

import type { ShownFinding } from "../desk/classes";
import type { Workbench } from "../workbench";

/** Identify the texts that make the rules of a file: itself, and the own files that are together with it. */
export function identifyRules({ library, open }: Workbench): string {
  if (open === null) return "";
  const texts = library.own
    .filter(({ path }) => path === open.path || library.areTogether(open.path, path))
    .map(({ path, text }) => [path, text]);
  return JSON.stringify([open.path, texts]);
}

/** The first error in the rules of the open file, its own before those of others; null for none. */
export function findFirstError({ library, open, findings }: Workbench): ShownFinding | null {
  if (open === null) return null;
  const own = findings.get(open.path) ?? [];
  const others = [...findings].filter(([path]) => path !== open.path && library.areTogether(open.path, path));
  const all = [own, ...others.map(([, found]) => found)].flat();
  return all.find(({ severity }) => severity === "error") ?? null;
}
