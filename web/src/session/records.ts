/** Queries of a session's header and records: the thrower, and the person's own decisions. */

import { unreachable } from "../closed";
import type { JsonObject } from "../json";
import type { Header, Record } from "./classes";

/** The unknown fields of a line without any. */
export const NO_FIELDS: JsonObject = {};

/** Whether a person throws from here on. */
export function isByHand(header: Header): boolean {
  return header.thrower ? header.thrower === "hand" : header.dice === "manual";
}

/** Copy a header with another thrower from here on: a person, or the generator. */
export function withThrower(header: Header, byHand: boolean): Header {
  if (byHand === (header.dice === "manual")) return { ...header, thrower: "" };
  return { ...header, thrower: byHand ? "hand" : "seed" };
}

/** Find the index of the record that an undo removes first: the last answer or throw of real dice; or null. */
export function lastDecision(records: readonly Record[], header: Header): number | null {
  for (let index = records.length - 1; index >= 0; index -= 1) {
    if (isDecision(records[index]!, header)) return index;
  }
  return null;
}

/** Find the seed of the last reseeding; null if the dice are still those of the header. */
export function lastSeed(records: readonly Record[]): bigint | null {
  for (let index = records.length - 1; index >= 0; index -= 1) {
    const record = records[index]!;
    if (record.is === "answer" && record.seed !== null) return record.seed;
  }
  return null;
}

/** List the person's decisions from last to first: the order of undo. */
export function decisionsBackwards(records: readonly Record[], header: Header): Record[] {
  return records.filter((record) => isDecision(record, header)).reverse();
}

/** Whether a player was asked for a record, or for the order that gave it: so an undo may ask again. */
export function isOwnDecision(record: Record): boolean {
  switch (record.is) {
    case "throw":
      return true;
    case "answer":
      return !record.why || record.ordered;
    default:
      return unreachable(record);
  }
}

/** Whether a record is a person's decision: an answer, or real dice. */
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

/** Copy a record without its story hash, which belongs to other rules. */
export function withoutStoryHash(record: Record): Record {
  return record.is === "answer" ? { ...record, story: "" } : record;
}
