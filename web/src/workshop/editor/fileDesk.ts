/** The desk as an editor sees it: the calls about its own file, whose text the desk has been given. */

import { Facet } from "@codemirror/state";
import type { Calls } from "../desk/calls";

/** The calls whose first argument is a file. */
export type FileCall =
  | "hover"
  | "complete"
  | "signature"
  | "definitions"
  | "references"
  | "rename_range"
  | "rename"
  | "format"
  | "tokens"
  | "odds_labels"
  | "folds"
  | "outline"
  | "tables_at"
  | "actions"
  | "fix_all";

type Rest<A extends readonly unknown[]> = A extends readonly [unknown, ...infer R] ? R : never;

/** Asks the desk about a file; null where it has no answer, since it is stopped or refuses. */
export type AskAboutFile = <K extends FileCall>(
  name: K,
  ...args: Rest<Parameters<Calls[K]>>
) => Promise<ReturnType<Calls[K]> | null>;

/** How the extensions of an editor ask the desk; without one, they do nothing. */
export const askDesk = Facet.define<AskAboutFile, AskAboutFile>({
  combine: (values) => values[0] ?? (() => Promise.resolve(null)),
});
