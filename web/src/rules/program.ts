// The program in a game file. Made by `python -m web` from the Python classes; not to be edited.

import type { Classes } from "../codec";

export type Type =
  | BoolType
  | ElementType
  | EnumType
  | IntType
  | ListType
  | NoneType
  | PartsType
  | TextType
  | UnknownType;

export type Site =
  | BeforehandSite
  | ChangeSite
  | ChoiceSite
  | DrawSite
  | ElementSite
  | EnterSite
  | FaultSite
  | LeaveSite
  | LimitSite
  | MoveSite
  | ResultSite
  | RollSite
  | SaySite;

/** A value that is worked out beside a run, when somebody looks. */
export interface Aside {
  readonly is: "Aside";
  /** The name of its entry among the program's asides. */
  readonly entry: string;
  /** What that takes: indices among the integers told with the site, or `OPTION`. */
  readonly arguments: readonly number[];
  /** What it gives. */
  readonly type: Type;
}

/** The code of values that are worked out beside a run, for people alone; no code of a run calls it. */
export interface AsideCode {
  readonly is: "AsideCode";
  /** One for each value, of the kind `aside`, which gives one integer and acts in no way. */
  readonly entries: readonly Entry[];
  /** What identifies this code. */
  readonly digest: string;
}

/** A line that is told with a choice. */
export interface AsideLine {
  readonly is: "AsideLine";
  /** What it says. */
  readonly text: readonly (string | Hole | Aside)[];
  /** When it is told; None for always. */
  readonly condition: Aside | Hole | null;
}

