// The state as a sheet, and what is wrong in it. Made by `python -m web` from the Python classes; not to be edited.

/** The fields and lists with one lifetime: that of a procedure, or the whole career. */
export interface SheetGroup {
  /** The procedure, or `career`. */
  readonly owner: string;
  /** Its title. */
  readonly title: string;
  /** Fields with a single value, then those with places, then lists. */
  readonly lines: readonly SheetLine[];
}

/** A field or a list on the sheet, with its values. */
export interface SheetLine {
  /** The id in the rules. */
  readonly id: string;
  /** The title that the player sees. */
  readonly title: string;
  /** Whether it is a list of elements. */
  readonly isList: boolean;
  /** Whether it is a field with a value for each of several places. */
  readonly hasPlaces: boolean;
  /** Its value, its values by place, or the elements of the list. */
  readonly values: readonly SheetValue[];
  /** Whether more of it is `good` or `bad` for the player; empty where it is neither. */
  readonly matters: "good" | "bad" | "";
  /** Whether its values are given names. */
  readonly isNamed: boolean;
  /** Whether its value is pinned. */
  readonly isPinned: boolean;
}

/** A value on the sheet, with its place: the index of an indexed field, in words. */
export interface SheetValue {
  /** The place in words: `Port`, `Port inboard`; empty for a field with a single value and for the elements of a list. */
  readonly place: string;
  /** Its stable name. */
  readonly name: string;
  /** The display title. */
  readonly title: string;
  /** Whether it differs from the game's begin, or is pinned; never for a given name. */
  readonly isNews: boolean;
  /** Whether it is worse than at the game's begin; for a quantity only if more of it is bad, for consumption is no damage. */
  readonly isBad: boolean;
}

/** The damage at one place of the sheet: a person, a thing, or an index in words. */
export interface Trouble {
  /** The place in words; empty for damage without a place. */
  readonly place: string;
  /** The name of the man or ship there; empty for none. */
  readonly name: string;
  /** The damages, each in a few words. */
  readonly told: readonly string[];
}
