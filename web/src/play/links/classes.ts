// A game as a link holds it. Made by `python -m web` from the Python classes; not to be edited.

import type { Classes } from "../../codec";
import type { FieldPin, Pin } from "../../session/classes";
import type { Naming } from "../../engine/classes";

/** A game as a link holds it. */
export interface LinkedGame {
  /** The version of the program that made it. */
  readonly version: string;
  /** The game's id. */
  readonly game: string;
  /** Its title. */
  readonly title: string;
  /** The first digits of the hash of its rules. */
  readonly rules: string;
  /** The first digits of the digest of their texts; empty if unknown. */
  readonly snapshot: string;
  /** The overlays in force, in order, each as `kind name`. */
  readonly overlays: readonly string[];
  /** The options that are not at their defaults, in words. */
  readonly options: { readonly [name: string]: string };
  /** The seed of the dice. */
  readonly seed: bigint;
  /** Mission or career. */
  readonly entry: "mission" | "career";
  /** The values of the entry's parameters. */
  readonly args: readonly number[];
  /** The source of the dice. */
  readonly dice: "seeded" | "manual";
  /** The thrower behind the last record, if not the source in `dice`. */
  readonly thrower: "" | "hand" | "seed";
  /** The names to show; None for those of the manifest in their order. */
  readonly names: Naming | null;
  /** Pinned tables. */
  readonly pins: readonly Pin[];
  /** Pinned fields. */
  readonly fields: readonly FieldPin[];
  /** The number of missions that have ended. */
  readonly missions: number;
  /** The mission to be watched, from 1; 0 for the last one. */
  readonly mission: number;
  /** The number of events that its player had been shown, as he made it in the middle of the story; 0 for all. Its film ends there, and there waits the story of whoever plays on. */
  readonly shown: number;
  /** The answers, as answers writes them. */
  readonly answers: string;
  /** Why the player was not asked, a letter for each answer; trailing answers that he was asked for are left out. */
  readonly reasons: string;
  /** The answers behind which the dice begin anew. */
  readonly seeds: readonly Reseeding[];
  /** The throws that the seed does not give, in order: each the number of throws by the seed before it, then its faces. A last entry without faces says behind how many throws by the seed the dice wait for a person. */
  readonly throws: readonly (readonly number[])[];
  /** The first digits of the digest of rules, options and story. */
  readonly digest: string;
}

/** An answer behind which the dice begin anew by another seed, as at a table of two. */
export interface Reseeding {
  /** The number of the answer, from 0. */
  readonly answer: number;
  /** The seed. */
  readonly seed: bigint;
}

/** The descriptors of the classes that are read and written. */
export const LINK_CLASSES = {
  FieldPin: { fields: { field: "string", value: "string" }, usual: {  } },
  LinkedGame: { fields: { version: "string", game: "string", title: "string", rules: "string", snapshot: "string", overlays: { list: "string" }, options: { members: "string" }, seed: { low: 0, high: 18446744073709551615n }, entry: { words: ["mission", "career"] }, args: { list: { low: -2147483648, high: 2147483647 } }, dice: { words: ["seeded", "manual"] }, thrower: { words: ["", "hand", "seed"] }, names: { any: [{ of: ["Naming"] }, "null"] }, pins: { list: { of: ["Pin"] } }, fields: { list: { of: ["FieldPin"] } }, missions: { low: 0 }, mission: { low: 0 }, shown: { low: 0 }, answers: "string", reasons: "string", seeds: { list: { of: ["Reseeding"] } }, throws: { list: { list: { low: -100 }, least: 1 } }, digest: "string" }, usual: { snapshot: "", overlays: [], options: {}, entry: "mission", args: [], dice: "seeded", thrower: "", names: null, pins: [], fields: [], missions: 0, mission: 0, shown: 0, answers: "", reasons: "", seeds: [], throws: [] } },
  Naming: { fields: { shuffled: "boolean", own: { list: { of: ["OwnName"] } } }, usual: { own: [] } },
  OwnName: { fields: { of: "string", number: { low: 0 }, name: "string" }, usual: {  } },
  Pin: { fields: { table: "string", faces: { list: { low: -100 } } }, usual: {  } },
  Reseeding: { fields: { answer: { low: 0 }, seed: { low: 0, high: 18446744073709551615n } }, usual: {  } },
} as const satisfies Classes;
