// Commands of play that begin with their own word. Made by `python -m web` from the Python classes; not to be edited.

export type Beside =
  | Help
  | LookBack
  | Quit
  | Rename
  | Save
  | SetDetail
  | SetDice
  | SetLevel
  | SetPace
  | ShowBoards
  | ShowDecisions
  | ShowLog
  | ShowLuck
  | ShowNames
  | ShowOdds
  | ShowOrders
  | ShowSheet
  | ShowTable
  | TakeBackOrder
  | Undo
  | UndoAll
  | UndoBeat
  | UndoTo
  | Why;

/** List the commands; or explain one thing of the game. */
export interface Help {
  readonly is: "Help";
  readonly topic: string;
}

/** Show the boards as they stood at a throw, by its number as in the log: 1 is the last; 0 for an invalid number. */
export interface LookBack {
  readonly is: "LookBack";
  readonly number: number;
}

/** Leave the game. */
export interface Quit {
  readonly is: "Quit";
}

/** Rename a person or a thing: whom, then the new name. */
export interface Rename {
  readonly is: "Rename";
  readonly text: string;
}

/** Save a copy of the game in a file; for an empty path, show where the game is saved. */
export interface Save {
  readonly is: "Save";
  readonly path: string;
}

/** Set the story's level of detail; None keeps it. */
export interface SetDetail {
  readonly is: "SetDetail";
  readonly detail: "news" | "rolls" | "books" | null;
}

/** Switch between dice thrown by hand and dice from the seed. */
export interface SetDice {
  readonly is: "SetDice";
  readonly byHand: boolean;
}

/** Set which questions are asked; None for an unknown level. Without a level, show the current one. */
export interface SetLevel {
  readonly is: "SetLevel";
  readonly level: "all" | "sensible" | "grave" | null;
  readonly word: string;
}

/** Set the pace of the story; None keeps it. */
export interface SetPace {
  readonly is: "SetPace";
  readonly pace: "throws" | "beats" | "straight" | null;
}

/** Show all boards, or the one with a name. */
export interface ShowBoards {
  readonly is: "ShowBoards";
  readonly name: string;
}

/** List the last decisions with their numbers. */
export interface ShowDecisions {
  readonly is: "ShowDecisions";
}

/** Show the last lines of the story; None for all. */
export interface ShowLog {
  readonly is: "ShowLog";
  readonly lines: number | null;
}

/** Show how the dice fell in the mission so far, against their chances. */
export interface ShowLuck {
  readonly is: "ShowLuck";
}

/** List the people and things that have names. */
export interface ShowNames {
  readonly is: "ShowNames";
}

/** Estimate the outcomes of each answer to the open question. */
export interface ShowOdds {
  readonly is: "ShowOdds";
  /** How many runs per answer; None for as many as fit into about a second. */
  readonly runs: number | null;
  /** Whether to show all measures. */
  readonly everything: boolean;
}

/** List the standing orders. */
export interface ShowOrders {
  readonly is: "ShowOrders";
}

/** Show the sheet (the titled values of the state); with `everything`, also unchanged values. */
export interface ShowSheet {
  readonly is: "ShowSheet";
  readonly everything: boolean;
}

/** Show a table of the rules as a card. */
export interface ShowTable {
  readonly is: "ShowTable";
  readonly name: string;
}

/** Take back a standing order by its number, from 1, or all of them for an empty word. */
export interface TakeBackOrder {
  readonly is: "TakeBackOrder";
  readonly which: string;
}

/** Take back a number of the player's last decisions; 0 if the input has no valid number. */
export interface Undo {
  readonly is: "Undo";
  readonly count: number;
}

/** Take back all decisions, to the first question. */
export interface UndoAll {
  readonly is: "UndoAll";
}

/** Take back all decisions of the beat, the moment of the story, in which the last one was made. */
export interface UndoBeat {
  readonly is: "UndoBeat";
}

/** Take back all decisions from the one with a number on, counted from 1; 0 for an invalid number. */
export interface UndoTo {
  readonly is: "UndoTo";
  readonly number: number;
}

/** Explain a roll: the last for an empty word, the Nth last for a number, the last on a table for its name. */
export interface Why {
  readonly is: "Why";
  readonly which: string;
}
