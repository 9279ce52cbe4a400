// The events of a journal, and the names that are shown in it. Made by `python -m web` from the Python classes; not to be edited.

import type { Dice, Origin, RowInfo } from "../rules/program";

export type View =
  | BeforehandView
  | ChangeView
  | ChoiceView
  | DrawView
  | ElementView
  | EnterView
  | LeaveView
  | LimitView
  | MoveView
  | OutcomeView
  | PileView
  | ResultView
  | RollView
  | SayView;

/** A modifier that applied. */
export interface AppliedModifier {
  readonly label: string;
  /** What it added to the dice. */
  readonly amount: number;
  /** Its condition as written. */
  readonly text: string;
  /** Its standing is empty where it came down to us as its table did. */
  readonly origin: Origin;
}

/** A table's result without dice. */
export interface BeforehandView {
  readonly event: "beforehand";
  /** Where it stands in the rules, nowhere for an outcome, and the citation that counts there. Its standing is how well it is known what is told: of a throw, as its row says, or its table, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly table: string;
  readonly title: string;
  readonly row: RowInfo;
}

/** A field changed. */
export interface ChangeView {
  readonly event: "change";
  /** Where it stands in the rules, nowhere for an outcome, and the citation that counts there. Its standing is how well it is known what is told: of a throw, as its row says, or its table, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly field: string;
  /** Empty for one that the player does not see. */
  readonly title: string;
  readonly old: string;
  readonly new: string;
  readonly oldTitle: string;
  readonly newTitle: string;
  /** `good` or `bad` where the rules say what more of it is for the player; else empty. */
  readonly tone: "" | "good" | "bad";
}

/** A choice that was asked, and its answer. */
export interface ChoiceView {
  readonly event: "choice";
  /** Where it stands in the rules, nowhere for an outcome, and the citation that counts there. Its standing is how well it is known what is told: of a throw, as its row says, or its table, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  /** Its stable name. */
  readonly id: string;
  readonly prompt: string;
  /** Who chose. */
  readonly by: string;
  /** The stable names of the options. */
  readonly options: readonly string[];
  /** The same for reading. */
  readonly titles: readonly string[];
  /** The name of the option chosen, or `none`. */
  readonly answer: string;
  /** The same for reading. */
  readonly answerTitle: string;
  /** Whether it was a standing offer to throw dice again. */
  readonly offer: boolean;
}

/** What was drawn at random. */
export interface DrawView {
  readonly event: "draw";
  /** Where it stands in the rules, nowhere for an outcome, and the citation that counts there. Its standing is how well it is known what is told: of a throw, as its row says, or its table, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  /** The stable name of the draw. */
  readonly id: string;
  /** From how many. */
  readonly count: number;
  /** Its stable name; `none` where there was nothing. */
  readonly drawn: string;
  /** The same for reading. */
  readonly drawnTitle: string;
}

/** An element joined a list or left it. `title` is empty for a list that the player does not see. */
export interface ElementView {
  readonly event: "element";
  /** Where it stands in the rules, nowhere for an outcome, and the citation that counts there. Its standing is how well it is known what is told: of a throw, as its row says, or its table, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly list: string;
  readonly title: string;
  readonly joins: boolean;
  readonly element: string;
  readonly elementTitle: string;
}

/** A procedure or a step begins. */
export interface EnterView {
  readonly event: "enter";
  /** Where it stands in the rules, nowhere for an outcome, and the citation that counts there. Its standing is how well it is known what is told: of a throw, as its row says, or its table, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly kind: "procedure" | "step";
  readonly name: string;
  readonly title: string;
  readonly arguments: readonly Told[];
  /** Who sees what happens in it, as it says itself: `all`; of a step, the stable name of a player, or `none` for nobody, too. Empty where it says nothing, and of a procedure that says anything else. */
  readonly seenBy: string;
}

/** A procedure or a step is over. */
export interface LeaveView {
  readonly event: "leave";
  /** Where it stands in the rules, nowhere for an outcome, and the citation that counts there. Its standing is how well it is known what is told: of a throw, as its row says, or its table, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly kind: "procedure" | "step";
  readonly name: string;
}

/** A bound was reached and what stood beyond it was left out. */
export interface LimitView {
  readonly event: "limit";
  /** Where it stands in the rules, nowhere for an outcome, and the citation that counts there. Its standing is how well it is known what is told: of a throw, as its row says, or its table, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly text: string;
}

/** An element became the first of its list or the last; `title` is empty for a list that no player sees. */
export interface MoveView {
  readonly event: "move";
  /** Where it stands in the rules, nowhere for an outcome, and the citation that counts there. Its standing is how well it is known what is told: of a throw, as its row says, or its table, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly list: string;
  readonly title: string;
  readonly first: boolean;
  readonly element: string;
  readonly elementTitle: string;
}

/** Which names a session shows. */
export interface Naming {
  /** Whether the lists of the manifest are taken in an order by the seed; else as they stand there. */
  readonly shuffled: boolean;
  /** Names that a player gave. */
  readonly own: readonly OwnName[];
}

/** The end: a result (`none` where the procedure gives nothing), or what the rules did that they may not. */
export interface OutcomeView {
  readonly event: "outcome";
  /** Where it stands in the rules, nowhere for an outcome, and the citation that counts there. Its standing is how well it is known what is told: of a throw, as its row says, or its table, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly result: string;
  readonly title: string;
  readonly fault: string;
}

/** A name that a player gave. */
export interface OwnName {
  /** The record whose list of names it stands in for; empty for the game's general list. */
  readonly of: string;
  /** Which name of that list, from 0. */
  readonly number: number;
  /** What is shown in its place. */
  readonly name: string;
}

/** What there is to draw from, where a throw is to tell which it will be. */
export interface PileView {
  readonly event: "pile";
  /** Where it stands in the rules, nowhere for an outcome, and the citation that counts there. Its standing is how well it is known what is told: of a throw, as its row says, or its table, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  /** The stable name of the draw. */
  readonly id: string;
  /** Their stable names, the first for a 1. */
  readonly members: readonly string[];
  /** The same for reading. */
  readonly titles: readonly string[];
}

/** What a table gave; one value, or one for each named part. */
export interface ResultView {
  readonly event: "result";
  /** Where it stands in the rules, nowhere for an outcome, and the citation that counts there. Its standing is how well it is known what is told: of a throw, as its row says, or its table, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly table: string;
  readonly title: string;
  readonly values: readonly Told[];
}

/** A throw of dice. */
export interface RollView {
  readonly event: "roll";
  /** Where it stands in the rules, nowhere for an outcome, and the citation that counts there. Its standing is how well it is known what is told: of a throw, as its row says, or its table, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  /** The table's id; None for dice that no table owns. */
  readonly table: string | null;
  /** The table's title, or what the dice are for; may be empty. */
  readonly title: string;
  /** What they are. */
  readonly dice: Dice;
  /** Each die; one number where only the total, or what was kept, was told. */
  readonly faces: readonly number[];
  /** The dice as they fell, together; of dice of which one is kept, that one. */
  readonly natural: number;
  /** Those that applied. */
  readonly modifiers: readonly AppliedModifier[];
  /** The dice with their modifiers. */
  readonly total: number;
  /** The row they lead to, or None. */
  readonly row: RowInfo | null;
  /** What the table was rolled with. */
  readonly arguments: readonly Told[];
}

/** A line of text. */
export interface SayView {
  readonly event: "say";
  /** Where it stands in the rules, nowhere for an outcome, and the citation that counts there. Its standing is how well it is known what is told: of a throw, as its row says, or its table, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly text: string;
  /** `good` or `bad` where the rules call it good or bad news; else empty. */
  readonly tone: "" | "good" | "bad";
  /** The text with the names of the manifest, whichever are shown; empty where it is the same. */
  readonly unnamed: string;
}

/** A value: what it is of, its stable name, and its title. */
export interface Told {
  readonly of: string;
  readonly name: string;
  readonly title: string;
}
