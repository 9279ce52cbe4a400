// Modes: words of which Python has the same. Made by `python -m web` from its types; not to be edited.

/** Good or bad news, or neither. */
export type Tone = "" | "good" | "bad";

/** What is played. */
export type EntryName = "mission" | "career";

/** The point that simulated runs are played to; `stage` is the end of a mission of a campaign. */
export type Horizon = "mission" | "career" | "stage";

/** Where the dice of a session come from. */
export type DiceName = "seeded" | "manual" | "file";

/** Who throws, where that is another than the header's dice say: a person, or the seed (or the file of dice). */
export type Thrower = "" | "hand" | "seed";

/** Who threw dice: a person, the seed, nobody where a table is pinned; empty for those that the header names. */
export type By = "" | "hand" | "seed" | "pin";

/**
 * Why a person was not asked for an answer: it was the one sensible one; there was a standing order, for it or for the
 * autopilot; or it was given along with others. Empty where he was.
 */
export type Why = "" | "routine" | "order" | "auto" | "together";

/** Who answers the questions of a game. */
export type Answers = "person" | "auto" | "random" | "learned" | "thoughtful";

/** How much is asked: every question; those with more than one sensible answer; of those only the grave ones. */
export const LEVELS = ["all", "sensible", "grave"] as const;

export type Level = (typeof LEVELS)[number];

/** How much is told. */
export const DETAILS = ["news", "rolls", "books"] as const;

export type Detail = (typeof DETAILS)[number];

/** How a story is shown: throw by throw, beat by beat, or straight on to the next question. */
export const PACES = ["throws", "beats", "straight"] as const;

export type Pace = (typeof PACES)[number];

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
