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

/** The values of one of the event's integers for which a row applies. */
export interface ArgumentMatch {
  readonly is: "ArgumentMatch";
  /** The index of the integer. */
  readonly index: number;
  /** The values, as ascending runs from first to last. */
  readonly intervals: readonly (readonly [number, number])[];
}

/** A value computed beside a run, for display. */
export interface Aside {
  readonly is: "Aside";
  /** The name of its entry among the program's asides. */
  readonly entry: string;
  /** Its arguments: indices among the site's integers, or `OPTION`. */
  readonly arguments: readonly number[];
  /** Its type. */
  readonly type: Type;
}

/** The code of asides: values computed beside a run, for display only. */
export interface AsideCode {
  readonly is: "AsideCode";
  /** One for each value, of the kind `aside`, which returns one integer and has no side effects. */
  readonly entries: readonly Entry[];
  /** The digest of this code. */
  readonly digest: string;
}

/** A line shown with a choice. */
export interface AsideLine {
  readonly is: "AsideLine";
  /** Its text. */
  readonly text: readonly (string | Hole | Aside)[];
  /** The condition under which it is shown; None for always. */
  readonly condition: Aside | Hole | null;
}

/** A row of a table that no roll leads to. Event: (site,), or (site, number). */
export interface BeforehandSite {
  readonly is: "BeforehandSite";
  /** Id of the graph node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Its place and citation, with the standing of its content: for a throw, that of the table, or of the procedure if the dice are outside a table; for a looked-up or computed value, the weakest one among its sources, empty if that is printed. */
  readonly origin: Origin;
  /** The table's id. */
  readonly table: string;
  /** Its title. */
  readonly title: string;
  /** The row. */
  readonly row: RowInfo;
  /** Whether it is one of all rows that apply in a call; then `number` counts these from 1. */
  readonly is_counted: boolean;
}

/** A declarative picture of the state. */
export interface Board {
  readonly is: "Board";
  readonly name: string;
  readonly title: string;
  /** The layout of its places: cells of a plan, numbers of a map, areas of a picture, or one for each member, below or beside each other. */
  readonly by: "plan" | "map" | "picture" | "rows" | "columns";
  /** The cells of a plan, by row. */
  readonly plan: readonly (readonly BoardCell[])[];
  /** The extent of a map or picture, and what is drawn on it. */
  readonly map: BoardMap | null;
  /** The members that are places. */
  readonly lined: BoardMembers | null;
  /** The marks at places, and beside the board. */
  readonly marks: readonly BoardMarks[];
}

