// Boards as they stand, and as they are laid out. Made by `python -m web` from the Python classes; not to be edited.

/** A picture of the state. */
export interface BoardShown {
  /** Its stable name. */
  readonly name: string;
  /** The same for reading. */
  readonly title: string;
  /** How its places lie: by a `plan`, by the two numbers of a `map`, each in a row below the one before (`rows`), or beside it (`columns`). */
  readonly layout: "plan" | "map" | "rows" | "columns";
  /** How many rows its grid has; on a map, how many numbers there are down. */
  readonly rows: number;
  /** How many columns, or numbers across. */
  readonly columns: number;
  /** Its places, row by row. */
  readonly places: readonly PlaceShown[];
  /** What stands beside the whole. */
  readonly notes: readonly ThingShown[];
}

/** A cell of the grid: its places, or a text. */
export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly columns: number;
  readonly places: readonly PlaceShown[];
  readonly caption: string;
}

/** The sides of a place: columns and lines in which they are drawn. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A board laid out: columns and lines count from 0, and none is beyond the box. */
export interface Laid {
  readonly columns: number;
  readonly lines: number;
  readonly frames: readonly Frame[];
  readonly words: readonly Words[];
}

/** A text at a place. */
export interface MarkShown {
  /** What it says. */
  readonly text: string;
  /** Whether that is `good` or `bad` for the player; empty for neither. */
  readonly tone: "good" | "bad" | "";
  /** In which column it stands where places have rows: marks that always stand have one each, the others share the last. */
  readonly column: number;
}

/** Words of one tone: good or bad for the player, or neither. */
export interface Part {
  readonly text: string;
  readonly tone: "good" | "bad" | "";
}

/** A place and what stands at it; or a text of the plan, which has no name, and its title says it. */
export interface PlaceShown {
  /** Its stable name; empty for a text. */
  readonly name: string;
  /** The same for reading. */
  readonly title: string;
  /** In which row of the grid it lies, from 0. Several places may share a cell. */
  readonly row: number;
  /** In which column, from 0. */
  readonly column: number;
  /** How many of them it takes. */
  readonly columns: number;
  /** How many rows: more than one in an area of a map. */
  readonly rows: number;
  /** What stands at it, in order. */
  readonly things: readonly ThingShown[];
}

/** What stands at a place: the marks of one thing. */
export interface ThingShown {
  readonly marks: readonly MarkShown[];
}

/** A line of words. */
export interface Words {
  /** Where it begins. */
  readonly column: number;
  /** The line of the box. */
  readonly line: number;
  /** As much of it as there is room for, each part with a sign before it where it has a tone. */
  readonly parts: readonly Part[];
  /** The name of a place; the key of one on a map; what stands there; a text of the plan; how much there is no room for. */
  readonly kind: "title" | "key" | "mark" | "caption" | "more";
}
