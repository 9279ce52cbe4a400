/** What a session is made of: its header, and the dice and answers in their order. */

import { unreachable } from "../closed";
import type { Naming } from "../engine/names";
import type { By, DiceName, EntryName, Thrower, Why } from "../modes";
import type { JsonObject } from "./json";

/** What stands where nothing but known fields is told. */
export const NO_FIELDS: JsonObject = {};

/** Words by names. */
export type Words = { readonly [name: string]: string };

/** Every throw on a table shows the same. */
export interface Pin {
  /** The table's id. */
  readonly table: string;
  /** What the dice show, or a single number for several dice, their total. */
  readonly faces: readonly number[];
}

/** Whenever the rules set a field to a value, it gets this one. */
export interface FieldPin {
  readonly field: string;
  readonly value: string;
}

/** An overlay: `kind name`, and the file it came from where it is none of the game's own. */
export interface OverlayInForce {
  readonly name: string;
  readonly file: string | null;
}

/** What a session begins with; named as in the first line of a save. */
export interface Header {
  /** The game's id. */
  readonly game: string;
  readonly title: string;
  /** The hash by which its rules are known: see {@link identityOf}. */
  readonly rules: string;
  /** The version of the story, whose hash tells two runs apart. */
  readonly journal: number;
  /** Name and value in words of every option. */
  readonly options: Words;
  /** Those in force, in order. */
  readonly overlays: readonly OverlayInForce[];
  /** Of the dice and of random choices; 0 to 2 ** 64 - 1. */
  readonly seed: bigint;
  /** Whether a mission is played or the career. */
  readonly entry: EntryName;
  /** The values of the entry's parameters. */
  readonly args: readonly number[];
  /** Where the dice come from. */
  readonly dice: DiceName;
  /** The file of dice, or null. */
  readonly dice_file: string | null;
  /** Where the game lies for the command line; null where it came with the program. */
  readonly folder: string | null;
  /** Which names are shown; null for those of the manifest in their order. */
  readonly names: Naming | null;
  /** Tables whose dice are laid, not thrown. */
  readonly pins: readonly Pin[];
  /** Fields that are pinned. */
  readonly fields: readonly FieldPin[];
  /** Who throws from here on, where that is another than `dice` says. */
  readonly thrower: Thrower;
  /** The digest of the texts of its rules, by which they are kept beside saves; empty where it does not say. */
  readonly snapshot: string;
  /** Fields of another version's, which are kept as they are. */
  readonly unknown: JsonObject;
}

/** Whether a person throws from here on. */
export function byHand(header: Header): boolean {
  return header.thrower ? header.thrower === "hand" : header.dice === "manual";
}

/** The header where from here on a person throws, or not. */
export function thrownBy(header: Header, hand: boolean): Header {
  if (hand === (header.dice === "manual")) return { ...header, thrower: "" };
  return { ...header, thrower: hand ? "hand" : "seed" };
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
  readonly by: By;
  /** Fields of another version's, which are kept as they are. */
  readonly unknown: JsonObject;
}

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
  readonly why: Why;
  /** Whether he gave the order for it at this very question: so it is his own all the same. */
  readonly ordered: boolean;
  /** By which the dice behind it begin anew, 0 to 2 ** 64 - 1; null where they go on as they were. */
  readonly seed: bigint | null;
  /** Fields of another version's, which are kept as they are. */
  readonly unknown: JsonObject;
}

export type Record = Throw | Answer;

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

/** The index of what an undo takes back first: the last answer, or the last throw of real dice; or null. */
export function lastDecision(records: readonly Record[], header: Header): number | null {
  for (let index = records.length - 1; index >= 0; index -= 1) {
    if (isDecision(records[index]!, header)) return index;
  }
  return null;
}

/** The seed by which the dice behind records began anew last; null where they are those of the header. */
export function lastSeed(records: readonly Record[]): bigint | null {
  for (let index = records.length - 1; index >= 0; index -= 1) {
    const record = records[index]!;
    if (record.is === "answer" && record.seed !== null) return record.seed;
  }
  return null;
}

/** What a person is behind, the last first: the order in which it is taken back. */
export function decisionsBack(records: readonly Record[], header: Header): Record[] {
  return records.filter((record) => isDecision(record, header)).reverse();
}

/** Whether a player was asked for it, or for the order that gave it; so he may want to be asked again. */
export function isOwn(record: Record): boolean {
  switch (record.is) {
    case "throw":
      return true;
    case "answer":
      return !record.why || record.ordered;
    default:
      return unreachable(record);
  }
}

/** Whether a person is behind a record: an answer, or real dice. */
export function isDecision(record: Record, header: Header): boolean {
  switch (record.is) {
    case "answer":
      return true;
    case "throw":
      return record.by === (header.dice === "manual" ? "" : "hand");
    default:
      return unreachable(record);
  }
}

/** A record whose journal so far was made by other rules. */
export function withoutStory(record: Record): Record {
  return record.is === "answer" ? { ...record, story: "" } : record;
}