/** The area of an enum value in a picture, with its label there. */
export interface BoardArea {
  readonly is: "BoardArea";
  readonly enum: string;
  readonly value: number;
  readonly title: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A text at a point of a map or picture. */
export interface BoardCaption {
  readonly is: "BoardCaption";
  readonly text: readonly (string | Hole | Aside)[];
  readonly x: number;
  readonly y: number;
}

/** A cell of a plan: places, or a text; neither for an empty cell. */
export interface BoardCell {
  readonly is: "BoardCell";
  readonly places: readonly BoardPlace[];
  readonly text: readonly (string | Hole | Aside)[] | null;
  readonly columns: number;
}

/** A direction on a map or picture, in degrees clockwise from up, and its name. */
export interface BoardCompass {
  readonly is: "BoardCompass";
  readonly degrees: number;
  readonly text: string;
}

/** The extent of a map or picture: the first and last numbers across and down; and what is drawn on it. */
export interface BoardMap {
  readonly is: "BoardMap";
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Its shapes, in the order in which they are drawn. */
  readonly shapes: readonly BoardShape[];
  /** Its texts. */
  readonly captions: readonly BoardCaption[];
  /** Its scale; None if it states none. */
  readonly scale: BoardScale | null;
  /** Its compass; None if it has none. */
  readonly compass: BoardCompass | null;
  /** The places of a picture. */
  readonly areas: readonly BoardArea[];
}

/** A text at a place of a board. */
export interface BoardMark {
  readonly is: "BoardMark";
  /** The text. */
  readonly text: readonly (string | Hole | Aside)[];
  /** Whether it is good or bad for the player; empty for neither. */
  readonly tone: "good" | "bad" | "";
  /** The condition under which it is shown; None for always. */
  readonly condition: Aside | Hole | null;
  /** The sign that is drawn for it. */
  readonly sign: "" | "dot" | "ring" | "cross" | "bar" | "flame" | "burst" | "star" | "arrow" | "square" | "figure" | "card";
  /** By how many degrees the sign is turned, clockwise from up; None if it is not. */
  readonly turned: Aside | Hole | null;
}

/** Marks that share a place, for each member of a domain. */
export interface BoardMarks {
  readonly is: "BoardMarks";
  /** The domain; None for a single thing. */
  readonly of: BoardMembers | null;
  /** The place; None for marks on a map, or beside the board. */
  readonly at: Aside | Hole | null;
  /** The type of the place. */
  readonly type: Type | null;
  /** The place on a map. */
  readonly spot: BoardSpot | null;
  readonly marks: readonly BoardMark[];
  /** The circles about it, on a map or picture. */
  readonly rings: readonly BoardRing[];
}

/** The domain of a board's loop. */
export interface BoardMembers {
  readonly is: "BoardMembers";
  /** The type of the members. */
  readonly type: Type;
  /** The members of a literal set or an enum. */
  readonly values: readonly (number | Aside)[];
  /** The lowest of a range of numbers; its end is `high`. */
  readonly low: Aside | null;
  readonly high: Aside | null;
  /** The list whose elements are the members; empty if they are no elements. */
  readonly list: string;
  /** The condition on members; None for all. */
  readonly where: Aside | Hole | null;
}

/** An enum value at its place, with its label there. */
export interface BoardPlace {
  readonly is: "BoardPlace";
  readonly enum: string;
  readonly value: number;
  readonly title: string;
}

/** A circle about a thing on a map or picture, in the units of its numbers, shown under a condition. */
export interface BoardRing {
  readonly is: "BoardRing";
  readonly radius: Aside | Hole;
  readonly tone: "good" | "bad" | "";
  readonly condition: Aside | Hole | null;
}

/** The scale of a map or picture: how many of its numbers are one unit, and the unit's name. */
export interface BoardScale {
  readonly is: "BoardScale";
  readonly numbers: number;
  readonly unit: string;
}

/** A shape on a map or picture. */
export interface BoardShape {
  readonly is: "BoardShape";
  /** What it is. */
  readonly kind: "outline" | "arc" | "circle" | "ring";
  /** Its lines, flattened from curves. */
  readonly lines: readonly Polyline[];
  /** What it means; empty if it has no words. */
  readonly text: readonly (string | Hole | Aside)[];
  /** Whether it is good or bad for the player; empty for neither. */
  readonly tone: "good" | "bad" | "";
  /** The condition under which it is drawn; None for always. */
  readonly condition: Aside | Hole | null;
}

/** A point or rectangle of a map. */
export interface BoardSpot {
  readonly is: "BoardSpot";
  /** The number across; if any of the four is none, the mark is not shown. */
  readonly left: Aside | Hole;
  /** The number down. */
  readonly top: Aside | Hole;
  /** The last number across of a rectangle; None for a single one. */
  readonly right: Aside | Hole | null;
  /** The last number down. */
  readonly bottom: Aside | Hole | null;
}

/** The type yes/no. */
export interface BoolType {
  readonly is: "BoolType";
}

/** The run-time budgets of a program. */
export interface Budgets {
  readonly is: "Budgets";
  /** Steps of one mission, of one tally, and of any other entry. */
  readonly mission: number;
  /** Bytes of one mission's story, as lengths counts them. */
  readonly story: number;
  /** Steps for all asides of one question. */
  readonly beside: number;
  /** Steps for all asides of the boards of one state, and their texts. */
  readonly board: number;
}

/** A field changes. Event: (site, slot, old, new); the slot identifies the field. */
export interface ChangeSite {
  readonly is: "ChangeSite";
  /** Id of the graph node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Its place and citation, with the standing of its content: for a throw, that of the table, or of the procedure if the dice are outside a table; for a looked-up or computed value, the weakest one among its sources, empty if that is printed. */
  readonly origin: Origin;
}

/** A question to the player. */
export interface ChoiceSite {
  readonly is: "ChoiceSite";
  /** Id of the graph node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Its place and citation, with the standing of its content: for a throw, that of the table, or of the procedure if the dice are outside a table; for a looked-up or computed value, the weakest one among its sources, empty if that is printed. */
  readonly origin: Origin;
  /** Its stable name for saves: `choice:watch/order`. */
  readonly id: string;
  /** The prompt; the values of its holes come first. */
  readonly ask: readonly (string | Hole)[];
  /** The player who answers, in words; `player` unless the rules name another. */
  readonly by: string;
  /** The type of each option; None for named branches. */
  readonly option_type: Type | null;
  /** Name and title of each branch; the options are numbers of branches. */
  readonly branches: readonly (readonly [string, readonly (string | Hole)[]])[];
  /** Whether none may be answered. */
  readonly optional: boolean;
  /** Whether it is a standing offer to throw dice again (branches `keep` and `again`). */
  readonly offer: boolean;
  /** The title under which it is asked as one with those that follow it; empty if it stands alone. */
  readonly together: string;
  /** Whether every option is irreversible, so that front ends ask for confirmation; none is not. */
  readonly grave: boolean;
  /** The names of the irreversible branches. */
  readonly grave_branches: readonly string[];
  /** Lines of information; those that depend on the option are shown with each, the others with the question. */
  readonly beside: readonly AsideLine[];
  /** Whether only the preferred answer is sensible; None if the rules do not say. */
  readonly routine: Aside | null;
  /** The value that tells which of the players answers; None if the rules name none, and the first does. */
  readonly seat: Hole | null;
  /** The preference scores as asides, one for each branch or one for any option, if the game hides state from players; else empty. */
  readonly scores: readonly (Aside | Hole | null)[];
  /** How many numbers an option stands for, if more than one: those from its product with the unit on, which is its name. The question that follows at once, without it, is which of them. */
  readonly unit: number;
  /** The indices, among the values of the texts, of the least and the greatest of these numbers; empty without. */
  readonly ends: readonly number[];
}

/** A slot that no rule can read. */
export interface Counter {
  readonly is: "Counter";
  readonly slot: number;
  /** The remaining steps, their reserve, names given from a list, open calls of a recursive function (`depth`), all of these together (`open`), uses of a standing offer, whether `end` of a procedure was reached (`ended`), which only examples ask. */
  readonly kind: "steps" | "reserve" | "names" | "depth" | "open" | "offer" | "ended";
  /** Its subject: the record of the names, the key of the callee, the offer. */
  readonly name: string;
}

/** A throw of dice. */
export interface Dice {
  readonly is: "Dice";
  /** The number of its first dice, which are equal, from 1. */
  readonly count: number;
  /** The sides of each of these, from 2. */
  readonly sides: number;
  /** The rule that combines all dice. */
  readonly keep: "sum" | "digits" | "lowest" | "highest" | "fate";
  /** How many of them count, where the lowest or the highest do. */
  readonly kept: number;
  /** The dice beside the first, of other sides. */
  readonly others: readonly DiceGroup[];
  /** Whether the rules look at the single dice: then the outcome of a throw is their faces, not the result. */
  readonly single: boolean;
}

/** Equal dice of a throw that has others beside them. */
export interface DiceGroup {
  readonly is: "DiceGroup";
  /** The number of dice, from 1. */
  readonly count: number;
  /** The sides of each, from 2. */
  readonly sides: number;
}

/** A modifier that looks at the dice, with its condition (None for always). */
export interface DiceModifier {
  readonly is: "DiceModifier";
  readonly amount: number | Aside | Hole;
  readonly condition: number | Aside | Hole | null;
}

/** A uniform random choice of a member. */
export interface DrawSite {
  readonly is: "DrawSite";
  /** Id of the graph node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Its place and citation, with the standing of its content: for a throw, that of the table, or of the procedure if the dice are outside a table; for a looked-up or computed value, the weakest one among its sources, empty if that is printed. */
  readonly origin: Origin;
  /** Its stable name for saves: `draw:deal/card`. */
  readonly id: string;
  /** The variable that holds the member afterwards. */
  readonly variable: string;
  /** The type of each member. */
  readonly type: Type;
  /** One die with the largest possible number of sides; for an actual throw, as many as there are members. */
  readonly dice: Dice;
}

/** An element joins or leaves a list. Event: (site, element reference, its fields' values in order when joining). */
export interface ElementSite {
  readonly is: "ElementSite";
  /** Id of the graph node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Its place and citation, with the standing of its content: for a throw, that of the table, or of the procedure if the dice are outside a table; for a looked-up or computed value, the weakest one among its sources, empty if that is printed. */
  readonly origin: Origin;
  readonly list: string;
  readonly joins: boolean;
}

/** The type of elements of the one list that holds records of a kind. */
export interface ElementType {
  readonly is: "ElementType";
  readonly record: string;
  readonly optional: boolean;
}

/** A procedure or a step begins. Event: (site, arguments ...); for a step, the values of its visibility. */
export interface EnterSite {
  readonly is: "EnterSite";
  /** Id of the graph node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Its place and citation, with the standing of its content: for a throw, that of the table, or of the procedure if the dice are outside a table; for a looked-up or computed value, the weakest one among its sources, empty if that is printed. */
  readonly origin: Origin;
  readonly kind: "procedure" | "step";
  readonly name: string;
  readonly title: string;
  readonly types: readonly Type[];
  readonly names: readonly string[];
  /** Who may see the events in it; None for those who see the scope around it. For a step its values are in the event, for a procedure they are computed from its arguments. */
  readonly seen: Seen | null;
  /** Whether a beat, a moment of the story, ends where it ends. */
  readonly beat: boolean;
}

/** An exported function, where a caller may begin. */
export interface Entry {
  readonly is: "Entry";
  readonly kind: "define" | "look" | "roll" | "do" | "setup" | "call" | "expect" | "aside" | "stage";
  /** The name of the define or procedure; the id of the table; a number for examples and asides. */
  readonly name: string;
  /** The name of the function. */
  readonly function: string;
  /** Names and types of its parameters. An assertion takes the named elements, then, if it needs them, the parts of the result of the example's call; all parts are none before the call. */
  readonly params: readonly (readonly [string, Type])[];
  /** The type of the result. */
  readonly result: Type | null;
  /** The number of integers it returns. */
  readonly results: number;
  /** Whether the procedure's region is not reset at its end, so that callers can read its state. */
  readonly stays: boolean;
}

/** The values of an enum, with their titles. */
export interface EnumInfo {
  readonly is: "EnumInfo";
  /** The names. */
  readonly values: readonly string[];
  /** The titles; an empty one stands for the name. */
  readonly titles: readonly string[];
  /** The short titles, empty for a value without; no titles at all if no value has one. */
  readonly shorts: readonly string[];
}

/** The type of an enum's values; the result words of a table are an enum named after the table. */
export interface EnumType {
  readonly is: "EnumType";
  readonly enum: string;
  readonly optional: boolean;
}

/** The message of a fault. */
export interface FaultSite {
  readonly is: "FaultSite";
  /** Id of the graph node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Its place and citation, with the standing of its content: for a throw, that of the table, or of the procedure if the dice are outside a table; for a looked-up or computed value, the weakest one among its sources, empty if that is printed. */
  readonly origin: Origin;
  readonly text: string;
}

/** Slots whose default depends on open options, and must be recomputed when these get other values. */
export interface Following {
  readonly is: "Following";
  /** The slots. */
  readonly slots: readonly number[];
  /** The name of the aside that computes the default, in a state in which the options have their values. */
  readonly entry: string;
  /** Its arguments: the enum values that index the slots. */
  readonly arguments: readonly number[];
}

/** A hole in a text, for the value with this index among an event's integers. */
export interface Hole {
  readonly is: "Hole";
  readonly index: number;
  readonly type: Type;
}

/** The type of whole numbers from `low` to `high`. */
export interface IntType {
  readonly is: "IntType";
  readonly low: number;
  readonly high: number;
  readonly optional: boolean;
}

/** How a throw on a table finds its row. */
export interface JudgedTable {
  readonly is: "JudgedTable";
  /** The id of the table. */
  readonly table: string;
  /** The sum of the modifiers that do not look at the dice. */
  readonly modifiers: number | Aside | Hole;
  /** The modifiers that do. */
  readonly dice_modifiers: readonly DiceModifier[];
  /** A test for each row of the table's site, in the same order. */
  readonly rows: readonly RowTest[];
}

/** A procedure or a step ends. Event: (site,). */
export interface LeaveSite {
  readonly is: "LeaveSite";
  /** Id of the graph node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Its place and citation, with the standing of its content: for a throw, that of the table, or of the procedure if the dice are outside a table; for a looked-up or computed value, the weakest one among its sources, empty if that is printed. */
  readonly origin: Origin;
  readonly kind: "procedure" | "step";
  readonly name: string;
}

/** A bound was reached, and the rest was left out. Event: (site,). */
export interface LimitSite {
  readonly is: "LimitSite";
  /** Id of the graph node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Its place and citation, with the standing of its content: for a throw, that of the table, or of the procedure if the dice are outside a table; for a looked-up or computed value, the weakest one among its sources, empty if that is printed. */
  readonly origin: Origin;
  readonly text: string;
}

/** The type of lists of elements (in state) or of enum values (in a variable). */
export interface ListType {
  readonly is: "ListType";
  readonly element: Type;
  readonly capacity: number;
}

/** A measure of luck. */
export interface Luck {
  readonly is: "Luck";
  readonly name: string;
  /** The title for readers. */
  readonly title: string;
  /** Whether more of it is `good` or `bad` for the player. */
  readonly matters: "good" | "bad" | "";
  /** The tables whose throws count. */
  readonly tables: readonly LuckTable[];
}

/** What throws on a table count towards a measure of luck. */
export interface LuckTable {
  readonly is: "LuckTable";
  /** The id of the table. */
  readonly table: string;
  /** What each row counts, in the order of the rows of its site. */
  readonly counts: readonly number[];
  /** The condition, in the state of the throw, under which it counts; None for always. */
  readonly condition: number | Aside | Hole | null;
}

/** The texts about a modifier; its standing is empty if it equals the table's. */
export interface ModifierInfo {
  readonly is: "ModifierInfo";
  readonly label: string;
  readonly text: string;
  readonly origin: Origin;
}

/** An element moves to the start or end of its list. Event: (site, element reference). */
export interface MoveSite {
  readonly is: "MoveSite";
  /** Id of the graph node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Its place and citation, with the standing of its content: for a throw, that of the table, or of the procedure if the dice are outside a table; for a looked-up or computed value, the weakest one among its sources, empty if that is printed. */
  readonly origin: Origin;
  readonly list: string;
  readonly first: boolean;
}

/** A list of names for `text` fields, in the order in which they are given out. */
export interface NameList {
  readonly is: "NameList";
  /** The record whose fields take them; empty for all others. */
  readonly record: string;
  /** The names; when used up they begin again, numbered. */
  readonly names: readonly string[];
}

/** Slots that get new names: each takes the number in the slot `counter`, which goes up by 1. */
export interface Naming {
  readonly is: "Naming";
  readonly counter: number;
  readonly run: Run;
}

/** The type of `none` itself, where nothing more is known. */
export interface NoneType {
  readonly is: "NoneType";
}

/** An option whose value is in a slot, which no rule changes and no player sees. */
export interface OpenOption {
  readonly is: "OpenOption";
  /** The name in the rules. */
  readonly name: string;
  readonly slot: number;
  /** yes/no, a range, or the enum of its words. */
  readonly type: Type;
}

/** An option and its current value, as a word. */
export interface OptionInForce {
  readonly is: "OptionInForce";
  readonly name: string;
  readonly title: string;
  readonly value: string;
  readonly default: string;
}

/** The provenance of a rule; empty attributes are not stated. */
export interface Origin {
  readonly is: "Origin";
  /** The citation, such as `rule 4`. */
  readonly cite: string;
  /** `printed`, `repaired`, `recovered` or `reconstructed`; empty if inherited. */
  readonly standing: string;
  /** The evidence for the standing. */
  readonly evidence: string;
  /** The overlay items that added or changed the rule, such as `errata general 22`. */
  readonly amended_by: readonly string[];
  /** In the tree and the graph the span of these words, of the standing if there is one, else of the citation; from the lowered program on, the span of the rule. */
  readonly place: string;
}

/** A named part of a result. */
export interface Part {
  readonly is: "Part";
  readonly name: string;
  readonly type: Type;
}

/** The type of results with named parts. */
export interface PartsType {
  readonly is: "PartsType";
  readonly parts: readonly Part[];
  readonly optional: boolean;
}

/** Straight lines through points, in tenths of a unit: `points` holds x and y of each in turn. */
export interface Polyline {
  readonly is: "Polyline";
  readonly points: readonly number[];
  readonly closed: boolean;
}

/** A compiled game. */
export interface Program {
  readonly is: "Program";
  readonly game: string;
  readonly title: string;
  /** The identity of the rules, recorded in saves. */
  readonly rules_hash: string;
  readonly options: readonly OptionInForce[];
  /** `kind name` of those in force, in order. */
  readonly overlays: readonly string[];
  /** The name lists. */
  readonly names: readonly NameList[];
  /** The enum of the players; None for a game of one. */
  readonly players: string | null;
  /** The entry that a mission begins with. */
  readonly mission: Entry;
  /** The entry that a campaign begins with, if the game has one. */
  readonly career: Entry | null;
  /** The mission as a part of the career: the function of the mission, and what counts after it is what the career is expected to come to, then what counts after a mission. None without a career or forecasts. */
  readonly stage: Entry | null;
  /** The tallies, most important first. */
  readonly tallies: readonly Tally[];
  /** What tallies of the career are expected to come to as a mission ends, most important first: each has the name, title and tone of its tally, and counts after the stage. */
  readonly forecasts: readonly Tally[];
  /** An introduction for players, by paragraphs. */
  readonly about: readonly string[];
  /** Its version, its licence and the like. */
  readonly release: Release;
  readonly enums: ReadonlyMap<string, EnumInfo>;
  /** The number of slots. */
  readonly slots: number;
  /** The initial value of each slot. */
  readonly defaults: readonly number[];
  readonly fields: readonly SlotField[];
  readonly lists: readonly SlotList[];
  /** Names given out when a game starts. */
  readonly namings: readonly Naming[];
  /** The slots that reset together, by their owner. */
  readonly regions: readonly Region[];
  /** Slots that no rule can read. */
  readonly counters: readonly Counter[];
  /** Options whose values are in slots instead of the code: all of the game's, or none. */
  readonly open_options: readonly OpenOption[];
  /** Defaults that depend on open options. */
  readonly following: readonly Following[];
  readonly entries: readonly Entry[];
  /** By number. */
  readonly sites: readonly Site[];
  /** The code of asides. */
  readonly asides: AsideCode;
  /** The boards. */
  readonly boards: readonly Board[];
  /** The measures of luck. */
  readonly lucks: readonly Luck[];
  /** How throws on their tables find their rows. */
  readonly judged_tables: readonly JudgedTable[];
  /** What one line of the state shows all through play, mark by mark. */
  readonly headline: readonly BoardMarks[];
  /** The fault for a stack overflow of the machine, which the rules' own bounds should prevent. */
  readonly too_deep: number;
  /** The digest of the code: equal for programs that behave the same, whatever their texts. */
  readonly digest: string;
  /** The identity of the rules and their texts. */
  readonly wording_hash: string;
  /** The clock that ticks when a slot changes, by slot; only for slots that a memoized function reads. */
  readonly clocks: ReadonlyMap<number, number>;
  /** The run-time budgets. */
  readonly budgets: Budgets;
}

/** The slots that reset together when their procedure ends, without events. */
export interface Region {
  readonly is: "Region";
  /** The procedure, or `career` for state that outlives missions. */
  readonly owner: string;
  /** Its slots; none for an owner that only has counters. */
  readonly run: Run;
  /** Slots among them that get new names. */
  readonly namings: readonly Naming[];
  /** Slots elsewhere that may refer to an element of its lists: they become none. */
  readonly cleared: readonly Run[];
  /** Counters that become 0. */
  readonly zeroed: readonly number[];
}

/** The release of a game; a text is empty where the manifest says nothing. */
export interface Release {
  readonly is: "Release";
  /** Its version, numbers joined by dots: `1.0`. */
  readonly version: string;
  /** What others may do with it: the name of a licence. */
  readonly licence: string;
  /** The version of Bombsight that it needs at least: `0.2`. */
  readonly needs: string;
  /** Its address on the web. */
  readonly home: string;
}

/** A table's result where a statement rolls or looks it up. Event: (site, value of each part ...). */
export interface ResultSite {
  readonly is: "ResultSite";
  /** Id of the graph node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Its place and citation, with the standing of its content: for a throw, that of the table, or of the procedure if the dice are outside a table; for a looked-up or computed value, the weakest one among its sources, empty if that is printed. */
  readonly origin: Origin;
  readonly table: string;
  readonly title: string;
  readonly names: readonly string[];
  readonly types: readonly Type[];
}

/** A throw of dice. */
export interface RollSite {
  readonly is: "RollSite";
  /** Id of the graph node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Its place and citation, with the standing of its content: for a throw, that of the table, or of the procedure if the dice are outside a table; for a looked-up or computed value, the weakest one among its sources, empty if that is printed. */
  readonly origin: Origin;
  /** The table's id; None for dice outside a table. */
  readonly table: string | null;
  /** The table's title, or the purpose of the dice; may be empty. */
  readonly title: string;
  /** The dice. */
  readonly dice: Dice;
  readonly modifiers: readonly ModifierInfo[];
  /** Natural rows first, then the others. */
  readonly rows: readonly RowInfo[];
  /** The names of the table's parameters. */
  readonly names: readonly string[];
  /** Their types. */
  readonly types: readonly Type[];
  /** Whether every row applies that holds: then `row` is the first of them, and each later one has an event of its own (BeforehandSite). */
  readonly takes_every: boolean;
}

/** The texts about a row: its key as written, title, result as written, and origin. */
export interface RowInfo {
  readonly is: "RowInfo";
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly origin: Origin;
}

/** When a row of a table applies. */
export interface RowTest {
  readonly is: "RowTest";
  /** Whether it looks at the dice as they lie, before any modifier. */
  readonly natural: boolean;
  /** Whether it applies if no other row does. */
  readonly otherwise: boolean;
  /** The totals, or for a natural row the dice. */
  readonly spans: readonly TotalSpan[];
  /** The arguments. */
  readonly matches: readonly ArgumentMatch[];
  /** A further condition of a natural row; None for always. */
  readonly condition: number | Aside | Hole | null;
}

/** A range of slots: `count` of them from `first` on. */
export interface Run {
  readonly is: "Run";
  readonly first: number;
  readonly count: number;
}

/** A message. Event: (site, values ...), those of the text before those of its visibility. */
export interface SaySite {
  readonly is: "SaySite";
  /** Id of the graph node it belongs to: `table:Sky`, `procedure:watch`. */
  readonly owner: string;
  /** Its place and citation, with the standing of its content: for a throw, that of the table, or of the procedure if the dice are outside a table; for a looked-up or computed value, the weakest one among its sources, empty if that is printed. */
  readonly origin: Origin;
  readonly text: readonly (string | Hole)[];
  /** Whether it is good or bad news; empty for neither. */
  readonly tone: "good" | "bad" | "";
  /** Who may see it; None for those who see the scope around it. */
  readonly seen: Seen | null;
  /** Its place in the chronicle. */
  readonly chronicle: "" | "also" | "only" | "headline";
  /** The title on the card of the row whose title it fills with values; empty for a line of the rules. */
  readonly row_title: string;
}

/** A visibility rule. */
export interface Seen {
  readonly is: "Seen";
  /** One of the players, or none for nobody. None for all of them. */
  readonly by: Hole | Aside | null;
  /** The condition under which the rule applies; None for always. */
  readonly when: Hole | Aside | null;
}

/** The part of a field in the short title of its element. */
export interface ShortPart {
  readonly is: "ShortPart";
  /** Its number among the parts. */
  readonly order: number;
  /** The text before its value. */
  readonly before: string;
  /** The text behind its value; empty but for the last part. */
  readonly after: string;
}

/** The slots of a field. */
export interface SlotField {
  readonly is: "SlotField";
  /** The id in the graph: `lamp`, `keeper.watches`, `Ship.strength`. */
  readonly id: string;
  /** The procedure during whose calls it lives, `career`, or the list of an element's field. */
  readonly owner: string;
  /** The title for players; empty for an internal field. */
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
  /** Whether more of it is `good` or `bad` for the player; empty for neither. */
  readonly matters: "good" | "bad" | "";
  /** Who may see it, with arguments: its indices in order, then its element; None for everybody. */
  readonly seen: Seen | null;
  /** Its part in the short title of its element; None for none. */
  readonly short_part: ShortPart | null;
}

/** The slots of a list: `capacity` slots that each hold an element's reference, or NONE if free. */
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
  /** The slot that counts all elements it ever had. */
  readonly serial: number;
  /** Slots that may refer to one of its elements, and become none when it leaves. */
  readonly holders: readonly Run[];
  /** The first of the slots with the references in order; None without them. */
  readonly order: number | null;
  /** Who may see its elements; None for everybody. */
  readonly seen: Seen | null;
}

