// Boards as they stand, and as they are laid out. Made by `python -m web` from the Python classes; not to be edited.

/** A direction on a map or picture, in degrees clockwise from up, and its name. */
export interface BoardCompass {
  readonly degrees: number;
  readonly text: string;
}

/** The scale of a map or picture: how many of its numbers are one unit, and the unit's name. */
export interface BoardScale {
  readonly numbers: number;
  readonly unit: string;
}

/** A board rendered in one state: a grid of places with texts. */
export interface BoardShown {
  /** Its stable name. */
  readonly name: string;
  /** Its title. */
  readonly title: string;
  /** The arrangement of its places: by a `plan`, by the two numbers of a `map`, by areas of a `picture`, one below another (`rows`), or side by side (`columns`). */
  readonly layout: "plan" | "map" | "picture" | "rows" | "columns";
  /** The number of rows of its grid; on a map, of numbers down; of a picture, its length down in units. */
  readonly rows: number;
  /** The number of columns, or of numbers across; of a picture, its length across. */
  readonly columns: number;
  /** Its places, row by row. */
  readonly places: readonly PlaceShown[];
  /** Things beside the whole board. */
  readonly notes: readonly ThingShown[];
  /** The shapes of a map or picture, in the order in which they are drawn. */
  readonly shapes: readonly ShapeShown[];
  /** The scale of a map or picture; None if none is stated. */
  readonly scale: BoardScale | null;
  /** A direction on a map or picture with its name; None if none is stated. */
  readonly compass: BoardCompass | null;
}

/** A cell of the grid: its places, or a text; whether any of them has changed. */
export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly columns: number;
  readonly places: readonly PlaceShown[];
  readonly caption: string;
  readonly isChanged: boolean;
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
  /** Its width. */
  readonly columns: number;
  /** Its height. */
  readonly lines: number;
  /** The frames of places. */
  readonly frames: readonly Frame[];
  /** The words. */
  readonly words: readonly Words[];
  /** The signs of things at points of a picture. */
  readonly signs: readonly PlacedSign[];
  /** The shapes of a map or picture, which lie behind the words; what leaves their area is not drawn. */
  readonly shapes: readonly LaidShape[];
  /** The first column of that area. */
  readonly shapeLeft: number;
  /** Its first line. */
  readonly shapeTop: number;
  /** Its width. */
  readonly shapeColumns: number;
  /** Its height. */
  readonly shapeLines: number;
  /** Where places and things stand. */
  readonly targets: readonly Target[];
}

/** A shape in its place. */
export interface LaidShape {
  /** What it is; `bar` for that of a scale. */
  readonly kind: "outline" | "arc" | "circle" | "ring" | "bar";
  /** Its lines: x in hundredths of a column, y in hundredths of a line. */
  readonly lines: readonly Polyline[];
  /** What it means; may be empty. */
  readonly text: string;
  /** Good or bad for the player, or neither. */
  readonly tone: "good" | "bad" | "";
}

/** A short text that a board shows at a place, with its tone. */
export interface MarkShown {
  /** The text. */
  readonly text: string;
  /** `good` or `bad` for the player; empty for neither. */
  readonly tone: "good" | "bad" | "";
  /** Its column where places have rows: unconditional marks have one each, the others share the last. */
  readonly column: number;
  /** The sign that is drawn for it; empty for its text alone. */
  readonly sign: "" | "dot" | "ring" | "cross" | "bar" | "flame" | "burst" | "star" | "arrow" | "square" | "figure" | "card";
  /** By how many degrees the sign is turned, clockwise from up, from 0 to 359; None if it is not. */
  readonly turned: number | null;
  /** The text with the short titles of its values, for where it has no room; empty if it has none. */
  readonly short: string;
}

