// How the dice of a game fell, against their chances. Made by `python -m web` from the Python classes; not to be edited.

/** The luck of a game: of its dice, not of its play. */
export interface LuckRecord {
  /** The id of the game. */
  readonly game: string;
  /** Whether it is a career, or a mission by itself. */
  readonly career: boolean;
  /** The luck of each mission. */
  readonly missions: readonly MissionLuck[];
  /** The same of all missions together. */
  readonly total: readonly MeasuredLuck[];
  /** How many throws could not be judged. */
  readonly unjudged: number;
}

/** What fell, against what was to be expected, by one measure of luck. */
export interface MeasuredLuck {
  /** The stable name of the measure. */
  readonly name: string;
  /** Its title. */
  readonly title: string;
  /** Whether more of it is `good` or `bad` for the player. */
  readonly matters: string;
  /** How many throws count. */
  readonly throws: number;
  /** What they counted, as the dice fell. */
  readonly counted: number;
  /** What they were to count on average. */
  readonly expected: number;
  /** The standard deviation of that: the root of the variance. */
  readonly deviation: number;
  /** The share of games with the same throws in the same situations that do better for the player. */
  readonly better: number;
}

/** The luck of one mission. */
export interface MissionLuck {
  /** The heading of the mission. */
  readonly title: string;
  /** What its throws counted, by each measure. */
  readonly measures: readonly MeasuredLuck[];
  /** How many of its throws could not be judged: a value on which their rows depend was not known. */
  readonly unjudged: number;
}
