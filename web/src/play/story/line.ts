/** The lines that a story is told in. How a line looks is for whoever draws it. */

import type { Detail, LineKind, Tone } from "../../modes";

/** What is told besides news: dice with what they led to, answers and headings; and every change that is kept. */
export const TELLS: Readonly<Record<Detail, { readonly rolls: boolean; readonly books: boolean }>> = {
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

/** A line of the story. */
export interface StoryLine {
  readonly kind: LineKind;
  /** How deep it stands, from 0. */
  readonly depth: number;
  /**
   * What is said: the sentence; of a throw the table, of an answer the question, of a change the field, of elements
   * their list where it is worth a word, of a legend which ({@link UNSEEN}, {@link TONES}).
   */
  readonly text: string;
  /** Further words: the headings; what a table was rolled with; the elements. */
  readonly names: readonly string[];
  /** Of a throw how the dice fell; of a change what was before, empty where that was never told. */
  readonly dice: string;
  /** Of a result without dice why there were none. */
  readonly reason: string;
  /** Of a throw what changed it: `-1 gale`. */
  readonly modifiers: readonly string[];
  /** Of a throw with modifiers or several dice what it came to. */
  readonly total: string;
  /** What it led to; the answer; what a field is now. */
  readonly result: string;
  /** Of an answer who gave it, where that is not the player. */
  readonly by: string;
  /** Of an answer why it was given without asking. */
  readonly behind: string;
  /** Whether it is good or bad news. */
  readonly tone: Tone;
  /** Whether it is not printed, or worked out from what is not. */
  readonly isUnseen: boolean;
  /** Of a throw its number in the story, from 1; else 0. */
  readonly number: number;
  /** Of headings whether a procedure of the outer ones begins. */
  readonly isWide: boolean;
}

/** A line that says no more than this. */
export function storyLine(kind: LineKind, said: Partial<StoryLine>): StoryLine {
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
    ...said,
    kind,
  };
}

/** What of the lines is news: what the rules say, and what turned bad without a word. */
export function news(lines: readonly StoryLine[]): StoryLine[] {
  return lines.filter((line) => line.kind === "news" || (line.kind === "change" && line.tone === "bad"));
}
