// The story in lines, and what a person sees beside it. Made by `python -m web` from the Python classes; not to be edited.

/** An answer or a throw of real dice that undo can take back, with the automatic answers that follow it. */
export interface Decision {
  /** Its number, from 1; returning to it asks it again. */
  readonly number: number;
  /** The question, or the purpose of the dice. */
  readonly asked: string;
  /** The answer, or the faces; then the answers that go with it. */
  readonly answer: string;
}

/** A fact of the one-line summary: a mark of the rules, or a single value of the sheet. */
export interface Fact {
  /** The text of the mark, or the title of the field. */
  readonly title: string;
  /** The value's title; empty if the title says it all. */
  readonly value: string;
  /** Whether it is bad for the player: damage. */
  readonly isBad: boolean;
  /** Whether it is good. */
  readonly isGood: boolean;
}

/** A procedure or step that has begun and not ended, as the story's heading. */
export interface Heading {
  /** The name in events. */
  readonly name: string;
  /** The display title; may be empty. */
  readonly title: string;
  /** The number of the event with which it began, which is unique. */
  readonly began: number;
}

/** A line of the story: a heading, message, throw, answer or change, in its parts. */
export interface StoryLine {
  /** What it reports: an outermost heading (`chapter`), headings that begin together, a message of the rules, a throw or a table's result without one, a delayed result, an answer, a change, elements that join or leave a list, a bound that was reached, the end; or the first use of a mark (`legend`). */
  readonly kind: "chapter" | "heading" | "news" | "roll" | "result" | "answer" | "change" | "joins" | "leaves" | "limit" | "legend" | "end";
  /** The indentation, from 0. */
  readonly depth: number;
  /** The sentence; for a throw the table, for an answer the question, for a change the field, for elements their list if it is worth a word, for a legend its name (`unseen`, `tones`). */
  readonly text: string;
  /** Further words: the headings; the arguments of a table; the elements. */
  readonly names: readonly string[];
  /** For a throw the faces; for a change the old value, empty if it was never shown. */
  readonly dice: string;
  /** For a result without dice, why there were none. */
  readonly reason: string;
  /** For a throw its modifiers: `-1 gale`. */
  readonly modifiers: readonly string[];
  /** For a throw with modifiers or several dice the total. */
  readonly total: string;
  /** The outcome; the answer; the new value, empty if the field's name says it. */
  readonly result: string;
  /** For an answer who gave it, if not the player. */
  readonly by: string;
  /** For an answer why it was automatic. */
  readonly behind: string;
  /** Whether it is good or bad news. */
  readonly tone: "" | "good" | "bad";
  /** Whether it is not printed, or derived from an unprinted rule. */
  readonly isUnseen: boolean;
  /** For a throw its number in the story, from 1; else 0. */
  readonly number: number;
  /** For headings, whether a procedure of the outer levels begins. */
  readonly isWide: boolean;
  /** The index of the event that it reports; for a buffered line, of its first event. */
  readonly event: number;
  /** The number of events before its beat, a moment of the story. */
  readonly beat: number;
  /** For a throw of two outcomes the one that did not come, with what leads to it; empty unless it is to be shown. */
  readonly stake: string;
  /** The id to which links of a report lead; empty in play, and for lines without links. */
  readonly anchor: string;
}