/** A statistic of many runs. */
export interface Tally {
  readonly is: "Tally";
  readonly name: string;
  /** The title for readers. */
  readonly title: string;
  /** The type of its values: yes/no, a range or an enum, never none. */
  readonly type: Type;
  /** Whether more of it is `good` or `bad` for players; empty for neither. */
  readonly matters: "good" | "bad" | "";
  /** A define without parameters that returns one integer and has no side effects. */
  readonly entry: Entry;
  /** The keys of the entries after which it is counted, while their state still stands. */
  readonly of: readonly string[];
  /** Its provenance. */
  readonly origin: Origin;
  /** Whether a run in which it is no is discarded and played again. */
  readonly required: boolean;
  /** How many of its count make one: 100 for a forecast in hundredths. */
  readonly unit: number;
}

/** The type of names, which are taken from a list in order when their field is reset. */
export interface TextType {
  readonly is: "TextType";
  /** The record whose list it is; empty for the game's general list. */
  readonly names: string;
}

/** The totals from `low` to `high`; a bound of None is open. */
export interface TotalSpan {
  readonly is: "TotalSpan";
  readonly low: number | Aside | Hole | null;
  readonly high: number | Aside | Hole | null;
}

/** The type of erroneous code; it fits everywhere, so one mistake gives one finding. */
export interface UnknownType {
  readonly is: "UnknownType";
}

