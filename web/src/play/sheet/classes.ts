// The state as a sheet, and what is wrong in it. Made by `python -m web` from the Python classes; not to be edited.

/** What lives as long as one procedure, or as the whole career. */
export interface SheetGroup {
  /** The procedure, or `career`. */
  readonly owner: string;
  /** Its title. */
  readonly title: string;
  /** Fields with a single value, then those with places, then lists. */
  readonly lines: readonly SheetLine[];
}

/** A field or a list that the player sees. */
export interface SheetLine {
  /** As in the rules. */
  readonly id: string;
  /** What the player sees it called. */
  readonly title: string;
  /** Whether it is a list of elements. */
  readonly isList: boolean;
  /** Whether it is a field with a value for each of several places. */
  readonly hasPlaces: boolean;
  /** Its value, its values by place, or the elements of the list. */
  readonly values: readonly SheetValue[];
  /** Whether more of it is `good` or `bad` for the player; empty where it is neither. */
  readonly matters: "good" | "bad" | "";
  /** Whether its values are names that were given. */
  readonly isNamed: boolean;
  /** Whether it was settled beforehand what the rules set it to. */
  readonly isPinned: boolean;
}

/** A value. */
export interface SheetValue {
  /** Where it stands, in words: `Port`, `Port inboard`; empty for a field with a single value and for the elements of a list. */
  readonly place: string;
  /** Its stable name. */
  readonly name: string;
  /** The same for reading. */
  readonly title: string;
  /** Whether it is another than when the game began, or is pinned; of a name that was given, never. */
  readonly isNews: boolean;
  /** Whether it is worse than when the game began; of what there can be more or fewer of, only where more is bad, for what is used up is no damage. */
  readonly isBad: boolean;
}

/** What is wrong at one place. */
export interface Trouble {
  /** Where, in words; empty for what has no places. */
  readonly place: string;
  /** The name that is given there, of a man or a ship; empty where there is none. */
  readonly name: string;
  /** What is wrong, each in a few words. */
  readonly told: readonly string[];
}
