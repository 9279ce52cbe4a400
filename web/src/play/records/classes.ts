// The missions of careers beside one another. Made by `python -m web` from the Python classes; not to be edited.

/** What the rules keep of a career. */
export interface Career {
  /** Single values. */
  readonly facts: readonly Fact[];
  /** Fields by their places, then lists; what holds nothing is left out. */
  readonly tables: readonly CareerTable[];
}

/** A list, or fields that have a value for each of the same places. */
export interface CareerTable {
  /** The list's; of fields the places' enums. */
  readonly id: string;
  /** Its title; empty for fields, whose columns have theirs. */
  readonly title: string;
  /** Its columns, for fields the places first. */
  readonly columns: readonly Column[];
  /** The values for reading, row by row; empty for none. */
  readonly rows: readonly (readonly string[])[];
}

/** A column of a table. */
export interface Column {
  /** As in the rules; empty for the places. */
  readonly id: string;
  /** Its head. */
  readonly title: string;
  /** Whether its values are numbers. */
  readonly isNumber: boolean;
}

/** A single value. */
export interface Fact {
  /** As in the rules. */
  readonly id: string;
  /** What people see it called. */
  readonly title: string;
  /** The value's stable name. */
  readonly name: string;
  /** The same for reading. */
  readonly value: string;
}
