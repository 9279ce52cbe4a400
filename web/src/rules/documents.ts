// The documents of game files and sites. Made by `python -m web` from the Python classes; not to be edited.

import type { Classes } from "../codec";

/** An overlay item that touched the table: `errata general 22` with its title and its changes. */
export interface Amendment {
  readonly item: string;
  readonly title: string;
  readonly origin: Origin;
  readonly changes: readonly Change[];
}

/** A table's card. */
export interface Card {
  readonly id: string;
  readonly title: string;
  readonly origin: Origin;
  readonly params: readonly string[];
  /** The possible results; empty if the table only acts. */
  readonly gives: string;
  /** `2d6`; empty for a table that is looked up. */
  readonly dice: string;
  /** The action on each entry of a row, and the parts of an entry; empty if rows have no entries. */
  readonly each: string;
  readonly before: readonly Line[];
  readonly modifiers: readonly ModifierLine[];
  readonly rows: readonly Line[];
  /** The printed grid; both empty for a table in rows. */
  readonly head: readonly string[];
  /** The printed grid; both empty for a table in rows. */
  readonly grid: readonly (readonly string[])[];
  /** For a cell of the grid (line and column) the overlay items that touched it. */
  readonly cells: readonly (readonly [number, number, readonly string[]])[];
  /** For a line of the grid its own standing, if it differs from the table's. */
  readonly origins: readonly (readonly [number, Origin])[];
  readonly notes: readonly NoteLine[];
  readonly amendments: readonly Amendment[];
  /** What it does in play; empty if the rules do not say. */
  readonly explanation: string;
  /** `every row added up` where every row applies that holds; empty where one row counts. */
  readonly every_row: string;
}

/** The JSON document of all tables of a game. */
export interface Cards {
  readonly document: "cards";
  /** The game's id. */
  readonly game: string;
  /** The hash of the rules. */
  readonly rules: string;
  readonly tables: readonly Card[];
}

/** A change by an overlay item; both texts are empty for a mere confirmation. */
export interface Change {
  readonly was: string;
  readonly now: string;
}

/** A game file of a game: its plain rules, or those with a variant or house rules. */
export interface Edition {
  /** Its name; empty for the plain rules. */
  readonly name: string;
  /** Its path in the site's folder. */
  readonly file: string;
  /** Its size. */
  readonly bytes: number;
  /** The overlays in force, as `kind name`. */
  readonly overlays: readonly string[];
  /** The hash of the rules. */
  readonly rules: string;
  /** The hash of rules and sentences, by which saves with a story of version 1 identify their rules. */
  readonly wording: string;
  /** The digest of the rules' texts. */
  readonly snapshot: string;
}

/** The help on one named thing. */
export interface Help {
  /** Its kind: `table`, `option`, `on the sheet`, the name of an enum for its values. */
  readonly kind: string;
  /** Its name in the rules. */
  readonly name: string;
  /** Its title. */
  readonly title: string;
  /** Its properties, each with its value: `strength`, `4`. */
  readonly told: readonly (readonly [string, string])[];
  /** The titles of the rules that use it. */
  readonly uses: readonly string[];
  /** Its origin. */
  readonly origin: Origin;
  /** What it does in play, paragraphs apart by empty lines; empty if the rules do not say. */
  readonly explanation: string;
  /** The citation of the explanation; may be empty. */
  readonly cite: string;
}

/** A game file of an earlier site in the same folder, kept for links to games that were played by its rules. */
export interface KeptEdition {
  /** The name of its edition; empty for the plain rules. */
  readonly name: string;
  /** Its path in the site's folder. */
  readonly file: string;
  /** Its size. */
  readonly bytes: number;
  /** The overlays in force, as `kind name`. */
  readonly overlays: readonly string[];
  /** The hash of the rules. */
  readonly rules: string;
  /** The digest of the rules' texts. */
  readonly snapshot: string;
  /** The version of the program that made it. */
  readonly version: string;
}

/** A row, a natural row (matched by the dice before modifiers), or a result without dice. */
export interface Line {
  /** Its key as the rules write it: `2..3`, `natural 6`, `when lamp is 0`. */
  readonly key: string;
  /** Its title on the card; may be empty. */
  readonly title: string;
  /** The condition of a natural row; empty for always. */
  readonly when: string;
  /** Its effects, line by line. */
  readonly result: readonly string[];
  /** Its own origin; the standing is empty if it is the table's. */
  readonly origin: Origin;
}

