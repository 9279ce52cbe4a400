// The events of a journal, and the names that are shown in it. Made by `python -m web` from the Python classes; not to be edited.

import type { Dice, Origin, RowInfo } from "../rules/program";

export type View =
  | BeforehandView
  | ChangeView
  | ChoiceView
  | DrawView
  | ElementView
  | EnterView
  | HiddenView
  | LeaveView
  | LimitView
  | MoveView
  | OutcomeView
  | PileView
  | ResultView
  | RollView
  | SayView;

/** A modifier that changed the total of a throw, with its amount. */
export interface AppliedModifier {
  readonly label: string;
  /** The number that it added. */
  readonly amount: number;
  /** Its condition as written. */
  readonly text: string;
  /** Its place; the standing is empty if it is that of its table. */
  readonly origin: Origin;
}

/** A row of a table that applies by a condition, without a throw, or beside the row of a throw. */
export interface BeforehandView {
  readonly event: "beforehand";
  /** Its place in the rules, none for an outcome, with citation and standing. The standing of a throw is that of its row, its table, or without one its procedure; of a value, the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  /** The table's id. */
  readonly table: string;
  /** Its title. */
  readonly title: string;
  /** The row. */
  readonly row: RowInfo;
  /** Its number among all rows that apply in this call, from 1; 0 if the table applies one row. */
  readonly number: number;
}

/** A change of a field, from an old to a new value. */
export interface ChangeView {
  readonly event: "change";
  /** Its place in the rules, none for an outcome, with citation and standing. The standing of a throw is that of its row, its table, or without one its procedure; of a value, the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly field: string;
  /** Its title; empty if the player does not see it. */
  readonly title: string;
  readonly old: string;
  readonly new: string;
  readonly oldTitle: string;
  readonly newTitle: string;
  /** `good` or `bad` if the rules mark the field; else empty. */
  readonly tone: "" | "good" | "bad";
}

/** A question with the answer that was given. */
export interface ChoiceView {
  readonly event: "choice";
  /** Its place in the rules, none for an outcome, with citation and standing. The standing of a throw is that of its row, its table, or without one its procedure; of a value, the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  /** Its stable name. */
  readonly id: string;
  readonly prompt: string;
  /** The title of the person who answered. */
  readonly by: string;
  /** The stable names of the options. */
  readonly options: readonly string[];
  /** Their titles. */
  readonly titles: readonly string[];
  /** The name of the chosen option, or `none`. */
  readonly answer: string;
  /** Its title. */
  readonly answerTitle: string;
  /** Whether it was a standing offer to throw dice again. */
  readonly offer: boolean;
  /** How many numbers an option stands for: the next choice is one of those of the answer. */
  readonly unit: number;
}

/** Equal dice of a throw that has others beside them. */
export interface DiceGroup {
  /** The number of dice, from 1. */
  readonly count: number;
  /** The sides of each, from 2. */
  readonly sides: number;
}

/** The member that a draw chose at random. */
export interface DrawView {
  readonly event: "draw";
  /** Its place in the rules, none for an outcome, with citation and standing. The standing of a throw is that of its row, its table, or without one its procedure; of a value, the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  /** The stable name of the draw. */
  readonly id: string;
  /** The number of members. */
  readonly count: number;
  /** The member's stable name; `none` without members. */
  readonly drawn: string;
  /** Its title. */
  readonly drawnTitle: string;
}

