/** The usage of a command that a typed text probably meant. */

import { findLikelyNames } from "../../suggestions";
import { partition } from "../../text";
import { COMMAND_HELP } from "./help";

const COMMAND_WORD = /^[a-z]+$/;

/** Usage and help of each command by its word, the first form of each. */
const HELP_BY_WORD: ReadonlyMap<string, string> = new Map(
  COMMAND_HELP.map(([usage, help]) => [partition(usage, " ")[0], `${usage}: ${help}`] as const)
    .filter(([word]) => COMMAND_WORD.test(word))
    .reverse(),
);

/** Return usage and help of the command that a text begins with, even misspelt; empty for no similar command. */
export function usageOf(text: string): string {
  const word = partition(text.replace(/^\//, ""), " ")[0].toLowerCase();
  const [found] = HELP_BY_WORD.has(word)
    ? [word]
    : findLikelyNames(word, new Map([...HELP_BY_WORD.keys()].map((each) => [each, ""])));
  return found === undefined ? "" : (HELP_BY_WORD.get(found) ?? "");
}
