// What a game file tells of a program. Made by `python -m web` from the classes of the flat form; not to be edited.

export type Type =
  | BoolType
  | ElementType
  | EnumType
  | IntType
  | ListType
  | NoneType
  | PartsType
  | TextType
  | UnknownType

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
  | SaySite

/** A value that is worked out beside a run, when somebody looks. */
export interface Aside {
  readonly is: "Aside";
  readonly entry: string;
  readonly arguments: readonly number[];
  readonly type: Type;
}

/** The code of values that are worked out beside a run, for people alone; no code of a run calls it. */
export interface AsideCode {
  readonly is: "AsideCode";
  readonly entries: readonly Entry[];
  readonly digest: string;
}

/** A line that is told with a choice. */
export interface AsideLine {
  readonly is: "AsideLine";
  readonly text: readonly (string | Hole | Aside)[];
  readonly condition: Aside | Hole | null;
}

/** A table's result without dice. Event: (site,). */
export interface BeforehandSite {
  readonly is: "BeforehandSite";
  readonly owner: string;
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
  readonly by: "plan" | "map" | "rows" | "columns";
  readonly plan: readonly (readonly BoardCell[])[];
  readonly map: BoardMap | null;
  readonly lined: BoardMembers | null;
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
  readonly text: readonly (string | Hole | Aside)[];
  readonly tone: "good" | "bad" | "";
  readonly condition: Aside | Hole | null;
}

/** Marks that stand together at a place, once for each member. */
export interface BoardMarks {
  readonly is: "BoardMarks";
  readonly of: BoardMembers | null;
  readonly at: Aside | Hole | null;
  readonly type: Type | null;
  readonly spot: BoardSpot | null;
  readonly marks: readonly BoardMark[];
}

/** What a variable goes through. */
export interface BoardMembers {
  readonly is: "BoardMembers";
  readonly type: Type;
  readonly values: readonly (number | Aside)[];
  readonly low: Aside | null;
  readonly high: Aside | null;
  readonly list: string;
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
  readonly left: Aside | Hole;
  readonly top: Aside | Hole;
  readonly right: Aside | Hole | null;
  readonly bottom: Aside | Hole | null;
}

/** yes/no. */
export interface BoolType {
  readonly is: "BoolType";
}

/** How much of everything there may be. */
export interface Budgets {
  readonly is: "Budgets";
  readonly mission: number;
  readonly story: number;
  readonly beside: number;
  readonly board: number;
}

/** A field changes. Event: (site, slot, old, new); the slot tells which field. */
export interface ChangeSite {
  readonly is: "ChangeSite";
  readonly owner: string;
  readonly origin: Origin;
}

/** A choice. */
export interface ChoiceSite {
  readonly is: "ChoiceSite";
  readonly owner: string;
  readonly origin: Origin;
  readonly id: string;
  readonly ask: readonly (string | Hole)[];
  readonly by: string;
  readonly option_type: Type | null;
  readonly branches: readonly (readonly [string, readonly (string | Hole)[]])[];
  readonly optional: boolean;
  readonly offer: boolean;
  readonly together: string;
  readonly grave: boolean;
  readonly grave_branches: readonly string[];
  readonly beside: readonly AsideLine[];
  readonly routine: Aside | null;
  readonly seat: Hole | null;
  readonly scores: readonly (Aside | Hole | null)[];
}

/** A slot that no rule sees. */
export interface Counter {
  readonly is: "Counter";
  readonly slot: number;
  readonly kind: "steps" | "reserve" | "names" | "depth" | "open" | "offer" | "ended";
  readonly name: string;
}

/** A throw of equal dice. */
export interface Dice {
  readonly is: "Dice";
  readonly count: number;
  readonly sides: number;
  readonly keep: "sum" | "digits" | "lowest" | "highest";
}

/** One of several members is drawn at random: each is as likely as the others. */
export interface DrawSite {
  readonly is: "DrawSite";
  readonly owner: string;
  readonly origin: Origin;
  readonly id: string;
  readonly variable: string;
  readonly type: Type;
  readonly dice: Dice;
}

