// The documents of game files and sites. Made by `python -m web` from the Python classes; not to be edited.

import type { Classes } from "../codec";

/** An overlay item that touched the table: `errata general 22` with its title and what it did. */
export interface Amendment {
  readonly item: string;
  readonly title: string;
  readonly origin: Origin;
  readonly changes: readonly Change[];
}

/** A table. */
export interface Card {
  readonly id: string;
  readonly title: string;
  readonly origin: Origin;
  readonly params: readonly string[];
  /** What its result can be; empty where it only acts. */
  readonly gives: string;
  /** `2d6`; empty for a table that is looked up. */
  readonly dice: string;
  /** What is done with each entry of a row, and what its words are; empty where rows have none. */
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
  /** For a line of the grid its own standing, where it differs from the table's. */
  readonly origins: readonly (readonly [number, Origin])[];
  readonly notes: readonly NoteLine[];
  readonly amendments: readonly Amendment[];
}

/** The tables of a game as they stand. */
export interface Cards {
  readonly document: "cards";
  /** The game's id. */
  readonly game: string;
  /** The hash of the rules. */
  readonly rules: string;
  readonly tables: readonly Card[];
}

/** What an overlay item did here; both texts are empty where it only confirms. */
export interface Change {
  readonly was: string;
  readonly now: string;
}

/** One game file of a game: its rules as they come, or with a variant or house rules in force. */
export interface Edition {
  /** What it is called; empty for the rules as they come. */
  readonly name: string;
  /** The file, by its path from the site's folder. */
  readonly file: string;
  /** Its size. */
  readonly bytes: number;
  /** Those in force, as `kind name`. */
  readonly overlays: readonly string[];
  /** The hash of the rules. */
  readonly rules: string;
  /** The hash of rules and sentences, by which saves whose story is of version 1 know their rules. */
  readonly wording: string;
  /** The digest of the texts of the rules. */
  readonly snapshot: string;
}

/** What something is. */
export interface Help {
  /** What it is one of: `table`, `option`, `on the sheet`, the name of an enum for its values. */
  readonly kind: string;
  /** As the rules call it. */
  readonly name: string;
  /** As people do. */
  readonly title: string;
  /** What there is to say, each with what it says: `strength`, `4`. */
  readonly told: readonly (readonly [string, string])[];
  /** Where it counts: the titles of what asks for it. */
  readonly uses: readonly string[];
  /** Where it comes from. */
  readonly origin: Origin;
}

/** A row, a natural row, or a result without dice. */
export interface Line {
  /** What leads to it, as written: `2..3`, `natural 6`, `when lamp is 0`. */
  readonly key: string;
  /** What the card calls it; may be empty. */
  readonly title: string;
  /** The condition under which a natural row is taken; empty for always. */
  readonly when: string;
  /** What it does, line by line. */
  readonly result: readonly string[];
  /** Its own; the standing is empty where it is the table's. */
  readonly origin: Origin;
}

/** A modifier: its amount as written, its name, and when it applies. */
export interface ModifierLine {
  readonly amount: string;
  readonly label: string;
  readonly when: string;
  readonly shared: boolean;
  /** Its own; the standing is empty where it is the table's. */
  readonly origin: Origin;
}

/** A note of the table. */
export interface NoteLine {
  readonly name: string;
  readonly title: string;
  readonly text: readonly string[];
}

