// The story in lines, and what a person sees beside it. Made by `python -m web` from the Python classes; not to be edited.

/** An answer, or a throw of real dice, that can be taken back, with those that were given along with it. */
export interface Decision {
  /** Which it is, from 1; to return to it is to be asked it again. */
  readonly number: number;
  /** What was asked; what the dice were for. */
  readonly asked: string;
  /** What was answered; how the dice fell. Behind it the answers that go with it. */
  readonly answer: string;
}

/** A value of the sheet that stands for itself. */
export interface Fact {
  /** Of its field. */
  readonly title: string;
  /** As people read it; empty where the title says all, for it is so. */
  readonly value: string;
  /** Whether it is damage. */
  readonly isBad: boolean;
}

/** A procedure or a step that has begun. */
export interface Heading {
  /** As events name it. */
  readonly name: string;
  /** As people read it; may be empty. */
  readonly title: string;
  /** The number of the event with which it began: no two are the same. */
  readonly began: number;
}

/** A line of the story. */
export interface StoryLine {
  /** What it tells: an outermost heading (`chapter`), headings that begin together, what the rules say, a throw or a table's result without one, a result told later, an answer, a change, elements that join or leave a list, a bound that was reached, how it ended; or what a mark means that stands here for the first time. */
  readonly kind: "chapter" | "heading" | "news" | "roll" | "result" | "answer" | "change" | "joins" | "leaves" | "limit" | "legend" | "end";
  /** How deep it stands, from 0. */
  readonly depth: number;
  /** What is said: the sentence; of a throw the table, of an answer the question, of a change the field, of elements their list where it is worth a word, of a legend which (`unseen`, `tones`). */
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
  readonly tone: "" | "good" | "bad";
  /** Whether it is not printed, or worked out from what is not. */
  readonly isUnseen: boolean;
  /** Of a throw its number in the story, from 1; else 0. */
  readonly number: number;
  /** Of headings whether a procedure of the outer ones begins. */
  readonly isWide: boolean;
}
