// What answers lead to, estimated. Made by `python -m web` from the Python classes; not to be edited.

/** An answer and what it leads to. */
export interface AnswerOdds {
  /** The name to answer with; `none` for none. */
  readonly name: string;
  /** The same for reading. */
  readonly title: string;
  /** How many of its runs ended in a fault of the rules: they are left out. */
  readonly faults: number;
  /** For each measure, in the same order. */
  readonly measured: readonly Measured[];
}

/** Something that answers are compared by. */
export interface MeasureTold {
  /** Its stable name. */
  readonly name: string;
  /** The same for reading. */
  readonly title: string;
  /** Whether it is a chance, or the mean of a number. */
  readonly kind: "chance" | "mean";
  /** Whether more of it is `good` or `bad`; empty where it is neither. */
  readonly matters: "good" | "bad" | "";
  /** Whether a run in which it is no does not count, and is played again. */
  readonly required: boolean;
  /** Of a number that stands for words by their order, such as a verdict, these words, the first for a 0. What is told of it to people is the word nearest to the mean. */
  readonly words: readonly string[];
}

/** What an answer leads to, in one measure. */
export interface Measured {
  /** A chance from 0 to 1, or a mean; null where every run was a fault. */
  readonly value: number | null;
  /** The value lies above this 95 times in 100: for a chance by Wilson's interval; null as the value. */
  readonly low: number | null;
  /** ... and below this. */
  readonly high: number | null;
  /** How much more it is than with the answer that all are held against, by runs with the same dice; null where there is none, and of that answer itself. */
  readonly difference: number | null;
  /** The standard error of that difference. */
  readonly error: number | null;
}