/** Words of one tone with their sign. */
export interface Part {
  /** The words; may be empty where a sign has no room for them. */
  readonly text: string;
  /** Good or bad for the player, or neither. A tone without a sign has one of its own. */
  readonly tone: "good" | "bad" | "";
  /** The sign before them; of a card, the frame around them. */
  readonly sign: "" | "dot" | "ring" | "cross" | "bar" | "flame" | "burst" | "star" | "arrow" | "square" | "figure" | "card";
  /** By how many degrees the sign is turned. */
  readonly turned: number | null;
  /** Whether they go on from the line above, where the sign stands. */
  readonly isContinued: boolean;
  /** Whether they are the title of a changed place, or the words or sign of a changed thing. */
  readonly isChanged: boolean;
}

/** A cell of a board with the things at it; or a caption, which has a title but no name. */
export interface PlaceShown {
  /** Its stable name; empty for a text. */
  readonly name: string;
  /** Its title. */
  readonly title: string;
  /** Its row in the grid, from 0. Several places may share a cell. */
  readonly row: number;
  /** Its column, from 0. */
  readonly column: number;
  /** The number of columns it spans; in a picture its length across in units, 0 for a point. */
  readonly columns: number;
  /** The number of rows it spans: more than one in an area of a map; in a picture its length down. */
  readonly rows: number;
  /** The things at it, in order. */
  readonly things: readonly ThingShown[];
  /** What it stands for: a value as `Sky.fog`, an element as `ships#3`; empty for neither. */
  readonly piece: string;
  /** A shorter title, for where the title has no room; empty for none. */
  readonly short: string;
  /** Whether it, or what stands at it, differs from an earlier state with which the board was compared. */
  readonly isChanged: boolean;
}

/** The sign of a thing at a point of a picture. */
export interface PlacedSign {
  /** Where its middle is, across, in hundredths of a column. */
  readonly x: number;
  /** Where its middle is, down, in hundredths of a line. */
  readonly y: number;
  /** The column of its character: the nearest that is free. */
  readonly column: number;
  /** The line of its character. */
  readonly line: number;
  /** The sign. */
  readonly part: Part;
}

/** Straight lines through points, in tenths of a unit: `points` holds x and y of each in turn. */
export interface Polyline {
  readonly points: readonly number[];
  readonly closed: boolean;
}

/** A shape on a map or picture. */
export interface ShapeShown {
  /** What it is. */
  readonly kind: "outline" | "arc" | "circle" | "ring";
  /** Its lines, in tenths of a unit from the upper left corner of the board; they may leave the board. */
  readonly lines: readonly Polyline[];
  /** What it means; empty if it has no words. */
  readonly text: string;
  /** `good` or `bad` for the player; empty for neither. */
  readonly tone: "good" | "bad" | "";
}

/** Where a place or a thing stands, for front ends that let people point at it. */
export interface Target {
  /** What it stands for, as in PlaceShown; may be empty. */
  readonly piece: string;
  /** All its words. */
  readonly text: string;
  /** The tone of the thing, or of all things at the place. */
  readonly tone: "good" | "bad" | "";
  /** Its first column. */
  readonly left: number;
  /** Its first line. */
  readonly top: number;
  /** The column behind its last. */
  readonly right: number;
  /** The line behind its last. */
  readonly bottom: number;
  /** Whether the place or thing has changed. */
  readonly isChanged: boolean;
  /** By how much a drawing moves it to the right, in hundredths of a column, to lie about its sign. */
  readonly shiftRight: number;
  /** By how much it moves it down, in hundredths of a line. */
  readonly shiftDown: number;
}

/** One thing at a place of a board: the marks (short texts) that stand for it. */
export interface ThingShown {
  /** Its marks. */
  readonly marks: readonly MarkShown[];
  /** What it stands for: a value as `Sky.fog`, an element as `ships#3`; empty for no single one. */
  readonly piece: string;
  /** Whether it differs from an earlier state with which the board was compared. */
  readonly isChanged: boolean;
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
  /** The middle of the room in which they are centred, in halves of a column; None if they begin at their column. */
  readonly middle: number | null;
  /** Whether they end at their last column, wherever they begin. */
  readonly endsThere: boolean;
  /** By how much a drawing moves them to the right, in hundredths of a column, to stand at their sign. */
  readonly right: number;
  /** By how much it moves them down, in hundredths of a line. */
  readonly down: number;
}
