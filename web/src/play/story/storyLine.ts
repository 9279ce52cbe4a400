/** Story lines as values, independent of drawing. */

import { unreachable } from "../../closed";
import type { Detail, LineKind } from "../../modes";
import type { StoryLine } from "./classes";

/** The contents of each level of detail besides news: dice, results, answers and headings; and every stored change. */
export const DETAIL_CONTENTS: Readonly<Record<Detail, { readonly rolls: boolean; readonly books: boolean }>> = {
  news: { rolls: false, books: false },
  rolls: { rolls: true, books: false },
  books: { rolls: true, books: true },
};

/** The legend of rules that are not printed. */
export const UNSEEN = "unseen";

/** The legend of good and bad news. */
export const TONES = "tones";

/** The legend's subject. */
export type Legend = typeof UNSEEN | typeof TONES;

/** Make a story line of a kind with these fields, all others empty. */
export function makeLine(kind: LineKind, fields: Partial<StoryLine>): StoryLine {
  return {
    depth: 0,
    text: "",
    names: [],
    dice: "",
    reason: "",
    modifiers: [],
    total: "",
    result: "",
    by: "",
    behind: "",
    tone: "",
    isUnseen: false,
    number: 0,
    isWide: false,
    anchor: "",
    event: -1,
    beat: 0,
    stake: "",
    ...fields,
    kind,
  };
}

/** Whether a line is worth a stop below it: no heading, legend, or answer of the player. */
export function isNewsworthy(line: StoryLine): boolean {
  switch (line.kind) {
    case "news":
    case "roll":
    case "result":
    case "change":
    case "joins":
    case "leaves":
    case "limit":
    case "end":
      return true;
    case "chapter":
    case "heading":
    case "answer":
    case "legend":
      return false;
    default:
      return unreachable(line.kind);
  }
}

/** Select the news among story lines: the rules' sentences, and changes for the worse that no sentence mentions. */
export function newsLines(lines: readonly StoryLine[]): StoryLine[] {
  return lines.filter((line) => line.kind === "news" || (line.kind === "change" && line.tone === "bad"));
}