/** An element joins or leaves a list. Event: (site, element reference, its fields' values in order when joining). */
export interface ElementSite {
  readonly is: "ElementSite";
  readonly owner: string;
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
  readonly owner: string;
  readonly origin: Origin;
  readonly kind: "procedure" | "step";
  readonly name: string;
  readonly title: string;
  readonly types: readonly Type[];
  readonly names: readonly string[];
  readonly seen: Seen | null;
}

/** Where the code can be called from outside. */
export interface Entry {
  readonly is: "Entry";
  readonly kind: "define" | "look" | "roll" | "do" | "setup" | "call" | "expect" | "aside";
  readonly name: string;
  readonly function: string;
  readonly params: readonly (readonly [string, Type])[];
  readonly result: Type | null;
  readonly results: number;
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
  readonly owner: string;
  readonly origin: Origin;
  readonly text: string;
}

/** Slots whose default is worked out of open options: it follows them where they are given other values. */
export interface Following {
  readonly is: "Following";
  readonly slots: readonly number[];
  readonly entry: string;
  readonly arguments: readonly number[];
}

/** A place in a text for the value with this index among an event's integers. */
export interface Hole {
  readonly is: "Hole";
  readonly index: number;
  readonly type: Type;
}

/** A whole number from ``low`` to ``high``. */
export interface IntType {
  readonly is: "IntType";
  readonly low: number;
  readonly high: number;
  readonly optional: boolean;
}

/** A procedure or a step is over. Event: (site,). */
export interface LeaveSite {
  readonly is: "LeaveSite";
  readonly owner: string;
  readonly origin: Origin;
  readonly kind: "procedure" | "step";
  readonly name: string;
}

/** A bound was reached and what stood beyond it was left out. Event: (site,). */
export interface LimitSite {
  readonly is: "LimitSite";
  readonly owner: string;
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
  readonly owner: string;
  readonly origin: Origin;
  readonly list: string;
  readonly first: boolean;
}

/** Names for ``text`` fields, in the order in which they are given out. */
export interface NameList {
  readonly is: "NameList";
  readonly record: string;
  readonly names: readonly string[];
}

/** Names are given to slots anew: each takes the number in the slot ``counter``, which goes up by 1. */
export interface Naming {
  readonly is: "Naming";
  readonly counter: number;
  readonly run: Run;
}

/** ``none`` itself, where nothing more is known. */
export interface NoneType {
  readonly is: "NoneType";
}

/** An option whose value stands in a slot, which no rule changes and no player sees. */
export interface OpenOption {
  readonly is: "OpenOption";
  readonly name: string;
  readonly slot: number;
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
  readonly cite: string;
  readonly standing: string;
  readonly evidence: string;
  readonly amended_by: readonly string[];
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
  readonly rules_hash: string;
  readonly options: readonly OptionInForce[];
  readonly overlays: readonly string[];
  readonly names: readonly NameList[];
  readonly players: string | null;
  readonly mission: Entry;
  readonly career: Entry | null;
  readonly tallies: readonly Tally[];
  readonly about: readonly string[];
  readonly enums: ReadonlyMap<string, EnumInfo>;
  readonly slots: number;
  readonly defaults: readonly number[];
  readonly fields: readonly SlotField[];
  readonly lists: readonly SlotList[];
  readonly namings: readonly Naming[];
  readonly regions: readonly Region[];
  readonly counters: readonly Counter[];
  readonly open_options: readonly OpenOption[];
  readonly following: readonly Following[];
  readonly entries: readonly Entry[];
  readonly sites: readonly Site[];
  readonly asides: AsideCode;
  readonly boards: readonly Board[];
  readonly too_deep: number;
  readonly digest: string;
  readonly wording_hash: string;
  readonly clocks: ReadonlyMap<number, number>;
  readonly budgets: Budgets;
}

/** What falls back to its defaults when a procedure ends, without events. */
export interface Region {
  readonly is: "Region";
  readonly owner: string;
  readonly run: Run;
  readonly namings: readonly Naming[];
  readonly cleared: readonly Run[];
  readonly zeroed: readonly number[];
}

/** What a table, rolled or looked up as a statement, gave. Event: (site, value of each part ...). */
export interface ResultSite {
  readonly is: "ResultSite";
  readonly owner: string;
  readonly origin: Origin;
  readonly table: string;
  readonly title: string;
  readonly names: readonly string[];
  readonly types: readonly Type[];
}