const TYPES = ["BoolType", "ElementType", "EnumType", "IntType", "ListType", "NoneType", "PartsType", "TextType", "UnknownType"] as const;
const SITES = ["BeforehandSite", "ChangeSite", "ChoiceSite", "DrawSite", "ElementSite", "EnterSite", "FaultSite", "LeaveSite", "LimitSite", "MoveSite", "ResultSite", "RollSite", "SaySite"] as const;
const DEFAULT_ORIGIN = {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""} as const;
const DEFAULT_RELEASE = {"is": "Release", "version": "", "licence": "", "needs": "", "home": ""} as const;
const DEFAULT_ASIDECODE = {"is": "AsideCode", "entries": [], "digest": ""} as const;
const DEFAULT_BUDGETS = {"is": "Budgets", "mission": 60000000, "story": 16000000, "beside": 4000000, "board": 4000000} as const;

/** The descriptors of the classes that are read and written. */
export const PROGRAM_CLASSES = {
  ArgumentMatch: { fields: { index: "integer", intervals: { list: { tuple: ["integer", "integer"] } } }, usual: {  } },
  Aside: { fields: { entry: "string", arguments: { list: "integer" }, type: { of: TYPES } }, usual: {  } },
  AsideCode: { fields: { entries: { list: { of: ["Entry"] } }, digest: "string" }, usual: { entries: [], digest: "" } },
  AsideLine: { fields: { text: { list: { any: [{ of: ["Aside", "Hole"] }, "string"] } }, condition: { any: [{ of: ["Aside", "Hole"] }, "null"] } }, usual: { condition: null } },
  BeforehandSite: { fields: { owner: "string", origin: { of: ["Origin"] }, table: "string", title: "string", row: { of: ["RowInfo"] }, is_counted: "boolean" }, usual: { origin: DEFAULT_ORIGIN, is_counted: false } },
  Board: { fields: { name: "string", title: "string", by: { words: ["plan", "map", "picture", "rows", "columns"] }, plan: { list: { list: { of: ["BoardCell"] } } }, map: { any: [{ of: ["BoardMap"] }, "null"] }, lined: { any: [{ of: ["BoardMembers"] }, "null"] }, marks: { list: { of: ["BoardMarks"] } } }, usual: { plan: [], map: null, lined: null, marks: [] } },
  BoardArea: { fields: { enum: "string", value: "integer", title: "string", left: "integer", right: "integer", top: "integer", bottom: "integer" }, usual: {  } },
  BoardCaption: { fields: { text: { list: { any: [{ of: ["Aside", "Hole"] }, "string"] } }, x: "integer", y: "integer" }, usual: {  } },
  BoardCell: { fields: { places: { list: { of: ["BoardPlace"] } }, text: { any: [{ list: { any: [{ of: ["Aside", "Hole"] }, "string"] } }, "null"] }, columns: "integer" }, usual: { places: [], text: null, columns: 1 } },
  BoardCompass: { fields: { degrees: "integer", text: "string" }, usual: {  } },
  BoardMap: { fields: { left: "integer", right: "integer", top: "integer", bottom: "integer", shapes: { list: { of: ["BoardShape"] } }, captions: { list: { of: ["BoardCaption"] } }, scale: { any: [{ of: ["BoardScale"] }, "null"] }, compass: { any: [{ of: ["BoardCompass"] }, "null"] }, areas: { list: { of: ["BoardArea"] } } }, usual: { shapes: [], captions: [], scale: null, compass: null, areas: [] } },
  BoardMark: { fields: { text: { list: { any: [{ of: ["Aside", "Hole"] }, "string"] } }, tone: { words: ["good", "bad", ""] }, condition: { any: [{ of: ["Aside", "Hole"] }, "null"] }, sign: { words: ["", "dot", "ring", "cross", "bar", "flame", "burst", "star", "arrow", "square", "figure", "card"] }, turned: { any: [{ of: ["Aside", "Hole"] }, "null"] } }, usual: { tone: "", condition: null, sign: "", turned: null } },
  BoardMarks: { fields: { of: { any: [{ of: ["BoardMembers"] }, "null"] }, at: { any: [{ of: ["Aside", "Hole"] }, "null"] }, type: { any: [{ of: TYPES }, "null"] }, spot: { any: [{ of: ["BoardSpot"] }, "null"] }, marks: { list: { of: ["BoardMark"] } }, rings: { list: { of: ["BoardRing"] } } }, usual: { of: null, at: null, type: null, spot: null, rings: [] } },
  BoardMembers: { fields: { type: { of: TYPES }, values: { list: { any: [{ of: ["Aside"] }, "integer"] } }, low: { any: [{ of: ["Aside"] }, "null"] }, high: { any: [{ of: ["Aside"] }, "null"] }, list: "string", where: { any: [{ of: ["Aside", "Hole"] }, "null"] } }, usual: { values: [], low: null, high: null, list: "", where: null } },
  BoardPlace: { fields: { enum: "string", value: "integer", title: "string" }, usual: {  } },
  BoardRing: { fields: { radius: { of: ["Aside", "Hole"] }, tone: { words: ["good", "bad", ""] }, condition: { any: [{ of: ["Aside", "Hole"] }, "null"] } }, usual: { tone: "", condition: null } },
  BoardScale: { fields: { numbers: "integer", unit: "string" }, usual: {  } },
  BoardShape: { fields: { kind: { words: ["outline", "arc", "circle", "ring"] }, lines: { list: { of: ["Polyline"] } }, text: { list: { any: [{ of: ["Aside", "Hole"] }, "string"] } }, tone: { words: ["good", "bad", ""] }, condition: { any: [{ of: ["Aside", "Hole"] }, "null"] } }, usual: { text: [], tone: "", condition: null } },
  BoardSpot: { fields: { left: { of: ["Aside", "Hole"] }, top: { of: ["Aside", "Hole"] }, right: { any: [{ of: ["Aside", "Hole"] }, "null"] }, bottom: { any: [{ of: ["Aside", "Hole"] }, "null"] } }, usual: { right: null, bottom: null } },
  BoolType: { fields: {  }, usual: {  } },
  Budgets: { fields: { mission: "integer", story: "integer", beside: "integer", board: "integer" }, usual: { mission: 60000000, story: 16000000, beside: 4000000, board: 4000000 } },
  ChangeSite: { fields: { owner: "string", origin: { of: ["Origin"] } }, usual: { origin: DEFAULT_ORIGIN } },
  ChoiceSite: { fields: { owner: "string", origin: { of: ["Origin"] }, id: "string", ask: { list: { any: [{ of: ["Hole"] }, "string"] } }, by: "string", option_type: { any: [{ of: TYPES }, "null"] }, branches: { list: { tuple: ["string", { list: { any: [{ of: ["Hole"] }, "string"] } }] } }, optional: "boolean", offer: "boolean", together: "string", grave: "boolean", grave_branches: { list: "string" }, beside: { list: { of: ["AsideLine"] } }, routine: { any: [{ of: ["Aside"] }, "null"] }, seat: { any: [{ of: ["Hole"] }, "null"] }, scores: { list: { any: [{ of: ["Aside", "Hole"] }, "null"] } }, unit: "integer", ends: { list: "integer" } }, usual: { origin: DEFAULT_ORIGIN, branches: [], optional: false, offer: false, together: "", grave: false, grave_branches: [], beside: [], routine: null, seat: null, scores: [], unit: 1, ends: [] } },
  Counter: { fields: { slot: "integer", kind: { words: ["steps", "reserve", "names", "depth", "open", "offer", "ended"] }, name: "string" }, usual: { name: "" } },
  Dice: { fields: { count: "integer", sides: "integer", keep: { words: ["sum", "digits", "lowest", "highest", "fate"] }, kept: "integer", others: { list: { of: ["DiceGroup"] } }, single: "boolean" }, usual: { keep: "sum", kept: 1, others: [], single: false } },
  DiceGroup: { fields: { count: "integer", sides: "integer" }, usual: {  } },
  DiceModifier: { fields: { amount: { any: [{ of: ["Aside", "Hole"] }, "integer"] }, condition: { any: [{ of: ["Aside", "Hole"] }, "integer", "null"] } }, usual: { condition: null } },
  DrawSite: { fields: { owner: "string", origin: { of: ["Origin"] }, id: "string", variable: "string", type: { of: TYPES }, dice: { of: ["Dice"] } }, usual: { origin: DEFAULT_ORIGIN } },
  ElementSite: { fields: { owner: "string", origin: { of: ["Origin"] }, list: "string", joins: "boolean" }, usual: { origin: DEFAULT_ORIGIN } },
  ElementType: { fields: { record: "string", optional: "boolean" }, usual: { optional: false } },
  EnterSite: { fields: { owner: "string", origin: { of: ["Origin"] }, kind: { words: ["procedure", "step"] }, name: "string", title: "string", types: { list: { of: TYPES } }, names: { list: "string" }, seen: { any: [{ of: ["Seen"] }, "null"] }, beat: "boolean" }, usual: { origin: DEFAULT_ORIGIN, types: [], names: [], seen: null, beat: false } },
  Entry: { fields: { kind: { words: ["define", "look", "roll", "do", "setup", "call", "expect", "aside", "stage"] }, name: "string", function: "string", params: { list: { tuple: ["string", { of: TYPES }] } }, result: { any: [{ of: TYPES }, "null"] }, results: "integer", stays: "boolean" }, usual: { params: [], result: null, results: 0, stays: false } },
  EnumInfo: { fields: { values: { list: "string" }, titles: { list: "string" }, shorts: { list: "string" } }, usual: { shorts: [] } },
  EnumType: { fields: { enum: "string", optional: "boolean" }, usual: { optional: false } },
  FaultSite: { fields: { owner: "string", origin: { of: ["Origin"] }, text: "string" }, usual: { origin: DEFAULT_ORIGIN } },
  Following: { fields: { slots: { list: "integer" }, entry: "string", arguments: { list: "integer" } }, usual: { arguments: [] } },
  Hole: { fields: { index: "integer", type: { of: TYPES } }, usual: {  } },
  IntType: { fields: { low: "integer", high: "integer", optional: "boolean" }, usual: { optional: false } },
  JudgedTable: { fields: { table: "string", modifiers: { any: [{ of: ["Aside", "Hole"] }, "integer"] }, dice_modifiers: { list: { of: ["DiceModifier"] } }, rows: { list: { of: ["RowTest"] } } }, usual: { dice_modifiers: [], rows: [] } },
  LeaveSite: { fields: { owner: "string", origin: { of: ["Origin"] }, kind: { words: ["procedure", "step"] }, name: "string" }, usual: { origin: DEFAULT_ORIGIN } },
  LimitSite: { fields: { owner: "string", origin: { of: ["Origin"] }, text: "string" }, usual: { origin: DEFAULT_ORIGIN } },
  ListType: { fields: { element: { of: TYPES }, capacity: "integer" }, usual: {  } },
  Luck: { fields: { name: "string", title: "string", matters: { words: ["good", "bad", ""] }, tables: { list: { of: ["LuckTable"] } } }, usual: {  } },
  LuckTable: { fields: { table: "string", counts: { list: "integer" }, condition: { any: [{ of: ["Aside", "Hole"] }, "integer", "null"] } }, usual: { condition: null } },
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
  Polyline: { fields: { points: { list: "integer" }, closed: "boolean" }, usual: {  } },
  Program: { fields: { game: "string", title: "string", rules_hash: "string", options: { list: { of: ["OptionInForce"] } }, overlays: { list: "string" }, names: { list: { of: ["NameList"] } }, players: { any: ["string", "null"] }, mission: { of: ["Entry"] }, career: { any: [{ of: ["Entry"] }, "null"] }, stage: { any: [{ of: ["Entry"] }, "null"] }, tallies: { list: { of: ["Tally"] } }, forecasts: { list: { of: ["Tally"] } }, about: { list: "string" }, release: { of: ["Release"] }, enums: { pairs: ["string", { of: ["EnumInfo"] }] }, slots: "integer", defaults: { list: "integer" }, fields: { list: { of: ["SlotField"] } }, lists: { list: { of: ["SlotList"] } }, namings: { list: { of: ["Naming"] } }, regions: { list: { of: ["Region"] } }, counters: { list: { of: ["Counter"] } }, open_options: { list: { of: ["OpenOption"] } }, following: { list: { of: ["Following"] } }, entries: { list: { of: ["Entry"] } }, sites: { list: { of: SITES } }, asides: { of: ["AsideCode"] }, boards: { list: { of: ["Board"] } }, lucks: { list: { of: ["Luck"] } }, judged_tables: { list: { of: ["JudgedTable"] } }, headline: { list: { of: ["BoardMarks"] } }, too_deep: "integer", digest: "string", wording_hash: "string", clocks: { pairs: ["integer", "integer"] }, budgets: { of: ["Budgets"] } }, usual: { players: null, stage: null, tallies: [], forecasts: [], about: [], release: DEFAULT_RELEASE, namings: [], regions: [], counters: [], open_options: [], following: [], asides: DEFAULT_ASIDECODE, boards: [], lucks: [], judged_tables: [], headline: [], digest: "", wording_hash: "", clocks: [], budgets: DEFAULT_BUDGETS } },
  Region: { fields: { owner: "string", run: { of: ["Run"] }, namings: { list: { of: ["Naming"] } }, cleared: { list: { of: ["Run"] } }, zeroed: { list: "integer" } }, usual: { namings: [], cleared: [], zeroed: [] } },
  Release: { fields: { version: "string", licence: "string", needs: "string", home: "string" }, usual: { version: "", licence: "", needs: "", home: "" } },
  ResultSite: { fields: { owner: "string", origin: { of: ["Origin"] }, table: "string", title: "string", names: { list: "string" }, types: { list: { of: TYPES } } }, usual: { origin: DEFAULT_ORIGIN } },
  RollSite: { fields: { owner: "string", origin: { of: ["Origin"] }, table: { any: ["string", "null"] }, title: "string", dice: { of: ["Dice"] }, modifiers: { list: { of: ["ModifierInfo"] } }, rows: { list: { of: ["RowInfo"] } }, names: { list: "string" }, types: { list: { of: TYPES } }, takes_every: "boolean" }, usual: { origin: DEFAULT_ORIGIN, modifiers: [], rows: [], names: [], types: [], takes_every: false } },
  RowInfo: { fields: { label: "string", title: "string", text: "string", origin: { of: ["Origin"] } }, usual: { origin: DEFAULT_ORIGIN } },
  RowTest: { fields: { natural: "boolean", otherwise: "boolean", spans: { list: { of: ["TotalSpan"] } }, matches: { list: { of: ["ArgumentMatch"] } }, condition: { any: [{ of: ["Aside", "Hole"] }, "integer", "null"] } }, usual: { natural: false, otherwise: false, spans: [], matches: [], condition: null } },
  Run: { fields: { first: "integer", count: "integer" }, usual: {  } },
  SaySite: { fields: { owner: "string", origin: { of: ["Origin"] }, text: { list: { any: [{ of: ["Hole"] }, "string"] } }, tone: { words: ["good", "bad", ""] }, seen: { any: [{ of: ["Seen"] }, "null"] }, chronicle: { words: ["", "also", "only", "headline"] }, row_title: "string" }, usual: { origin: DEFAULT_ORIGIN, tone: "", seen: null, chronicle: "", row_title: "" } },
  Seen: { fields: { by: { any: [{ of: ["Aside", "Hole"] }, "null"] }, when: { any: [{ of: ["Aside", "Hole"] }, "null"] } }, usual: { when: null } },
  ShortPart: { fields: { order: "integer", before: "string", after: "string" }, usual: { before: "", after: "" } },
  SlotField: { fields: { id: "string", owner: "string", title: "string", type: { of: TYPES }, base: "integer", shape: { list: "integer" }, indices: { list: "string" }, defaults: { list: "integer" }, counter: { any: ["integer", "null"] }, matters: { words: ["good", "bad", ""] }, seen: { any: [{ of: ["Seen"] }, "null"] }, short_part: { any: [{ of: ["ShortPart"] }, "null"] } }, usual: { counter: null, matters: "", seen: null, short_part: null } },
  SlotList: { fields: { id: "string", owner: "string", title: "string", record: "string", base: "integer", capacity: "integer", fields: { list: "string" }, count: "integer", serial: "integer", holders: { list: { of: ["Run"] } }, order: { any: ["integer", "null"] }, seen: { any: [{ of: ["Seen"] }, "null"] } }, usual: { holders: [], order: null, seen: null } },
  Tally: { fields: { name: "string", title: "string", type: { of: TYPES }, matters: { words: ["good", "bad", ""] }, entry: { of: ["Entry"] }, of: { list: "string" }, origin: { of: ["Origin"] }, required: "boolean", unit: "integer" }, usual: { required: false, unit: 1 } },
  TextType: { fields: { names: "string" }, usual: { names: "" } },
  TotalSpan: { fields: { low: { any: [{ of: ["Aside", "Hole"] }, "integer", "null"] }, high: { any: [{ of: ["Aside", "Hole"] }, "integer", "null"] } }, usual: { low: null, high: null } },
  UnknownType: { fields: {  }, usual: {  } },
} as const satisfies Classes;