/** The provenance of a rule; what is empty is not said. */
export interface Origin {
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

/** An option. */
export interface Setting {
  /** As the rules and saves call it. */
  readonly name: string;
  /** As people do. */
  readonly title: string;
  /** The title of the chapter that it stands in; empty for none. */
  readonly chapter: string;
  /** What it can be; none of them where it is a number. */
  readonly values: readonly Value[];
  /** The least and the greatest, where it is a number. */
  readonly low: number | null;
  /** The least and the greatest, where it is a number. */
  readonly high: number | null;
  /** What it is unless somebody chooses, as the rules write it. */
  readonly default: string;
  /** Where it comes from. */
  readonly origin: Origin;
}

/** The options of a game, in the order of its chapters, those in no chapter first. */
export interface Settings {
  readonly document: "settings";
  /** The game's id. */
  readonly game: string;
  readonly options: readonly Setting[];
}

/** A game that can be played here. */
export interface SiteGame {
  /** The game's id; its pages stand in a folder of this name. */
  readonly game: string;
  /** Its title. */
  readonly title: string;
  /** What a player should know before he plays, a blank line between its paragraphs. */
  readonly about: string;
  /** Its game files, the rules as they come first. */
  readonly editions: readonly Edition[];
}

/** The games of a site, in the order of the call. */
export interface SiteGames {
  readonly document: "site";
  readonly games: readonly SiteGame[];
}

/** What has a name or a title in a game: what players meet first comes first. */
export interface Things {
  readonly document: "things";
  /** The game's id. */
  readonly game: string;
  readonly things: readonly Help[];
}

/** What an option can be: as the rules and saves write it, and as people read it. */
export interface Value {
  readonly word: string;
  readonly title: string;
}

/** The descriptors of the classes that are read and written. */
export const DOCUMENT_CLASSES = {
  Amendment: { fields: { item: "string", title: "string", origin: { of: ["Origin"] }, changes: { list: { of: ["Change"] } } }, usual: { item: "", title: "", changes: [] } },
  Card: { fields: { id: "string", title: "string", origin: { of: ["Origin"] }, params: { list: "string" }, gives: "string", dice: "string", each: "string", before: { list: { of: ["Line"] } }, modifiers: { list: { of: ["ModifierLine"] } }, rows: { list: { of: ["Line"] } }, head: { list: "string" }, grid: { list: { list: "string" } }, cells: { list: { tuple: ["integer", "integer", { list: "string" }] } }, origins: { list: { tuple: ["integer", { of: ["Origin"] }] } }, notes: { list: { of: ["NoteLine"] } }, amendments: { list: { of: ["Amendment"] } } }, usual: { id: "", title: "", params: [], gives: "", dice: "", each: "", before: [], modifiers: [], rows: [], head: [], grid: [], cells: [], origins: [], notes: [], amendments: [] } },
  Cards: { fields: { game: "string", rules: "string", tables: { list: { of: ["Card"] } } }, usual: {  } },
  Change: { fields: { was: "string", now: "string" }, usual: { was: "", now: "" } },
  Edition: { fields: { name: "string", file: "string", bytes: "integer", overlays: { list: "string" }, rules: "string", wording: "string", snapshot: "string" }, usual: { name: "", file: "", bytes: 0, overlays: [], rules: "", wording: "", snapshot: "" } },
  Help: { fields: { kind: "string", name: "string", title: "string", told: { list: { tuple: ["string", "string"] } }, uses: { list: "string" }, origin: { of: ["Origin"] } }, usual: { kind: "", name: "", title: "", told: [], uses: [] } },
  Line: { fields: { key: "string", title: "string", when: "string", result: { list: "string" }, origin: { of: ["Origin"] } }, usual: { key: "", title: "", when: "", result: [] } },
  ModifierLine: { fields: { amount: "string", label: "string", when: "string", shared: "boolean", origin: { of: ["Origin"] } }, usual: { amount: "", label: "", when: "", shared: false } },
  NoteLine: { fields: { name: "string", title: "string", text: { list: "string" } }, usual: { name: "", title: "", text: [] } },
  Origin: { fields: { cite: "string", standing: "string", evidence: "string", amended_by: { list: "string" }, place: "string" }, usual: { cite: "", standing: "", evidence: "", amended_by: [], place: "" } },
  Setting: { fields: { name: "string", title: "string", chapter: "string", values: { list: { of: ["Value"] } }, low: { any: ["integer", "null"] }, high: { any: ["integer", "null"] }, default: "string", origin: { of: ["Origin"] } }, usual: { name: "", title: "", chapter: "", values: [], low: null, high: null, default: "" } },
  Settings: { fields: { game: "string", options: { list: { of: ["Setting"] } } }, usual: {  } },
  SiteGame: { fields: { game: "string", title: "string", about: "string", editions: { list: { of: ["Edition"] } } }, usual: { game: "", title: "", about: "", editions: [] } },
  SiteGames: { fields: { games: { list: { of: ["SiteGame"] } } }, usual: {  } },
  Things: { fields: { game: "string", things: { list: { of: ["Help"] } } }, usual: {  } },
  Value: { fields: { word: "string", title: "string" }, usual: { word: "", title: "" } },
} as const satisfies Classes;