/** A throw of dice. */
export interface RollSite {
  readonly is: "RollSite";
  readonly owner: string;
  readonly origin: Origin;
  readonly table: string | null;
  readonly title: string;
  readonly dice: Dice;
  readonly modifiers: readonly ModifierInfo[];
  readonly rows: readonly RowInfo[];
  readonly names: readonly string[];
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

/** Slots one after the other: ``count`` of them from ``first`` on. */
export interface Run {
  readonly is: "Run";
  readonly first: number;
  readonly count: number;
}

/** A line of text. Event: (site, values ...), behind those of the text the values that say who is told it. */
export interface SaySite {
  readonly is: "SaySite";
  readonly owner: string;
  readonly origin: Origin;
  readonly text: readonly (string | Hole)[];
  readonly tone: "good" | "bad" | "";
  readonly seen: Seen | null;
}

/** Who may see something. */
export interface Seen {
  readonly is: "Seen";
  readonly by: Hole | Aside | null;
  readonly when: Hole | Aside | null;
}

/** Where a field lives. */
export interface SlotField {
  readonly is: "SlotField";
  readonly id: string;
  readonly owner: string;
  readonly title: string;
  readonly type: Type;
  readonly base: number;
  readonly shape: readonly number[];
  readonly indices: readonly string[];
  readonly defaults: readonly number[];
  readonly counter: number | null;
  readonly matters: "good" | "bad" | "";
  readonly seen: Seen | null;
}

/** Where a list lives: ``capacity`` slots that each hold an element's reference, or NONE where free. */
export interface SlotList {
  readonly is: "SlotList";
  readonly id: string;
  readonly owner: string;
  readonly title: string;
  readonly record: string;
  readonly base: number;
  readonly capacity: number;
  readonly fields: readonly string[];
  readonly count: number;
  readonly serial: number;
  readonly holders: readonly Run[];
  readonly order: number | null;
  readonly seen: Seen | null;
}

/** What is counted of many runs. */
export interface Tally {
  readonly is: "Tally";
  readonly name: string;
  readonly title: string;
  readonly type: Type;
  readonly matters: "good" | "bad" | "";
  readonly entry: Entry;
  readonly of: readonly string[];
  readonly origin: Origin;
  readonly required: boolean;
}

/** A name: the next one of a list, given when the field falls back to its default. */
export interface TextType {
  readonly is: "TextType";
  readonly names: string;
}

/** The type of what could not be understood; it fits everywhere, so one mistake gives one finding. */
export interface UnknownType {
  readonly is: "UnknownType";
}

/** What an object of each class holds where it says nothing. */
export const DEFAULTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Aside: {},
  AsideCode: {"entries": [], "digest": ""},
  AsideLine: {"condition": null},
  BeforehandSite: {"origin": {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""}},
  Board: {"plan": [], "map": null, "lined": null, "marks": []},
  BoardCell: {"places": [], "text": null, "columns": 1},
  BoardMap: {},
  BoardMark: {"tone": "", "condition": null},
  BoardMarks: {"of": null, "at": null, "type": null, "spot": null},
  BoardMembers: {"values": [], "low": null, "high": null, "list": "", "where": null},
  BoardPlace: {},
  BoardSpot: {"right": null, "bottom": null},
  BoolType: {},
  Budgets: {"mission": 60000000, "story": 16000000, "beside": 4000000, "board": 4000000},
  ChangeSite: {"origin": {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""}},
  ChoiceSite: {"origin": {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""}, "branches": [], "optional": false, "offer": false, "together": "", "grave": false, "grave_branches": [], "beside": [], "routine": null, "seat": null, "scores": []},
  Counter: {"name": ""},
  Dice: {"keep": "sum"},
  DrawSite: {"origin": {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""}},
  ElementSite: {"origin": {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""}},
  ElementType: {"optional": false},
  EnterSite: {"origin": {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""}, "types": [], "names": [], "seen": null},
  Entry: {"params": [], "result": null, "results": 0, "stays": false},
  EnumInfo: {},
  EnumType: {"optional": false},
  FaultSite: {"origin": {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""}},
  Following: {"arguments": []},
  Hole: {},
  IntType: {"optional": false},
  LeaveSite: {"origin": {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""}},
  LimitSite: {"origin": {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""}},
  ListType: {},
  ModifierInfo: {"origin": {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""}},
  MoveSite: {"origin": {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""}},
  NameList: {},
  Naming: {},
  NoneType: {},
  OpenOption: {},
  OptionInForce: {},
  Origin: {"cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""},
  Part: {},
  PartsType: {"optional": false},
  Program: {"players": null, "tallies": [], "about": [], "namings": [], "regions": [], "counters": [], "open_options": [], "following": [], "asides": {"is": "AsideCode", "entries": [], "digest": ""}, "boards": [], "digest": "", "wording_hash": "", "clocks": [], "budgets": {"is": "Budgets", "mission": 60000000, "story": 16000000, "beside": 4000000, "board": 4000000}},
  Region: {"namings": [], "cleared": [], "zeroed": []},
  ResultSite: {"origin": {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""}},
  RollSite: {"origin": {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""}, "modifiers": [], "rows": [], "names": [], "types": []},
  RowInfo: {"origin": {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""}},
  Run: {},
  SaySite: {"origin": {"is": "Origin", "cite": "", "standing": "", "evidence": "", "amended_by": [], "place": ""}, "tone": "", "seen": null},
  Seen: {"when": null},
  SlotField: {"counter": null, "matters": "", "seen": null},
  SlotList: {"holders": [], "order": null, "seen": null},
  Tally: {"required": false},
  TextType: {"names": ""},
  UnknownType: {},
};

/** What an object of each class says in any case. */
export const NEEDED: Readonly<Record<string, readonly string[]>> = {
  Aside: ["entry", "arguments", "type"],
  AsideCode: [],
  AsideLine: ["text"],
  BeforehandSite: ["owner", "table", "title", "row"],
  Board: ["name", "title", "by"],
  BoardCell: [],
  BoardMap: ["left", "right", "top", "bottom"],
  BoardMark: ["text"],
  BoardMarks: ["marks"],
  BoardMembers: ["type"],
  BoardPlace: ["enum", "value", "title"],
  BoardSpot: ["left", "top"],
  BoolType: [],
  Budgets: [],
  ChangeSite: ["owner"],
  ChoiceSite: ["owner", "id", "ask", "by", "option_type"],
  Counter: ["slot", "kind"],
  Dice: ["count", "sides"],
  DrawSite: ["owner", "id", "variable", "type", "dice"],
  ElementSite: ["owner", "list", "joins"],
  ElementType: ["record"],
  EnterSite: ["owner", "kind", "name", "title"],
  Entry: ["kind", "name", "function"],
  EnumInfo: ["values", "titles"],
  EnumType: ["enum"],
  FaultSite: ["owner", "text"],
  Following: ["slots", "entry"],
  Hole: ["index", "type"],
  IntType: ["low", "high"],
  LeaveSite: ["owner", "kind", "name"],
  LimitSite: ["owner", "text"],
  ListType: ["element", "capacity"],
  ModifierInfo: ["label", "text"],
  MoveSite: ["owner", "list", "first"],
  NameList: ["record", "names"],
  Naming: ["counter", "run"],
  NoneType: [],
  OpenOption: ["name", "slot", "type"],
  OptionInForce: ["name", "title", "value", "default"],
  Origin: [],
  Part: ["name", "type"],
  PartsType: ["parts"],
  Program: ["game", "title", "rules_hash", "options", "overlays", "names", "mission", "career", "enums", "slots", "defaults", "fields", "lists", "entries", "sites", "too_deep"],
  Region: ["owner", "run"],
  ResultSite: ["owner", "table", "title", "names", "types"],
  RollSite: ["owner", "table", "title", "dice"],
  RowInfo: ["label", "title", "text"],
  Run: ["first", "count"],
  SaySite: ["owner", "text"],
  Seen: ["by"],
  SlotField: ["id", "owner", "title", "type", "base", "shape", "indices", "defaults"],
  SlotList: ["id", "owner", "title", "record", "base", "capacity", "fields", "count", "serial"],
  Tally: ["name", "title", "type", "matters", "entry", "of", "origin"],
  TextType: [],
  UnknownType: [],
};

const TYPES = ["BoolType", "ElementType", "EnumType", "IntType", "ListType", "NoneType", "PartsType", "TextType", "UnknownType"];
const SITES = ["BeforehandSite", "ChangeSite", "ChoiceSite", "DrawSite", "ElementSite", "EnterSite", "FaultSite", "LeaveSite", "LimitSite", "MoveSite", "ResultSite", "RollSite", "SaySite"];

/** Attributes that hold objects, with the classes that those may be of. */
export const HELD: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Aside: { type: TYPES },
  AsideCode: { entries: ["Entry"] },
  AsideLine: { text: ["Aside", "Hole"], condition: ["Aside", "Hole"] },
  BeforehandSite: { origin: ["Origin"], row: ["RowInfo"] },
  Board: { plan: ["BoardCell"], map: ["BoardMap"], lined: ["BoardMembers"], marks: ["BoardMarks"] },
  BoardCell: { places: ["BoardPlace"], text: ["Aside", "Hole"] },
  BoardMark: { text: ["Aside", "Hole"], condition: ["Aside", "Hole"] },
  BoardMarks: { of: ["BoardMembers"], at: ["Aside", "Hole"], type: TYPES, spot: ["BoardSpot"], marks: ["BoardMark"] },
  BoardMembers: { type: TYPES, values: ["Aside"], low: ["Aside"], high: ["Aside"], where: ["Aside", "Hole"] },
  BoardSpot: { left: ["Aside", "Hole"], top: ["Aside", "Hole"], right: ["Aside", "Hole"], bottom: ["Aside", "Hole"] },
  ChangeSite: { origin: ["Origin"] },
  ChoiceSite: { origin: ["Origin"], ask: ["Hole"], option_type: TYPES, branches: ["Hole"], beside: ["AsideLine"], routine: ["Aside"], seat: ["Hole"], scores: ["Aside", "Hole"] },
  DrawSite: { origin: ["Origin"], type: TYPES, dice: ["Dice"] },
  ElementSite: { origin: ["Origin"] },
  EnterSite: { origin: ["Origin"], types: TYPES, seen: ["Seen"] },
  Entry: { params: TYPES, result: TYPES },
  FaultSite: { origin: ["Origin"] },
  Hole: { type: TYPES },
  LeaveSite: { origin: ["Origin"] },
  LimitSite: { origin: ["Origin"] },
  ListType: { element: TYPES },
  ModifierInfo: { origin: ["Origin"] },
  MoveSite: { origin: ["Origin"] },
  Naming: { run: ["Run"] },
  OpenOption: { type: TYPES },
  Part: { type: TYPES },
  PartsType: { parts: ["Part"] },
  Program: { options: ["OptionInForce"], names: ["NameList"], mission: ["Entry"], career: ["Entry"], tallies: ["Tally"], enums: ["EnumInfo"], fields: ["SlotField"], lists: ["SlotList"], namings: ["Naming"], regions: ["Region"], counters: ["Counter"], open_options: ["OpenOption"], following: ["Following"], entries: ["Entry"], sites: SITES, asides: ["AsideCode"], boards: ["Board"], budgets: ["Budgets"] },
  Region: { run: ["Run"], namings: ["Naming"], cleared: ["Run"] },
  ResultSite: { origin: ["Origin"], types: TYPES },
  RollSite: { origin: ["Origin"], dice: ["Dice"], modifiers: ["ModifierInfo"], rows: ["RowInfo"], types: TYPES },
  RowInfo: { origin: ["Origin"] },
  SaySite: { origin: ["Origin"], text: ["Hole"], seen: ["Seen"] },
  Seen: { by: ["Aside", "Hole"], when: ["Aside", "Hole"] },
  SlotField: { type: TYPES, seen: ["Seen"] },
  SlotList: { holders: ["Run"], seen: ["Seen"] },
  Tally: { type: TYPES, entry: ["Entry"], origin: ["Origin"] },
};

/** Attributes that are mappings, which the data hold as pairs. */
export const MAPPINGS: Readonly<Record<string, readonly string[]>> = {"Program": ["enums", "clocks"]};
