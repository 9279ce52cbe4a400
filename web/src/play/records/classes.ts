// The missions of careers beside one another. Made by `python -m web` from the Python classes; not to be edited.

/** The state of a career (series of missions), as single values and tables. */
export interface Career {
  /** The fields with single values. */
  readonly facts: readonly Fact[];
  /** The tables of fields by place, then of lists; empty ones are left out. */
  readonly tables: readonly CareerTable[];
}

/** A table of a career: a list's elements as rows, or an indexed field's indices (such as seats) as rows. */
export interface CareerTable {
  /** The list's id; for fields, the enums of the places. */
  readonly id: string;
  /** The list's title; empty for fields, whose columns have titles. */
  readonly title: string;
  /** The columns; for fields, the places first. */
  readonly columns: readonly Column[];
  /** The cells' display texts, row by row; empty for none. */
  readonly rows: readonly (readonly string[])[];
}

/** A column of a table. */
export interface Column {
  /** The field's id in the rules; empty for the column of places. */
  readonly id: string;
  /** The column head. */
  readonly title: string;
  /** Whether its values are numbers. */
  readonly isNumber: boolean;
}

/** A field with a single value: its title and the value in words. */
export interface Fact {
  /** The field's id in the rules. */
  readonly id: string;
  /** The field's display name. */
  readonly title: string;
  /** The value's stable name. */
  readonly name: string;
  /** The value's display text. */
  readonly value: string;
}