/** A table's result without dice. Event: (site,). */
export interface BeforehandSite {
  readonly is: "BeforehandSite";
  /** Id of the node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Where it stands, and the citation that counts there. Its standing is how well it is known what is told there: of a throw, as its table says, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly table: string;
  readonly title: string;
  readonly row: RowInfo;
}

/** A picture of the state. */
export interface Board {
  readonly is: "Board";
  readonly name: string;
  readonly title: string;
  /** How its places lie: as the cells of a plan, by two numbers of a map, or one for each member, below or beside each other. */
  readonly by: "plan" | "map" | "rows" | "columns";
  /** The cells, row by row. */
  readonly plan: readonly (readonly BoardCell[])[];
  /** The numbers. */
  readonly map: BoardMap | null;
  /** The members. */
  readonly lined: BoardMembers | null;
  /** What stands at the places, and beside the whole. */
  readonly marks: readonly BoardMarks[];
}

/** A cell of a plan: its places, or a text; neither, where it is empty. */
export interface BoardCell {
  readonly is: "BoardCell";
  readonly places: readonly BoardPlace[];
  readonly text: readonly (string | Hole | Aside)[] | null;
  readonly columns: number;
}

/** The numbers of a map: all from the first to the last, across from the left, and down from the top. */
export interface BoardMap {
  readonly is: "BoardMap";
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A text at a place. */
export interface BoardMark {
  readonly is: "BoardMark";
  /** What it says. */
  readonly text: readonly (string | Hole | Aside)[];
  /** Whether that is good or bad for the player; empty for neither. */
  readonly tone: "good" | "bad" | "";
  /** When it stands there; None for always. */
  readonly condition: Aside | Hole | null;
}

/** Marks that stand together at a place, once for each member. */
export interface BoardMarks {
  readonly is: "BoardMarks";
  /** The members; None for one thing. */
  readonly of: BoardMembers | null;
  /** The place; None for what stands on a map, or beside the whole picture. */
  readonly at: Aside | Hole | null;
  /** Of the place. */
  readonly type: Type | null;
  /** Where it stands on a map. */
  readonly spot: BoardSpot | null;
  readonly marks: readonly BoardMark[];
}

/** What a variable goes through. */
export interface BoardMembers {
  readonly is: "BoardMembers";
  /** Of each. */
  readonly type: Type;
  /** The members where they are written out, or are those of an enum. */
  readonly values: readonly (number | Aside)[];
  /** With `high`, the ends where they are numbers from one to another. */
  readonly low: Aside | null;
  readonly high: Aside | null;
  /** The list in state whose elements they are; empty where they are none. */
  readonly list: string;
  /** What must hold of one; None for all of them. */
  readonly where: Aside | Hole | null;
}

/** A value of an enum at its place, and what it is called there. */
export interface BoardPlace {
  readonly is: "BoardPlace";
  readonly enum: string;
  readonly value: number;
  readonly title: string;
}

/** A point of a map, or an area of it. */
export interface BoardSpot {
  readonly is: "BoardSpot";
  /** The number across; where it is none, and so with the others, nothing stands anywhere. */
  readonly left: Aside | Hole;
  /** The number down. */
  readonly top: Aside | Hole;
  /** The last across of an area; None where it has but one. */
  readonly right: Aside | Hole | null;
  /** The last down. */
  readonly bottom: Aside | Hole | null;
}

/** yes/no. */
export interface BoolType {
  readonly is: "BoolType";
}

/** How much of everything there may be. */
export interface Budgets {
  readonly is: "Budgets";
  /** Steps of one mission, of one tally, and of whatever else is begun by itself. */
  readonly mission: number;
  /** Bytes that one mission may tell, as lengths counts them. */
  readonly story: number;
  /** Steps for all that is worked out beside one question. */
  readonly beside: number;
  /** Steps for all that is worked out for the boards of one state, what they show among them. */
  readonly board: number;
}

/** A field changes. Event: (site, slot, old, new); the slot tells which field. */
export interface ChangeSite {
  readonly is: "ChangeSite";
  /** Id of the node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Where it stands, and the citation that counts there. Its standing is how well it is known what is told there: of a throw, as its table says, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
}

/** A choice. */
export interface ChoiceSite {
  readonly is: "ChoiceSite";
  /** Id of the node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Where it stands, and the citation that counts there. Its standing is how well it is known what is told there: of a throw, as its table says, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  /** Its stable name for saves: `choice:watch/order`. */
  readonly id: string;
  /** The prompt; its holes come first among the values. */
  readonly ask: readonly (string | Hole)[];
  /** Who chooses; `player` unless the rules name another. */
  readonly by: string;
  /** The type of each option; None for named branches. */
  readonly option_type: Type | null;
  /** Name and title of each branch; the options are numbers of branches. */
  readonly branches: readonly (readonly [string, readonly (string | Hole)[]])[];
  /** Whether none may be answered. */
  readonly optional: boolean;
  /** Whether it is a standing offer to throw dice again (branches `keep` and `again`). */
  readonly offer: boolean;
  /** What it is asked as one under with those of the same title that follow it; empty where it stands alone. */
  readonly together: string;
  /** Whether every option is an answer that one does not give by mistake; none is not. */
  readonly grave: boolean;
  /** The names of the branches that are. */
  readonly grave_branches: readonly string[];
  /** What decides, line by line: what depends on the option stands beside each, the rest beside the question. */
  readonly beside: readonly AsideLine[];
  /** Whether the rules' own preference is the one sensible answer; None where they do not say. */
  readonly routine: Aside | null;
  /** Which of the players that is, among the values that are told; None where the rules name none of them, and the first answers. */
  readonly seat: Hole | null;
  /** What the rules' preferences say of an option, one for each branch or one for any option, to be worked out beside the run: where something is hidden from who answers. Empty elsewhere. */
  readonly scores: readonly (Aside | Hole | null)[];
}

/** A slot that no rule sees. */
export interface Counter {
  readonly is: "Counter";
  readonly slot: number;
  /** The steps left, the reserve they are filled up from, names given of a list, open calls of what can call itself (`depth`), all of these together (`open`), how often a standing offer was taken, whether `end` of a procedure was come to (`ended`), which only examples ask. */
  readonly kind: "steps" | "reserve" | "names" | "depth" | "open" | "offer" | "ended";
  /** Whose: the record of the names, the key of what is called, the offer. */
  readonly name: string;
}

/** A throw of equal dice. */
export interface Dice {
  readonly is: "Dice";
  /** How many, from 1. */
  readonly count: number;
  /** Of each, from 2. */
  readonly sides: number;
  /** What of them counts. */
  readonly keep: "sum" | "digits" | "lowest" | "highest";
}

/** One of several members is drawn at random: each is as likely as the others. */
export interface DrawSite {
  readonly is: "DrawSite";
  /** Id of the node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Where it stands, and the citation that counts there. Its standing is how well it is known what is told there: of a throw, as its table says, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  /** Its stable name for saves: `draw:deal/card`. */
  readonly id: string;
  /** What holds the member then. */
  readonly variable: string;
  /** The type of each member. */
  readonly type: Type;
  /** One die with as many sides as there can be members at most; where the throw is waited for, as there are. */
  readonly dice: Dice;
}

/** An element joins or leaves a list. Event: (site, element reference, its fields' values in order when joining). */
export interface ElementSite {
  readonly is: "ElementSite";
  /** Id of the node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Where it stands, and the citation that counts there. Its standing is how well it is known what is told there: of a throw, as its table says, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly list: string;
  readonly joins: boolean;
}

/** An element of the one list that holds records of this kind. */
export interface ElementType {
  readonly is: "ElementType";
  readonly record: string;
  readonly optional: boolean;
}

/** A procedure or a step begins. Event: (site, arguments ...); of a step, the values that say who sees it. */
export interface EnterSite {
  readonly is: "EnterSite";
  /** Id of the node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Where it stands, and the citation that counts there. Its standing is how well it is known what is told there: of a throw, as its table says, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly kind: "procedure" | "step";
  readonly name: string;
  readonly title: string;
  readonly types: readonly Type[];
  readonly names: readonly string[];
  /** Who is told what is told in it; None for those who are told of what is around it. Of a step it stands in the event, of a procedure it is worked out of its arguments. */
  readonly seen: Seen | null;
}

/** Where the code can be called from outside. */
export interface Entry {
  readonly is: "Entry";
  readonly kind: "define" | "look" | "roll" | "do" | "setup" | "call" | "expect" | "aside";
  /** Of the derived value or procedure; the id of the table; of what examples do, and of an aside, a number. */
  readonly name: string;
  /** The name of the function. */
  readonly function: string;
  /** Names and types of what it takes. A fact takes the elements that have a name, then, if it asks for it, what the example's call gave, each part alone; none in each part while there is nothing yet. */
  readonly params: readonly (readonly [string, Type])[];
  /** What it gives. */
  readonly result: Type | null;
  /** How many integers that is. */
  readonly results: number;
  /** Whether a procedure called so leaves its state as it is when it ends, so that it can be looked at. */
  readonly stays: boolean;
}

/** An enum's values and how they print. */
export interface EnumInfo {
  readonly is: "EnumInfo";
  readonly values: readonly string[];
  readonly titles: readonly string[];
}

/** A value of an enum. The result words of a table are an enum named after the table. */
export interface EnumType {
  readonly is: "EnumType";
  readonly enum: string;
  readonly optional: boolean;
}

/** What went wrong, in a person's words. */
export interface FaultSite {
  readonly is: "FaultSite";
  /** Id of the node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Where it stands, and the citation that counts there. Its standing is how well it is known what is told there: of a throw, as its table says, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly text: string;
}

/** Slots whose default is worked out of open options: it follows them where they are given other values. */
export interface Following {
  readonly is: "Following";
  /** The slots. */
  readonly slots: readonly number[];
  /** The aside that gives their default, by its name, in a state in which the options have their values. */
  readonly entry: string;
  /** What it takes: the values of enums that the slots stand for. */
  readonly arguments: readonly number[];
}

/** A place in a text for the value with this index among an event's integers. */
export interface Hole {
  readonly is: "Hole";
  readonly index: number;
  readonly type: Type;
}

/** A whole number from `low` to `high`. */
export interface IntType {
  readonly is: "IntType";
  readonly low: number;
  readonly high: number;
  readonly optional: boolean;
}

/** A procedure or a step is over. Event: (site,). */
export interface LeaveSite {
  readonly is: "LeaveSite";
  /** Id of the node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Where it stands, and the citation that counts there. Its standing is how well it is known what is told there: of a throw, as its table says, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly kind: "procedure" | "step";
  readonly name: string;
}

/** A bound was reached and what stood beyond it was left out. Event: (site,). */
export interface LimitSite {
  readonly is: "LimitSite";
  /** Id of the node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Where it stands, and the citation that counts there. Its standing is how well it is known what is told there: of a throw, as its table says, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly text: string;
}

/** A list of elements (in state) or of enum values (a variable). */
export interface ListType {
  readonly is: "ListType";
  readonly element: Type;
  readonly capacity: number;
}

/** What people are told of a modifier; its standing is empty where it came down to us as its table did. */
export interface ModifierInfo {
  readonly is: "ModifierInfo";
  readonly label: string;
  readonly text: string;
  readonly origin: Origin;
}

/** An element becomes the first of its list or the last. Event: (site, element reference). */
export interface MoveSite {
  readonly is: "MoveSite";
  /** Id of the node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Where it stands, and the citation that counts there. Its standing is how well it is known what is told there: of a throw, as its table says, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly list: string;
  readonly first: boolean;
}

/** Names for `text` fields, in the order in which they are given out. */
export interface NameList {
  readonly is: "NameList";
  /** The record whose fields take them; empty for all others. */
  readonly record: string;
  /** The names; when they are used up they begin again, numbered. */
  readonly names: readonly string[];
}

/** Names are given to slots anew: each takes the number in the slot `counter`, which goes up by 1. */
export interface Naming {
  readonly is: "Naming";
  readonly counter: number;
  readonly run: Run;
}

/** `none` itself, where nothing more is known. */
export interface NoneType {
  readonly is: "NoneType";
}

/** An option whose value stands in a slot, which no rule changes and no player sees. */
export interface OpenOption {
  readonly is: "OpenOption";
  /** As in the rules. */
  readonly name: string;
  readonly slot: number;
  /** yes/no, a range, or the enum of its readings. */
  readonly type: Type;
}

/** An option and its value now, as a word. */
export interface OptionInForce {
  readonly is: "OptionInForce";
  readonly name: string;
  readonly title: string;
  readonly value: string;
  readonly default: string;
}

/** The provenance of a rule; what is empty is not said. */
export interface Origin {
  readonly is: "Origin";
  /** The citation, such as `rule 4`. */
  readonly cite: string;
  /** `printed`, `repaired`, `recovered` or `reconstructed`; empty where it stands as what holds it. */
  readonly standing: string;
  /** What the standing rests on. */
  readonly evidence: string;
  /** The overlay items that put it there or changed it, such as `errata general 22`. */
  readonly amended_by: readonly string[];
  /** In the tree and in the graph the words that say this, of a standing and a citation the standing's; from the lowered program on, the rule that is told of. */
  readonly place: string;
}

/** A named part of a result. */
export interface Part {
  readonly is: "Part";
  readonly name: string;
  readonly type: Type;
}

/** A result with named parts. */
export interface PartsType {
  readonly is: "PartsType";
  readonly parts: readonly Part[];
  readonly optional: boolean;
}

/** A game ready to run. */
export interface Program {
  readonly is: "Program";
  readonly game: string;
  readonly title: string;
  /** Identifies what can happen in play; saves know their rules by it. */
  readonly rules_hash: string;
  readonly options: readonly OptionInForce[];
  /** `kind name` of those in force, in order. */
  readonly overlays: readonly string[];
  /** The lists that names are given from. */
  readonly names: readonly NameList[];
  /** The enum of those who sit at the table; None where one plays alone. */
  readonly players: string | null;
  /** The entry that a mission begins with. */
  readonly mission: Entry;
  /** The entry that a campaign begins with, if the game has one. */
  readonly career: Entry | null;
  /** What is counted of many runs, in the order of its weight. */
  readonly tallies: readonly Tally[];
  /** What a player should know before he plays, paragraph by paragraph. */
  readonly about: readonly string[];
  readonly enums: ReadonlyMap<string, EnumInfo>;
  /** How many slots there are. */
  readonly slots: number;
  /** What each holds when a game starts. */
  readonly defaults: readonly number[];
  readonly fields: readonly SlotField[];
  readonly lists: readonly SlotList[];
  /** Names given out when a game starts. */
  readonly namings: readonly Naming[];
  /** What falls back together, by its owner. */
  readonly regions: readonly Region[];
  /** Slots that no rule sees. */
  readonly counters: readonly Counter[];
  /** Options that are no constants of the code: all of the game's, or none. */
  readonly open_options: readonly OpenOption[];
  /** Defaults that follow them. */
  readonly following: readonly Following[];
  readonly entries: readonly Entry[];
  /** By number. */
  readonly sites: readonly Site[];
  /** Code for what people are told beside a run. */
  readonly asides: AsideCode;
  /** Pictures of the state, for who plays. */
  readonly boards: readonly Board[];
  /** The fault where calls go deeper than the machine can, which the rules' own bounds should prevent. */
  readonly too_deep: number;
  /** What identifies the code: equal for programs that do the same, whatever people are told of them. */
  readonly digest: string;
  /** Identifies that and the sentences by which it is told. */
  readonly wording_hash: string;
  /** The number of the clock that goes on when a slot changes, by slot; only of slots that something kept was read from. */
  readonly clocks: ReadonlyMap<number, number>;
  /** What may be taken of steps and bytes. */
  readonly budgets: Budgets;
}

/** What falls back to its defaults when a procedure ends, without events. */
export interface Region {
  readonly is: "Region";
  /** The procedure, or `career` for what lasts. */
  readonly owner: string;
  /** Its slots; none of them for an owner that only counts. */
  readonly run: Run;
  /** Names among them that are given anew. */
  readonly namings: readonly Naming[];
  /** Slots elsewhere that may hold an element of its lists: they hold none then. */
  readonly cleared: readonly Run[];
  /** Counters that are 0 then. */
  readonly zeroed: readonly number[];
}

/** What a table, rolled or looked up as a statement, gave. Event: (site, value of each part ...). */
export interface ResultSite {
  readonly is: "ResultSite";
  /** Id of the node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Where it stands, and the citation that counts there. Its standing is how well it is known what is told there: of a throw, as its table says, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly table: string;
  readonly title: string;
  readonly names: readonly string[];
  readonly types: readonly Type[];
}

/** A throw of dice. */
export interface RollSite {
  readonly is: "RollSite";
  /** Id of the node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Where it stands, and the citation that counts there. Its standing is how well it is known what is told there: of a throw, as its table says, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  /** The table's id; None for dice that no table owns. */
  readonly table: string | null;
  /** The table's title, or what the dice are for; may be empty. */
  readonly title: string;
  /** What is thrown. */
  readonly dice: Dice;
  readonly modifiers: readonly ModifierInfo[];
  /** Natural rows first, then the others. */
  readonly rows: readonly RowInfo[];
  /** The names of the table's parameters. */
  readonly names: readonly string[];
  /** Their types. */
  readonly types: readonly Type[];
}

/** What people are told of a row: its key as written, title, result as written, and origin. */
export interface RowInfo {
  readonly is: "RowInfo";
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly origin: Origin;
}

/** Slots one after the other: `count` of them from `first` on. */
export interface Run {
  readonly is: "Run";
  readonly first: number;
  readonly count: number;
}

/** A line of text. Event: (site, values ...), behind those of the text the values that say who is told it. */
export interface SaySite {
  readonly is: "SaySite";
  /** Id of the node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Where it stands, and the citation that counts there. Its standing is how well it is known what is told there: of a throw, as its table says, or for dice without one the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where that is as printed. */
  readonly origin: Origin;
  readonly text: readonly (string | Hole)[];
  /** Whether it is good or bad news; empty where it is neither. */
  readonly tone: "good" | "bad" | "";
  /** Who is told it; None for those who are told of what is around it. */
  readonly seen: Seen | null;
}

/** Who may see something. */
export interface Seen {
  readonly is: "Seen";
  /** One of the players, or none: nobody. None for all of them. */
  readonly by: Hole | Aside | null;
  /** Whether that is so; None for always. Otherwise it is as if nothing were said. */
  readonly when: Hole | Aside | null;
}

/** Where a field lives. */
export interface SlotField {
  readonly is: "SlotField";
  /** As in the graph: `lamp`, `keeper.watches`, `Ship.strength`. */
  readonly id: string;
  /** The procedure as long as which it lives, `career`, or the list of an element's field. */
  readonly owner: string;
  /** What the player sees; empty for internal. */
  readonly title: string;
  /** The type of one value. */
  readonly type: Type;
  /** The first slot. */
  readonly base: number;
  /** The number of values of each dimension; for an element's field the list's capacity comes first. */
  readonly shape: readonly number[];
  /** Enum names of the dimensions (without the list's capacity). */
  readonly indices: readonly string[];
  /** The default of each value in slot order (for an element's field of one element's values; 0 for a name, which is given when play begins). */
  readonly defaults: readonly number[];
  /** For names, the slot that counts those given. */
  readonly counter: number | null;
  /** Whether more of it is `good` or `bad` for the player; empty where it is neither. */
  readonly matters: "good" | "bad" | "";
  /** Who may see it, of its indices in their order, and behind them its element; None for everybody. */
  readonly seen: Seen | null;
}

/** Where a list lives: `capacity` slots that each hold an element's reference, or NONE where free. */
export interface SlotList {
  readonly is: "SlotList";
  readonly id: string;
  readonly owner: string;
  readonly title: string;
  readonly record: string;
  readonly base: number;
  readonly capacity: number;
  readonly fields: readonly string[];
  /** The slot that counts its elements. */
  readonly count: number;
  /** The slot that counts the elements it ever had. */
  readonly serial: number;
  /** Slots that may hold one of its elements, and hold none when it leaves. */
  readonly holders: readonly Run[];
  /** The first of the slots that hold the references in order; None where the order is that of the places. */
  readonly order: number | null;
  /** Who may see what it holds; None for everybody. */
  readonly seen: Seen | null;
}

/** What is counted of many runs. */
export interface Tally {
  readonly is: "Tally";
  readonly name: string;
  /** In a reader's words. */
  readonly title: string;
  /** What it counts: yes/no, a range, an enum, never none. */
  readonly type: Type;
  /** Whether players care for it: `good`, `bad`, or empty. */
  readonly matters: "good" | "bad" | "";
  /** A derived value that takes nothing, gives one integer, and acts in no way. */
  readonly entry: Entry;
  /** The keys of the entries at whose end it is counted, while their state still stands. */
  readonly of: readonly string[];
  /** Where it comes from. */
  readonly origin: Origin;
  /** Whether a run in which it is no does not count, and is played again. */
  readonly required: boolean;
}

/** A name: the next one of a list, given when the field falls back to its default. */
export interface TextType {
  readonly is: "TextType";
  /** The record whose list it is; empty for the game's general list. */
  readonly names: string;
}

/** The type of what could not be understood; it fits everywhere, so one mistake gives one finding. */
export interface UnknownType {
  readonly is: "UnknownType";
}

const TYPES = ["BoolType", "ElementType", "EnumType", "IntType", "ListType", "NoneType", "PartsType", "TextType", "UnknownType"] as const;
const SITES = ["BeforehandSite", "ChangeSite", "ChoiceSite", "DrawSite", "ElementSite", "EnterSite", "FaultSite", "LeaveSite", "LimitSite", "MoveSite", "ResultSite", "RollSite", "SaySite"] as const;
const DEFAULT_ORIGIN = {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""} as const;
const DEFAULT_ASIDECODE = {"is": "AsideCode", "entries": [], "digest": ""} as const;
const DEFAULT_BUDGETS = {"is": "Budgets", "mission": 60000000, "story": 16000000, "beside": 4000000, "board": 4000000} as const;

/** The descriptors of the classes that are read and written. */
export const PROGRAM_CLASSES = {
  Aside: { fields: { entry: "string", arguments: { list: "integer" }, type: { of: TYPES } }, usual: {  } },
  AsideCode: { fields: { entries: { list: { of: ["Entry"] } }, digest: "string" }, usual: { entries: [], digest: "" } },
  AsideLine: { fields: { text: { list: { any: [{ of: ["Aside", "Hole"] }, "string"] } }, condition: { any: [{ of: ["Aside", "Hole"] }, "null"] } }, usual: { condition: null } },
  BeforehandSite: { fields: { owner: "string", origin: { of: ["Origin"] }, table: "string", title: "string", row: { of: ["RowInfo"] } }, usual: { origin: DEFAULT_ORIGIN } },
  Board: { fields: { name: "string", title: "string", by: { words: ["plan", "map", "rows", "columns"] }, plan: { list: { list: { of: ["BoardCell"] } } }, map: { any: [{ of: ["BoardMap"] }, "null"] }, lined: { any: [{ of: ["BoardMembers"] }, "null"] }, marks: { list: { of: ["BoardMarks"] } } }, usual: { plan: [], map: null, lined: null, marks: [] } },
  BoardCell: { fields: { places: { list: { of: ["BoardPlace"] } }, text: { any: [{ list: { any: [{ of: ["Aside", "Hole"] }, "string"] } }, "null"] }, columns: "integer" }, usual: { places: [], text: null, columns: 1 } },
  BoardMap: { fields: { left: "integer", right: "integer", top: "integer", bottom: "integer" }, usual: {  } },
  BoardMark: { fields: { text: { list: { any: [{ of: ["Aside", "Hole"] }, "string"] } }, tone: { words: ["good", "bad", ""] }, condition: { any: [{ of: ["Aside", "Hole"] }, "null"] } }, usual: { tone: "", condition: null } },
  BoardMarks: { fields: { of: { any: [{ of: ["BoardMembers"] }, "null"] }, at: { any: [{ of: ["Aside", "Hole"] }, "null"] }, type: { any: [{ of: TYPES }, "null"] }, spot: { any: [{ of: ["BoardSpot"] }, "null"] }, marks: { list: { of: ["BoardMark"] } } }, usual: { of: null, at: null, type: null, spot: null } },
  BoardMembers: { fields: { type: { of: TYPES }, values: { list: { any: [{ of: ["Aside"] }, "integer"] } }, low: { any: [{ of: ["Aside"] }, "null"] }, high: { any: [{ of: ["Aside"] }, "null"] }, list: "string", where: { any: [{ of: ["Aside", "Hole"] }, "null"] } }, usual: { values: [], low: null, high: null, list: "", where: null } },
  BoardPlace: { fields: { enum: "string", value: "integer", title: "string" }, usual: {  } },
  BoardSpot: { fields: { left: { of: ["Aside", "Hole"] }, top: { of: ["Aside", "Hole"] }, right: { any: [{ of: ["Aside", "Hole"] }, "null"] }, bottom: { any: [{ of: ["Aside", "Hole"] }, "null"] } }, usual: { right: null, bottom: null } },
  BoolType: { fields: {  }, usual: {  } },
  Budgets: { fields: { mission: "integer", story: "integer", beside: "integer", board: "integer" }, usual: { mission: 60000000, story: 16000000, beside: 4000000, board: 4000000 } },
  ChangeSite: { fields: { owner: "string", origin: { of: ["Origin"] } }, usual: { origin: DEFAULT_ORIGIN } },
  ChoiceSite: { fields: { owner: "string", origin: { of: ["Origin"] }, id: "string", ask: { list: { any: [{ of: ["Hole"] }, "string"] } }, by: "string", option_type: { any: [{ of: TYPES }, "null"] }, branches: { list: { tuple: ["string", { list: { any: [{ of: ["Hole"] }, "string"] } }] } }, optional: "boolean", offer: "boolean", together: "string", grave: "boolean", grave_branches: { list: "string" }, beside: { list: { of: ["AsideLine"] } }, routine: { any: [{ of: ["Aside"] }, "null"] }, seat: { any: [{ of: ["Hole"] }, "null"] }, scores: { list: { any: [{ of: ["Aside", "Hole"] }, "null"] } } }, usual: { origin: DEFAULT_ORIGIN, branches: [], optional: false, offer: false, together: "", grave: false, grave_branches: [], beside: [], routine: null, seat: null, scores: [] } },
  Counter: { fields: { slot: "integer", kind: { words: ["steps", "reserve", "names", "depth", "open", "offer", "ended"] }, name: "string" }, usual: { name: "" } },
  Dice: { fields: { count: "integer", sides: "integer", keep: { words: ["sum", "digits", "lowest", "highest"] } }, usual: { keep: "sum" } },
  DrawSite: { fields: { owner: "string", origin: { of: ["Origin"] }, id: "string", variable: "string", type: { of: TYPES }, dice: { of: ["Dice"] } }, usual: { origin: DEFAULT_ORIGIN } },
  ElementSite: { fields: { owner: "string", origin: { of: ["Origin"] }, list: "string", joins: "boolean" }, usual: { origin: DEFAULT_ORIGIN } },
  ElementType: { fields: { record: "string", optional: "boolean" }, usual: { optional: false } },
  EnterSite: { fields: { owner: "string", origin: { of: ["Origin"] }, kind: { words: ["procedure", "step"] }, name: "string", title: "string", types: { list: { of: TYPES } }, names: { list: "string" }, seen: { any: [{ of: ["Seen"] }, "null"] } }, usual: { origin: DEFAULT_ORIGIN, types: [], names: [], seen: null } },
  Entry: { fields: { kind: { words: ["define", "look", "roll", "do", "setup", "call", "expect", "aside"] }, name: "string", function: "string", params: { list: { tuple: ["string", { of: TYPES }] } }, result: { any: [{ of: TYPES }, "null"] }, results: "integer", stays: "boolean" }, usual: { params: [], result: null, results: 0, stays: false } },
  EnumInfo: { fields: { values: { list: "string" }, titles: { list: "string" } }, usual: {  } },
  EnumType: { fields: { enum: "string", optional: "boolean" }, usual: { optional: false } },
  FaultSite: { fields: { owner: "string", origin: { of: ["Origin"] }, text: "string" }, usual: { origin: DEFAULT_ORIGIN } },
  Following: { fields: { slots: { list: "integer" }, entry: "string", arguments: { list: "integer" } }, usual: { arguments: [] } },
  Hole: { fields: { index: "integer", type: { of: TYPES } }, usual: {  } },
  IntType: { fields: { low: "integer", high: "integer", optional: "boolean" }, usual: { optional: false } },
  LeaveSite: { fields: { owner: "string", origin: { of: ["Origin"] }, kind: { words: ["procedure", "step"] }, name: "string" }, usual: { origin: DEFAULT_ORIGIN } },
  LimitSite: { fields: { owner: "string", origin: { of: ["Origin"] }, text: "string" }, usual: { origin: DEFAULT_ORIGIN } },
  ListType: { fields: { element: { of: TYPES }, capacity: "integer" }, usual: {  } },
  ModifierInfo: { fields: { label: "string", text: "string", origin: { of: ["Origin"] } }, usual: { origin: DEFAULT_ORIGIN } },
  MoveSite: { fields: { owner: "string", origin: { of: ["Origin"] }, list: "string", first: "boolean" }, usual: { origin: DEFAULT_ORIGIN } },
  NameList: { fields: { record: "string", names: { list: "string" } }, usual: {  } },
  Naming: { fields: { counter: "integer", run: { of: ["Run"] } }, usual: {  } },
  NoneType: { fields: {  }, usual: {  } },
  OpenOption: { fields: { name: "string", slot: "integer", type: { of: TYPES } }, usual: {  } },
  OptionInForce: { fields: { name: "string", title: "string", value: "string", default: "string" }, usual: {  } },
  Origin: { fields: { cite: "string", standing: "string", evidence: "string", amended_by: { list: "string" }, place: "string" }, usual: { cite: "", standing: "", evidence: "", amended_by: [], place: "" } },
  Part: { fields: { name: "string", type: { of: TYPES } }, usual: {  } },
  PartsType: { fields: { parts: { list: { of: ["Part"] } }, optional: "boolean" }, usual: { optional: false } },
  Program: { fields: { game: "string", title: "string", rules_hash: "string", options: { list: { of: ["OptionInForce"] } }, overlays: { list: "string" }, names: { list: { of: ["NameList"] } }, players: { any: ["string", "null"] }, mission: { of: ["Entry"] }, career: { any: [{ of: ["Entry"] }, "null"] }, tallies: { list: { of: ["Tally"] } }, about: { list: "string" }, enums: { pairs: ["string", { of: ["EnumInfo"] }] }, slots: "integer", defaults: { list: "integer" }, fields: { list: { of: ["SlotField"] } }, lists: { list: { of: ["SlotList"] } }, namings: { list: { of: ["Naming"] } }, regions: { list: { of: ["Region"] } }, counters: { list: { of: ["Counter"] } }, open_options: { list: { of: ["OpenOption"] } }, following: { list: { of: ["Following"] } }, entries: { list: { of: ["Entry"] } }, sites: { list: { of: SITES } }, asides: { of: ["AsideCode"] }, boards: { list: { of: ["Board"] } }, too_deep: "integer", digest: "string", wording_hash: "string", clocks: { pairs: ["integer", "integer"] }, budgets: { of: ["Budgets"] } }, usual: { players: null, tallies: [], about: [], namings: [], regions: [], counters: [], open_options: [], following: [], asides: DEFAULT_ASIDECODE, boards: [], digest: "", wording_hash: "", clocks: [], budgets: DEFAULT_BUDGETS } },
  Region: { fields: { owner: "string", run: { of: ["Run"] }, namings: { list: { of: ["Naming"] } }, cleared: { list: { of: ["Run"] } }, zeroed: { list: "integer" } }, usual: { namings: [], cleared: [], zeroed: [] } },
  ResultSite: { fields: { owner: "string", origin: { of: ["Origin"] }, table: "string", title: "string", names: { list: "string" }, types: { list: { of: TYPES } } }, usual: { origin: DEFAULT_ORIGIN } },
  RollSite: { fields: { owner: "string", origin: { of: ["Origin"] }, table: { any: ["string", "null"] }, title: "string", dice: { of: ["Dice"] }, modifiers: { list: { of: ["ModifierInfo"] } }, rows: { list: { of: ["RowInfo"] } }, names: { list: "string" }, types: { list: { of: TYPES } } }, usual: { origin: DEFAULT_ORIGIN, modifiers: [], rows: [], names: [], types: [] } },
  RowInfo: { fields: { label: "string", title: "string", text: "string", origin: { of: ["Origin"] } }, usual: { origin: DEFAULT_ORIGIN } },
  Run: { fields: { first: "integer", count: "integer" }, usual: {  } },
  SaySite: { fields: { owner: "string", origin: { of: ["Origin"] }, text: { list: { any: [{ of: ["Hole"] }, "string"] } }, tone: { words: ["good", "bad", ""] }, seen: { any: [{ of: ["Seen"] }, "null"] } }, usual: { origin: DEFAULT_ORIGIN, tone: "", seen: null } },
  Seen: { fields: { by: { any: [{ of: ["Aside", "Hole"] }, "null"] }, when: { any: [{ of: ["Aside", "Hole"] }, "null"] } }, usual: { when: null } },
  SlotField: { fields: { id: "string", owner: "string", title: "string", type: { of: TYPES }, base: "integer", shape: { list: "integer" }, indices: { list: "string" }, defaults: { list: "integer" }, counter: { any: ["integer", "null"] }, matters: { words: ["good", "bad", ""] }, seen: { any: [{ of: ["Seen"] }, "null"] } }, usual: { counter: null, matters: "", seen: null } },
  SlotList: { fields: { id: "string", owner: "string", title: "string", record: "string", base: "integer", capacity: "integer", fields: { list: "string" }, count: "integer", serial: "integer", holders: { list: { of: ["Run"] } }, order: { any: ["integer", "null"] }, seen: { any: [{ of: ["Seen"] }, "null"] } }, usual: { holders: [], order: null, seen: null } },
  Tally: { fields: { name: "string", title: "string", type: { of: TYPES }, matters: { words: ["good", "bad", ""] }, entry: { of: ["Entry"] }, of: { list: "string" }, origin: { of: ["Origin"] }, required: "boolean" }, usual: { required: false } },
  TextType: { fields: { names: "string" }, usual: { names: "" } },
  UnknownType: { fields: {  }, usual: {  } },
} as const satisfies Classes;
