// What a session is made of, and the lines of its save. Made by `python -m web` from the Python classes; not to be edited.

import type { Classes } from "../codec";
import type { JsonObject } from "../json";
import type { Naming, OwnName } from "../engine/classes";

export type Record =
  | Answer
  | Throw;

export type Line =
  | AnswerLine
  | EndLine
  | NameLine
  | RulesLine
  | ThrowLine
  | ThrowerLine
  | UndoLine;

/** The answer to a choice. */
export interface Answer {
  readonly is: "answer";
  /** The option's stable name, or `none`. */
  readonly name: string;
  /** The choice's stable name. */
  readonly at: string;
  /** The first digits of the journal's hash before it was asked; empty where unknown. */
  readonly story: string;
  /** Its line in the save, or 0. */
  readonly line: number;
  /** Why the player was not asked for it. */
  readonly why: "" | "routine" | "order" | "auto" | "together";
  /** Whether he gave the order for it at this very question: so it is his own all the same. */
  readonly ordered: boolean;
  /** By which the dice behind it begin anew, 0 to 2**64 - 1; None where they go on as they were. */
  readonly seed: bigint | null;
  /** Fields of another version's, which are kept as they are. */
  readonly unknown: JsonObject;
}

/** The answer to a choice, by name. */
export interface AnswerLine {
  /** The option's stable name, or `none`. */
  readonly a: string;
  /** The choice. */
  readonly at: string;
  /** The first digits of the journal's hash before it was asked. */
  readonly j: string;
  /** Why the player was not asked for it: `routine`, it was the one sensible answer; `order`, `auto`, a standing order, for this answer or for the autopilot; `together`, it was given along with others. */
  readonly why: "" | "routine" | "order" | "auto" | "together";
  /** Whether the order was given at this very question, and the answer is the player's own all the same. */
  readonly ordered: boolean;
  /** By which the dice behind it begin anew, at a table of two; left out where they go on as they were. */
  readonly seed: bigint | null;
}

/** How a session ended. */
export interface End {
  readonly is: "end";
  /** The result's stable name; `none` where there is none. */
  readonly result: string;
  /** The rules fault, or empty. */
  readonly fault: string;
  /** The journal's hash; empty where unknown. */
  readonly journal: string;
  /** Its line in the save, or 0. */
  readonly line: number;
  /** Fields of another version's, which are kept as they are. */
  readonly unknown: JsonObject;
}

/** The session is over. */
export interface EndLine {
  readonly end: Ending;
}

/** How the session ended. */
export interface Ending {
  /** The result's stable name; `none` where there is none. */
  readonly result: string;
  /** The rules fault, or empty. */
  readonly fault: string;
  /** SHA-256 over the journal. */
  readonly journal: string;
}

/** Whenever the rules set a field to a value, it gets this one. */
export interface FieldPin {
  /** The field's id; it has a single value. */
  readonly field: string;
  /** The value's stable name. */
  readonly value: string;
}

/** What a session begins with. */
export interface Header {
  /** The game's id. */
  readonly game: string;
  /** Its title. */
  readonly title: string;
  /** The hash by which its rules are known: see rules_identity. */
  readonly rules: string;
  /** The version of the story, whose hash tells two runs apart. */
  readonly journal: number;
  /** Name and value in words of every option. */
  readonly options: { readonly [name: string]: string };
  /** Those in force, in order. */
  readonly overlays: readonly OverlayInForce[];
  /** Of the dice and of random choices; 0 to 2**64 - 1. */
  readonly seed: bigint;
  /** Whether a mission is played or the career. */
  readonly entry: "mission" | "career";
  /** The values of the entry's parameters. */
  readonly args: readonly number[];
  /** Where the dice come from. */
  readonly dice: "seeded" | "manual" | "file";
  /** The file of dice, or None. */
  readonly dice_file: string | null;
  /** Where the game lies, so that it is found again; None where it came with the program. */
  readonly folder: string | null;
  /** Which names are shown; None for those of the manifest in their order. */
  readonly names: Naming | null;
  /** Tables whose dice are laid, not thrown. */
  readonly pins: readonly Pin[];
  /** Fields that are pinned. */
  readonly fields: readonly FieldPin[];
  /** Who throws from here on, where that is another than `dice` says. */
  readonly thrower: "" | "hand" | "seed";
  /** The digest of the texts of its rules, by which they are kept beside saves; empty where it does not say. */
  readonly snapshot: string;
  /** Fields of another version's, which are kept as they are. */
  readonly unknown: JsonObject;
}

/** From here on something is called by a name that the player gave. */
export interface NameLine {
  readonly named: OwnName;
}

