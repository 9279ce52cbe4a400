// Modes: words of which Python has the same. Made by `python -m web` from its types; not to be edited.

/** What kind of event it is that a journal tells. */
export type EventName =
  | "roll"
  | "beforehand"
  | "result"
  | "choice"
  | "pile"
  | "draw"
  | "change"
  | "element"
  | "move"
  | "say"
  | "enter"
  | "leave"
  | "hidden"
  | "limit"
  | "outcome";

/** Good or bad news, or neither. */
export type Tone = "" | "good" | "bad";

/** What is played. */
export type EntryName = "mission" | "career";

/** Where the dice of a session come from. */
export type DiceName = "seeded" | "manual" | "file";

/** Who throws, where that is another than the header's dice say: a person, or the seed (or the file of dice). */
export const THROWERS = ["", "hand", "seed"] as const;

export type Thrower = (typeof THROWERS)[number];

/** Who threw dice: a person, the seed, nobody where a table is pinned; empty for those that the header names. */
export const THROWN_BY = ["", "hand", "seed", "pin"] as const;

export type By = (typeof THROWN_BY)[number];

/**
 * Why a person was not asked for an answer: it was the one sensible one; there was a standing order, for it or for the
 * autopilot; or it was given along with others. Empty where he was.
 */
export const WHYS = ["", "routine", "order", "auto", "together"] as const;

export type Why = (typeof WHYS)[number];

/** Who answers the questions of a game. */
export type Answers = "person" | "auto" | "random" | "thoughtful";

/** How much is asked: every question; those with more than one sensible answer; of those only the grave ones. */
export const LEVELS = ["all", "sensible", "grave"] as const;

export type Level = (typeof LEVELS)[number];

/** How much is told. */
export const DETAILS = ["news", "rolls", "books"] as const;

export type Detail = (typeof DETAILS)[number];

/**
 * What a line of a story tells: an outermost heading (`chapter`), headings that begin together, what the rules say, a
 * throw or a table's result without one, a result told later, an answer, a change, elements that join or leave a list,
 * a bound that was reached, how it ended; or what a mark means that stands here for the first time.
 */
export type LineKind =
  | "chapter"
  | "heading"
  | "news"
  | "roll"
  | "result"
  | "answer"
  | "change"
  | "joins"
  | "leaves"
  | "limit"
  | "legend"
  | "end";

/**
 * What words on a board are: the name of a place; the key of one on a map; what stands there; a text of the plan; how
 * much there is no room for.
 */
export type WordsKind = "title" | "key" | "mark" | "caption" | "more";

/** Whether a measure is how often something is so, or a number. */
export type MeasureKind = "chance" | "mean";
