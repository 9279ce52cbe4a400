/** The lines that a story is told in. How a line looks is for whoever draws it. */

import type { Detail, LineKind } from "../../modes";
import type { StoryLine } from "./classes";

/** What is told besides news: dice with what they led to, answers and headings; and every change that is kept. */
export const DETAIL_CONTENTS: Readonly<Record<Detail, { readonly rolls: boolean; readonly books: boolean }>> = {
  news: { rolls: false, books: false },
  rolls: { rolls: true, books: false },
  books: { rolls: true, books: true },
};

/** The legend of what is not printed. */
export const UNSEEN = "unseen";

/** The legend of good and bad news. */
export const TONES = "tones";

/** What a legend explains. */
export type Legend = typeof UNSEEN | typeof TONES;

/** A line that says no more than this. */
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
    ...fields,
    kind,
  };
}

/** What of the lines is news: what the rules say, and what turned bad without a word. */
export function newsLines(lines: readonly StoryLine[]): StoryLine[] {
  return lines.filter((line) => line.kind === "news" || (line.kind === "change" && line.tone === "bad"));
}
