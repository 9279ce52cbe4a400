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

/** The record of the answer to a choice. */
export interface Answer {
  readonly is: "answer";
  /** The option's stable name, or `none`. */
  readonly name: string;
  /** The choice's stable name. */
  readonly at: string;
  /** The first digits of the journal's hash before the choice; empty if unknown. */
  readonly story: string;
  /** Its line in the save, or 0. */
  readonly line: number;
  /** The reason why the player was not asked. */
  readonly why: "" | "routine" | "order" | "auto" | "together";
  /** Whether he gave the order at this very question, so that the answer is his own. */
  readonly ordered: boolean;
  /** The new seed of the dice from here on, 0 to 2**64 - 1; None if it does not change. */
  readonly seed: bigint | null;
  /** Fields of another version, kept as they are. */
  readonly unknown: JsonObject;
}

/** The line of a save that records the answer to a choice, by name. */
export interface AnswerLine {
  /** The option's stable name, or `none`. */
  readonly a: string;
  /** The choice. */
  readonly at: string;
  /** The first digits of the journal's hash before the choice. */
  readonly j: string;
  /** The reason why the player was not asked: `routine` for the only sensible answer; `order` or `auto` for a standing order, for this answer or for the autopilot; `together` for an answer given along with others. */
  readonly why: "" | "routine" | "order" | "auto" | "together";
  /** Whether the player gave the order at this very question, so that the answer is his own all the same. */
  readonly ordered: boolean;
  /** The new seed of the dice from here on, in a game for two; left out if it does not change. */
  readonly seed: bigint | null;
}

/** The record of a session's end. */
export interface End {
  readonly is: "end";
  /** The result's stable name; `none` without a result. */
  readonly result: string;
  /** The rules fault, or empty. */
  readonly fault: string;
  /** The journal's hash; empty if unknown. */
  readonly journal: string;
  /** Its line in the save, or 0. */
  readonly line: number;
  /** Fields of another version, kept as they are. */
  readonly unknown: JsonObject;
}

/** The line of a save that records the end of the session. */
export interface EndLine {
  readonly end: Ending;
}

/** How a session ended: its result or fault. */
export interface Ending {
  /** The result's stable name; `none` without a result. */
  readonly result: string;
  /** The rules fault, or empty. */
  readonly fault: string;
  /** SHA-256 over the journal. */
  readonly journal: string;
}

/** A pinned field: whenever the rules set it, it gets this value. */
export interface FieldPin {
  /** The field's id; it has a single value. */
  readonly field: string;
  /** The value's stable name. */
  readonly value: string;
}

/** The first record of a save: game, rules, options, seed, entry and source of the dice. */
export interface Header {
  /** The game's id. */
  readonly game: string;
  /** Its title. */
  readonly title: string;
  /** The identity of its rules: see rules_identity. */
  readonly rules: string;
  /** The version of the story, by whose hash runs are compared. */
  readonly journal: number;
  /** Name and value in words of every option. */
  readonly options: { readonly [name: string]: string };
  /** The overlays in force, in order. */
  readonly overlays: readonly OverlayInForce[];
  /** The seed of the dice and of random choices; 0 to 2**64 - 1. */
  readonly seed: bigint;
  /** Mission or career. */
  readonly entry: "mission" | "career";
  /** The values of the entry's parameters. */
  readonly args: readonly number[];
  /** The source of the dice. */
  readonly dice: "seeded" | "manual" | "file";
  /** The file of dice, or None. */
  readonly dice_file: string | null;
  /** The folder of the game; None if it came with the program. */
  readonly folder: string | null;
  /** The names to show; None for those of the manifest in their order. */
  readonly names: Naming | null;
  /** Pinned tables. */
  readonly pins: readonly Pin[];
  /** Pinned fields. */
  readonly fields: readonly FieldPin[];
  /** The thrower from here on, if not the source in `dice`. */
  readonly thrower: "" | "hand" | "seed";
  /** The digest of the rules' texts, by which they are kept beside saves; empty if unknown. */
  readonly snapshot: string;
  /** Fields of another version, kept as they are. */
  readonly unknown: JsonObject;
}

/** The line of a save that records a name which the player gave; it holds from there on. */
export interface NameLine {
  readonly named: OwnName;
}

/** An overlay that a save was played with: `kind name`, and its file if it is not the game's own. */
export interface OverlayInForce {
  readonly name: string;
  readonly file: string | null;
}

/** A pinned table: every throw on it has the same result. */
export interface Pin {
  /** The table's id. */
  readonly table: string;
  /** The faces of the dice, or for several dice a single number, their total. */
  readonly faces: readonly number[];
}

/** The line of a save that records a change of rules from there on. */
export interface RulesLine {
  /** The hash of the rules. */
  readonly rules: string;
  /** The version of the journal. */
  readonly journal: number;
  /** Every option and its value in words. */
  readonly options: { readonly [name: string]: string };
  /** The overlays in force, in order. */
  readonly overlays: readonly OverlayInForce[];
  /** The number of first records that remain valid. */
  readonly kept: number;
  /** The digest of the rules' texts; empty if unknown. */
  readonly snapshot: string;
}

/** The record of a throw of dice: faces, or a single number for several dice if only the total is known. */
export interface Throw {
  readonly is: "throw";
  /** The faces; at least one. */
  readonly faces: readonly number[];
  /** The table's id, or `-` for dice without a table. */
  readonly at: string;
  /** Its line in the save, or 0. */
  readonly line: number;
  /** The thrower. */
  readonly by: "" | "hand" | "seed" | "pin";
  /** Fields of another version, kept as they are. */
  readonly unknown: JsonObject;
}

/** The line of a save that records a throw of dice. */
export interface ThrowLine {
  /** The faces; a single number for several dice is their total. */
  readonly d: readonly number[];
  /** The table, or `-` for dice without a table. */
  readonly at: string;
  /** The thrower: `hand`, a person; `seed`; `pin` for a pinned table; left out for the dice of the header. */
  readonly by: "" | "hand" | "seed" | "pin";
}

/** The line of a save that records who throws the dice from there on. */
export interface ThrowerLine {
  /** The thrower: `hand`, a person; `seed`; empty for the dice of the header. */
  readonly thrower: "" | "hand" | "seed";
}

/** The line of a save that takes back a number of answers (or throws of real dice), with everything after them. */
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
  Pin: { fields: { table: "string", faces: { list: { low: -100 } } }, usual: {  } },
  RulesLine: { fields: { rules: "string", journal: "integer", options: { members: "string" }, overlays: { list: { of: ["OverlayInForce"] } }, kept: { low: 0 }, snapshot: "string" }, usual: { snapshot: "" } },
  ThrowLine: { fields: { d: { list: { low: -100 }, least: 1 }, at: "string", by: { words: ["", "hand", "seed", "pin"] } }, usual: { by: "" } },
  ThrowerLine: { fields: { thrower: { words: ["", "hand", "seed"] } }, usual: {  } },
  UndoLine: { fields: { undo: { low: 1 } }, usual: {  } },
} as const satisfies Classes;