/** The event that an element joins or leaves a list; `title` is empty if the player does not see the list. */
export interface ElementView {
  readonly event: "element";
  /** Its place in the rules, none for an outcome, with citation and standing. The standing of a throw is that of its row, its table, or without one its procedure; of a value, the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly list: string;
  readonly title: string;
  readonly joins: boolean;
  readonly element: string;
  readonly elementTitle: string;
}

/** The event that a procedure or a step begins. */
export interface EnterView {
  readonly event: "enter";
  /** Its place in the rules, none for an outcome, with citation and standing. The standing of a throw is that of its row, its table, or without one its procedure; of a value, the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly kind: "procedure" | "step";
  readonly name: string;
  readonly title: string;
  readonly arguments: readonly LabelledValue[];
  /** Who may see its events, if it says so: `all`; of a step also the stable name of a player, or `none`. Else empty, as for a procedure that names anybody else. */
  readonly seenBy: string;
  /** Whether a beat, a moment of the story, ends where it ends. */
  readonly beat: boolean;
}

/** A stretch of events that only another player may see, in place of them. */
export interface HiddenView {
  readonly event: "hidden";
  /** Its place in the rules, none for an outcome, with citation and standing. The standing of a throw is that of its row, its table, or without one its procedure; of a value, the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  /** Its name and title; the title may be empty. */
  readonly name: string;
  /** Its name and title; the title may be empty. */
  readonly title: string;
  /** The stable name of the player who sees it; `none` for nobody. */
  readonly whose: string;
  /** The title of that player. */
  readonly whoseTitle: string;
}

/** A value's stable name and title, with the name of the parameter or part that it belongs to. */
export interface LabelledValue {
  readonly of: string;
  readonly name: string;
  readonly title: string;
}

/** The event that a procedure or a step ends. */
export interface LeaveView {
  readonly event: "leave";
  /** Its place in the rules, none for an outcome, with citation and standing. The standing of a throw is that of its row, its table, or without one its procedure; of a value, the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly kind: "procedure" | "step";
  readonly name: string;
}

/** A bound of the run that was reached; all events beyond it are left out. */
export interface LimitView {
  readonly event: "limit";
  /** Its place in the rules, none for an outcome, with citation and standing. The standing of a throw is that of its row, its table, or without one its procedure; of a value, the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly text: string;
}

/** The event that an element becomes first or last of its list; `title` is empty if no player sees the list. */
export interface MoveView {
  readonly event: "move";
  /** Its place in the rules, none for an outcome, with citation and standing. The standing of a throw is that of its row, its table, or without one its procedure; of a value, the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly list: string;
  readonly title: string;
  readonly first: boolean;
  readonly element: string;
  readonly elementTitle: string;
}

/** Settings for the names of people and things: the manifest's or shuffled ones, and the player's own. */
export interface Naming {
  /** Whether the seed shuffles the lists of the manifest. */
  readonly shuffled: boolean;
  /** Names that the player gave. */
  readonly own: readonly OwnName[];
}

/** The event that ends a run: its result (`none` without one), or its fault. */
export interface OutcomeView {
  readonly event: "outcome";
  /** Its place in the rules, none for an outcome, with citation and standing. The standing of a throw is that of its row, its table, or without one its procedure; of a value, the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly result: string;
  readonly title: string;
  readonly fault: string;
}

/** A name that the player gave to a person or thing of the game. */
export interface OwnName {
  /** The record of the list that it belongs to; empty for the game's general list. */
  readonly of: string;
  /** The number of the name that it replaces, from 0. */
  readonly number: number;
  /** The name. */
  readonly name: string;
}

/** The members that a draw chooses from, shown before its throw. */
export interface PileView {
  readonly event: "pile";
  /** Its place in the rules, none for an outcome, with citation and standing. The standing of a throw is that of its row, its table, or without one its procedure; of a value, the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  /** The stable name of the draw. */
  readonly id: string;
  /** The stable names of the members, the first for a 1. */
  readonly members: readonly string[];
  /** Their titles. */
  readonly titles: readonly string[];
}

/** The event of a table's result: one value, or one for each named part. */
export interface ResultView {
  readonly event: "result";
  /** Its place in the rules, none for an outcome, with citation and standing. The standing of a throw is that of its row, its table, or without one its procedure; of a value, the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly table: string;
  readonly title: string;
  readonly values: readonly LabelledValue[];
}

/** A throw of dice, with the table's modifiers and the row that it leads to. */
export interface RollView {
  readonly event: "roll";
  /** Its place in the rules, none for an outcome, with citation and standing. The standing of a throw is that of its row, its table, or without one its procedure; of a value, the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  /** The table's id; None for dice without a table. */
  readonly table: string | null;
  /** The table's title, or the purpose of the dice; may be empty. */
  readonly title: string;
  /** The dice. */
  readonly dice: Dice;
  /** The face of each die; one number if only the total, or the kept die, is known. */
  readonly faces: readonly number[];
  /** The natural total; of dice of which one is kept, that one. */
  readonly natural: number;
  /** The modifiers that applied. */
  readonly modifiers: readonly AppliedModifier[];
  /** The total with modifiers. */
  readonly total: number;
  /** The row of the result, or None. */
  readonly row: RowInfo | null;
  /** The arguments of the table. */
  readonly arguments: readonly LabelledValue[];
  /** Whether every row applies that holds: `row` is the first, each later one has an event of its own. */
  readonly takesEvery: boolean;
}

/** A line of text that the rules tell. */
export interface SayView {
  readonly event: "say";
  /** Its place in the rules, none for an outcome, with citation and standing. The standing of a throw is that of its row, its table, or without one its procedure; of a value, the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly text: string;
  /** `good` or `bad` if the rules call it such news; else empty. */
  readonly tone: "" | "good" | "bad";
  /** The text with the names of the manifest; empty if it is the same. */
  readonly unnamed: string;
  /** Its place in the chronicle, if it has one. */
  readonly chronicle: "" | "also" | "only" | "headline";
  /** The title on the card of the row whose title it fills with values, `2d6 wolves`; empty for a line. */
  readonly rowTitle: string;
}
