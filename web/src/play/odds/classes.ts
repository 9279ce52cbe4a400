// What answers lead to, estimated. Made by `python -m web` from the Python classes; not to be edited.

/** The estimates of an answer. */
export interface AnswerOdds {
  /** The name to answer with; `none` for none. */
  readonly name: string;
  /** The display title. */
  readonly title: string;
  /** How many of its runs ended in a fault of the rules: they are left out. */
  readonly faults: number;
  /** The estimate of each measure, in the same order. */
  readonly measured: readonly Measured[];
}

/** A measure by which answers are compared. */
export interface MeasureTold {
  /** Its stable name. */
  readonly name: string;
  /** The display title. */
  readonly title: string;
  /** Whether it is a probability, or the mean of a number. */
  readonly kind: "chance" | "mean";
  /** Whether more of it is `good` or `bad`; empty for neither. */
  readonly matters: "good" | "bad" | "";
  /** Whether a run in which it is no does not count, and is played again: in all other measures the figures are those of another run. No answer is better by it. */
  readonly required: boolean;
  /** For a number that stands for words by their order, such as a verdict, these words, the first for a 0. People see the word nearest to the mean. */
  readonly words: readonly string[];
  /** Whether it is what a tally of the campaign is expected to come to at its end, told at the end of this mission. */
  readonly forecast: boolean;
}

/** The estimate of one measure for an answer. */
export interface Measured {
  /** A probability from 0 to 1, or a mean; null if every run was a fault. */
  readonly value: number | null;
  /** The lower bound of the 95 % confidence interval: for a probability by Wilson's; null as the value. */
  readonly low: number | null;
  /** The upper bound. */
  readonly high: number | null;
  /** How much more it is than with the baseline answer, by runs with the same dice; null without a baseline, and of the baseline itself. */
  readonly difference: number | null;
  /** The standard error of that difference. */
  readonly error: number | null;
}
