/**
 * What the rules of the open game are: enough to see whether a running game is by them, how they differ from the game as it
 * comes, and where they have an error.
 */

import { joinNames } from "../../listing";
import type { ShownFinding } from "../desk/classes";
import type { Library, LibraryFile } from "../files/library";
import type { Workbench } from "../workbench";

/** Identify the texts that make the rules of a file: itself, and the own files that are together with it. */
export function identifyRules({ library, open }: Workbench): string {
  if (open === null) return "";
  const texts = filesTogether(library, open.path).map(({ path, text }) => [path, text]);
  return JSON.stringify([open.path, texts]);
}

/** The head of a house rule: its name, its title, and that it is for a game. */
const HOUSE_HEAD = /^house[ ]+(\w+)(?:[ ]+"([^"\n]*)")?[^\n]*?[ ]for[ ]/gm;

/** Describe how the rules of a file differ from its game as it comes, in a few words; empty if they do not. */
export function describeChange(library: Library, path: string): string {
  const files = filesTogether(library, path);
  const houses = files.flatMap(({ text }) => [...text.matchAll(HOUSE_HEAD)].map(([, name, title]) => title || name!));
  const isChanged = files.some(({ path, text }) => {
    const original = library.originalText(path);
    return original !== null && original !== text;
  });
  const withHouses = houses.length > 0 ? `with ${joinNames(houses)}` : "";
  return [isChanged ? "as you changed it" : "", withHouses].filter(Boolean).join(", ");
}

/** The own files that make the rules of a file. */
function filesTogether(library: Library, of: string): readonly LibraryFile[] {
  return library.own.filter(({ path }) => path === of || library.areTogether(of, path));
}

/** The first error in the rules of the open file, its own before those of others; null for none. */
export function findFirstError({ library, open, findings }: Workbench): ShownFinding | null {
  if (open === null) return null;
  const own = findings.get(open.path) ?? [];
  const others = [...findings].filter(([path]) => path !== open.path && library.areTogether(open.path, path));
  const all = [own, ...others.map(([, found]) => found)].flat();
  return all.find(({ severity }) => severity === "error") ?? null;
}