/** A modifier: its amount as the rules write it, its name, and its condition. */
export interface ModifierLine {
  readonly amount: string;
  readonly label: string;
  readonly when: string;
  readonly shared: boolean;
  /** Its own origin; the standing is empty if it is the table's. */
  readonly origin: Origin;
}

/** A part of the larger site, to which every page links in its header. */
export interface Neighbour {
  /** Its title. */
  readonly title: string;
  /** The path of its first page in the folder. */
  readonly path: string;
}

/** A note of the table. */
export interface NoteLine {
  readonly name: string;
  readonly title: string;
  readonly text: readonly string[];
}

/** The provenance of a rule; empty attributes are not stated. */
export interface Origin {
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

/** How a game goes, in one page for who plays it for the first time. */
export interface Primer {
  /** Its heading. */
  readonly title: string;
  /** Its paragraphs. */
  readonly paragraphs: readonly string[];
}

/** An option of a game, with its possible values. */
export interface Setting {
  /** Its name in rules and saves. */
  readonly name: string;
  /** Its title. */
  readonly title: string;
  /** The title of its chapter; empty for none. */
  readonly chapter: string;
  /** Its possible values; empty for a number. */
  readonly values: readonly Value[];
  /** The least and the greatest value of a number. */
  readonly low: number | null;
  /** The least and the greatest value of a number. */
  readonly high: number | null;
  /** Its default, as the rules write it. */
  readonly default: string;
  /** Its origin. */
  readonly origin: Origin;
  /** What it changes in play; empty if the rules do not say. */
  readonly explanation: string;
}

/** The JSON document of a game's options, in the order of its chapters, those in no chapter first. */
export interface Settings {
  readonly document: "settings";
  /** The game's id. */
  readonly game: string;
  readonly options: readonly Setting[];
  /** How the game goes, in one page; None if the rules do not say. */
  readonly primer: Primer | null;
  /** The names of the titled procedures and steps before which play can stop, in the order in which the rules come to them. */
  readonly stops: readonly string[];
}

/** A game of the site. */
export interface SiteGame {
  /** The game's id; the folder of its pages has this name. */
  readonly game: string;
  /** Its title. */
  readonly title: string;
  /** The introduction for players, a blank line between its paragraphs. */
  readonly about: string;
  /** Its game files, the plain rules first. */
  readonly editions: readonly Edition[];
  /** Game files of earlier editions, the last first. */
  readonly kept: readonly KeptEdition[];
  /** Its version, its licence and its address on the web, in a line; empty if its manifest has none. */
  readonly release: string;
}

/** The JSON document of the games of a site, in the order of the call. */
export interface SiteGames {
  readonly document: "site";
  /** The games. */
  readonly games: readonly SiteGame[];
  /** The parts of the larger site that this is a part of, for the page's header; empty if there is none. */
  readonly neighbours: readonly Neighbour[];
  /** Whether it has a workshop, in which rules are changed. */
  readonly has_workshop: boolean;
}

/** The JSON document of the help on a game's named things, those that players meet first at the beginning. */
export interface Things {
  readonly document: "things";
  /** The game's id. */
  readonly game: string;
  readonly things: readonly Help[];
}

/** A value of an option: its name in rules and saves, and its title. */
export interface Value {
  readonly word: string;
  readonly title: string;
}

/** A file that the workshop loads. */
export interface WorkshopFile {
  /** Its path, from the workshop's folder. */
  readonly path: string;
  /** Its size. */
  readonly bytes: number;
}

/** What a workshop loads before it can be used. */
export interface WorkshopFiles {
  readonly document: "workshop";
  /** The files of Pyodide. */
  readonly runtime: readonly WorkshopFile[];
  /** Our program. */
  readonly program: WorkshopFile;
  /** The rules of the site's games. */
  readonly games: readonly WorkshopGame[];
}

/** The rules of a game of the site. */
export interface WorkshopGame {
  /** The game's id. */
  readonly id: string;
  /** Its title. */
  readonly title: string;
  /** The path of the file of its rules, from the workshop's folder. */
  readonly path: string;
  /** The size of that file. */
  readonly bytes: number;
}

/** The descriptors of the classes that are read and written. */
export const DOCUMENT_CLASSES = {
  Amendment: { fields: { item: "string", title: "string", origin: { of: ["Origin"] }, changes: { list: { of: ["Change"] } } }, usual: { item: "", title: "", changes: [] } },
  Card: { fields: { id: "string", title: "string", origin: { of: ["Origin"] }, params: { list: "string" }, gives: "string", dice: "string", each: "string", before: { list: { of: ["Line"] } }, modifiers: { list: { of: ["ModifierLine"] } }, rows: { list: { of: ["Line"] } }, head: { list: "string" }, grid: { list: { list: "string" } }, cells: { list: { tuple: ["integer", "integer", { list: "string" }] } }, origins: { list: { tuple: ["integer", { of: ["Origin"] }] } }, notes: { list: { of: ["NoteLine"] } }, amendments: { list: { of: ["Amendment"] } }, explanation: "string", every_row: "string" }, usual: { id: "", title: "", params: [], gives: "", dice: "", each: "", before: [], modifiers: [], rows: [], head: [], grid: [], cells: [], origins: [], notes: [], amendments: [], explanation: "", every_row: "" } },
  Cards: { fields: { game: "string", rules: "string", tables: { list: { of: ["Card"] } } }, usual: {  } },
  Change: { fields: { was: "string", now: "string" }, usual: { was: "", now: "" } },
  Edition: { fields: { name: "string", file: "string", bytes: "integer", overlays: { list: "string" }, rules: "string", wording: "string", snapshot: "string" }, usual: { name: "", file: "", bytes: 0, overlays: [], rules: "", wording: "", snapshot: "" } },
  Help: { fields: { kind: "string", name: "string", title: "string", told: { list: { tuple: ["string", "string"] } }, uses: { list: "string" }, origin: { of: ["Origin"] }, explanation: "string", cite: "string" }, usual: { kind: "", name: "", title: "", told: [], uses: [], explanation: "", cite: "" } },
  KeptEdition: { fields: { name: "string", file: "string", bytes: "integer", overlays: { list: "string" }, rules: "string", snapshot: "string", version: "string" }, usual: { name: "", file: "", bytes: 0, overlays: [], rules: "", snapshot: "", version: "" } },
  Line: { fields: { key: "string", title: "string", when: "string", result: { list: "string" }, origin: { of: ["Origin"] } }, usual: { key: "", title: "", when: "", result: [] } },
  ModifierLine: { fields: { amount: "string", label: "string", when: "string", shared: "boolean", origin: { of: ["Origin"] } }, usual: { amount: "", label: "", when: "", shared: false } },
  Neighbour: { fields: { title: "string", path: "string" }, usual: { title: "", path: "" } },
  NoteLine: { fields: { name: "string", title: "string", text: { list: "string" } }, usual: { name: "", title: "", text: [] } },
  Origin: { fields: { cite: "string", standing: "string", evidence: "string", amended_by: { list: "string" }, place: "string" }, usual: { cite: "", standing: "", evidence: "", amended_by: [], place: "" } },
  Primer: { fields: { title: "string", paragraphs: { list: "string" } }, usual: { title: "", paragraphs: [] } },
  Setting: { fields: { name: "string", title: "string", chapter: "string", values: { list: { of: ["Value"] } }, low: { any: ["integer", "null"] }, high: { any: ["integer", "null"] }, default: "string", origin: { of: ["Origin"] }, explanation: "string" }, usual: { name: "", title: "", chapter: "", values: [], low: null, high: null, default: "", explanation: "" } },
  Settings: { fields: { game: "string", options: { list: { of: ["Setting"] } }, primer: { any: [{ of: ["Primer"] }, "null"] }, stops: { list: "string" } }, usual: {  } },
  SiteGame: { fields: { game: "string", title: "string", about: "string", editions: { list: { of: ["Edition"] } }, kept: { list: { of: ["KeptEdition"] } }, release: "string" }, usual: { game: "", title: "", about: "", editions: [], kept: [], release: "" } },
  SiteGames: { fields: { games: { list: { of: ["SiteGame"] } }, neighbours: { list: { of: ["Neighbour"] } }, has_workshop: "boolean" }, usual: {  } },
  Things: { fields: { game: "string", things: { list: { of: ["Help"] } } }, usual: {  } },
  Value: { fields: { word: "string", title: "string" }, usual: { word: "", title: "" } },
  WorkshopFile: { fields: { path: "string", bytes: "integer" }, usual: { path: "", bytes: 0 } },
  WorkshopFiles: { fields: { runtime: { list: { of: ["WorkshopFile"] } }, program: { of: ["WorkshopFile"] }, games: { list: { of: ["WorkshopGame"] } } }, usual: {  } },
  WorkshopGame: { fields: { id: "string", title: "string", path: "string", bytes: "integer" }, usual: { id: "", title: "", path: "", bytes: 0 } },
} as const satisfies Classes;
