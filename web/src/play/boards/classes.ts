// Boards as they stand, and as they are laid out. Made by `python -m web` from the Python classes; not to be edited.

/** A board rendered in one state: a grid of places with texts. */
export interface BoardShown {
  /** Its stable name. */
  readonly name: string;
  /** Its title. */
  readonly title: string;
  /** The arrangement of its places: by a `plan`, by the two numbers of a `map`, one below another (`rows`), or side by side (`columns`). */
  readonly layout: "plan" | "map" | "rows" | "columns";
  /** The number of rows of its grid; on a map, of numbers down. */
  readonly rows: number;
  /** The number of columns, or of numbers across. */
  readonly columns: number;
  /** Its places, row by row. */
  readonly places: readonly PlaceShown[];
  /** Things beside the whole board. */
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

/** The rectangle of a place's frame: the columns and lines of its sides. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The layout of a board: columns and lines count from 0, and none is beyond the box. */
export interface Laid {
  readonly columns: number;
  readonly lines: number;
  readonly frames: readonly Frame[];
  readonly words: readonly Words[];
}

/** A short text that a board shows at a place, with its tone. */
export interface MarkShown {
  /** The text. */
  readonly text: string;
  /** `good` or `bad` for the player; empty for neither. */
  readonly tone: "good" | "bad" | "";
  /** Its column where places have rows: unconditional marks have one each, the others share the last. */
  readonly column: number;
}

/** Words of one tone: good or bad for the player, or neither. */
export interface Part {
  readonly text: string;
  readonly tone: "good" | "bad" | "";
}

/** A cell of a board with the things at it; or a caption of a plan, which has a title but no name. */
export interface PlaceShown {
  /** Its stable name; empty for a text. */
  readonly name: string;
  /** Its title. */
  readonly title: string;
  /** Its row in the grid, from 0. Several places may share a cell. */
  readonly row: number;
  /** Its column, from 0. */
  readonly column: number;
  /** The number of columns it spans. */
  readonly columns: number;
  /** The number of rows it spans: more than one in an area of a map. */
  readonly rows: number;
  /** The things at it, in order. */
  readonly things: readonly ThingShown[];
}

/** One thing at a place of a board: the marks (short texts) that stand for it. */
export interface ThingShown {
  readonly marks: readonly MarkShown[];
}

/** A line of words with its position. */
export interface Words {
  /** The column of its start. */
  readonly column: number;
  /** The line of the box. */
  readonly line: number;
  /** The parts that fit, each behind a sign if it has a tone. */
  readonly parts: readonly Part[];
  /** The name of a place; the key of one on a map; the things there; a text of the plan; the count of lines without room. */
  readonly kind: "title" | "key" | "mark" | "caption" | "more";
}
