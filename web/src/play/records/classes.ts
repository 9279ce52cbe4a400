// The missions of careers beside one another. Made by `python -m web` from the Python classes; not to be edited.

/** A game in the book. */
export interface BookEntry {
  /** Its rank among the finished games of its kind, from 1; 0 while it goes on. */
  readonly rank: number;
  /** The save. */
  readonly save: string;
  /** `mission` or `career`. */
  readonly entry: string;
  /** The values of the entry's parameters. */
  readonly args: readonly number[];
  /** How it ended, in the words of the rules; empty while it goes on. */
  readonly ended: string;
  /** The procedures in progress; empty if it is over. */
  readonly where: readonly string[];
  /** The names of its things: those that come from a list of names of their own, each once. */
  readonly ships: readonly string[];
  /** Its most important tallies. */
  readonly counted: readonly BookFigure[];
  /** The highest figure of each kind that is good, with the name of whom it belongs to. */
  readonly best: readonly BookFigure[];
  /** The length of each of its lists. */
  readonly lists: readonly BookFigure[];
}

/** A figure of the book: its title, and its value in words. */
export interface BookFigure {
  readonly title: string;
  readonly value: string;
}

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
  /** Whether more of it is `good` or `bad` for the player, or empty. */
  readonly matters: string;
  /** Of names, the record whose own list of names they come from, empty for the general list; else null. */
  readonly names: string | null;
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
  /** Of a name, the record whose own list of names it comes from, empty for the general list; else null. */
  readonly names: string | null;
}