/** An overlay: `kind name`, and the file it came from where it is none of the game's own. */
export interface OverlayInForce {
  readonly name: string;
  readonly file: string | null;
}

/** Every throw on a table shows the same. */
export interface Pin {
  /** The table's id. */
  readonly table: string;
  /** What the dice show, or a single number for several dice, their total. */
  readonly faces: readonly number[];
}

/** From here on played with other rules. */
export interface RulesLine {
  /** The hash of the rules. */
  readonly rules: string;
  /** The version of the journal. */
  readonly journal: number;
  /** Every option and its value in words. */
  readonly options: { readonly [name: string]: string };
  /** The overlays in force, in order. */
  readonly overlays: readonly OverlayInForce[];
  /** How many of the records so far still count: the first. */
  readonly kept: number;
  /** The digest of the texts of the rules; empty where it is not known. */
  readonly snapshot: string;
}

/** Dice as they fell: faces, or a single number for several dice where only the total was told. */
export interface Throw {
  readonly is: "throw";
  /** At least one. */
  readonly faces: readonly number[];
  /** The table's id, or `-` for dice that no table owns. */
  readonly at: string;
  /** Its line in the save, or 0. */
  readonly line: number;
  /** Who threw them. */
  readonly by: "" | "hand" | "seed" | "pin";
  /** Fields of another version's, which are kept as they are. */
  readonly unknown: JsonObject;
}

/** Dice as they fell. */
export interface ThrowLine {
  /** The faces; a single number for several dice is their total. */
  readonly d: readonly number[];
  /** The table, or `-` for dice that no table owns. */
  readonly at: string;
  /** Who threw them: `hand`, a person; `seed`; `pin`, nobody, for the table is pinned; left out for those whom the header names. */
  readonly by: "" | "hand" | "seed" | "pin";
}

/** From here on others throw. */
export interface ThrowerLine {
  /** Who: `hand`, a person; `seed`; empty, those whom the header names. */
  readonly thrower: "" | "hand" | "seed";
}

/** As many answers (or throws of real dice) are taken back, with all that followed them. */
export interface UndoLine {
  readonly undo: number;
}

/** The descriptors of the classes that are read and written. */
export const SAVE_CLASSES = {
  AnswerLine: { fields: { a: "string", at: "string", j: "string", why: { words: ["", "routine", "order", "auto", "together"] }, ordered: "boolean", seed: { any: [{ low: 0, high: 18446744073709551615n }, "null"] } }, usual: { j: "", why: "", ordered: false, seed: null } },
  EndLine: { fields: { end: { of: ["Ending"] } }, usual: {  } },
  Ending: { fields: { result: "string", fault: "string", journal: "string" }, usual: {  } },
  FieldPin: { fields: { field: "string", value: "string" }, usual: {  } },
  Header: { fields: { game: "string", title: "string", rules: "string", journal: "integer", options: { members: "string" }, overlays: { list: { of: ["OverlayInForce"] } }, seed: { low: 0, high: 18446744073709551615n }, entry: { words: ["mission", "career"] }, args: { list: { low: -2147483648, high: 2147483647 } }, dice: { words: ["seeded", "manual", "file"] }, dice_file: { any: ["string", "null"] }, folder: { any: ["string", "null"] }, names: { any: [{ of: ["Naming"] }, "null"] }, pins: { list: { of: ["Pin"] } }, fields: { list: { of: ["FieldPin"] } }, thrower: { words: ["", "hand", "seed"] }, snapshot: "string" }, usual: { folder: null, names: null, pins: [], fields: [], thrower: "", snapshot: "" } },
  NameLine: { fields: { named: { of: ["OwnName"] } }, usual: {  } },
  Naming: { fields: { shuffled: "boolean", own: { list: { of: ["OwnName"] } } }, usual: { own: [] } },
  OverlayInForce: { fields: { name: "string", file: { any: ["string", "null"] } }, usual: {  } },
  OwnName: { fields: { of: "string", number: { low: 0 }, name: "string" }, usual: {  } },
  Pin: { fields: { table: "string", faces: { list: { low: 1 } } }, usual: {  } },
  RulesLine: { fields: { rules: "string", journal: "integer", options: { members: "string" }, overlays: { list: { of: ["OverlayInForce"] } }, kept: { low: 0 }, snapshot: "string" }, usual: { snapshot: "" } },
  ThrowLine: { fields: { d: { list: { low: 1 }, least: 1 }, at: "string", by: { words: ["", "hand", "seed", "pin"] } }, usual: { by: "" } },
  ThrowerLine: { fields: { thrower: { words: ["", "hand", "seed"] } }, usual: {  } },
  UndoLine: { fields: { undo: { low: 1 } }, usual: {  } },
} as const satisfies Classes;
