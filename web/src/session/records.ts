/** Queries of a session's header and records: the thrower, and the person's own decisions. */

import { unreachable } from "../closed";
import type { JsonObject } from "../json";
import type { Header, Record } from "./classes";

/** The unknown fields of a line without any. */
export const NO_FIELDS: JsonObject = {};

/** Whether, by a save's header, a person throws the dice from here on. */
export function isByHand(header: Header): boolean {
  return header.thrower ? header.thrower === "hand" : header.dice === "manual";
}

/** Copy a header so that a person throws the dice from here on, or the generator. */
export function withThrower(header: Header, byHand: boolean): Header {
  if (byHand === (header.dice === "manual")) return { ...header, thrower: "" };
  return { ...header, thrower: byHand ? "hand" : "seed" };
}

/** The index of the record that an undo removes first: the last answer or throw of real dice; null for none. */
export function lastDecision(records: readonly Record[], header: Header): number | null {
  for (let index = records.length - 1; index >= 0; index -= 1) {
    if (isDecision(records[index]!, header)) return index;
  }
  return null;
}

/** The last new seed of the dice among records; null if the dice still have the header's. */
export function lastSeed(records: readonly Record[]): bigint | null {
  for (let index = records.length - 1; index >= 0; index -= 1) {
    const record = records[index]!;
    if (record.is === "answer" && record.seed !== null) return record.seed;
  }
  return null;
}

/** List the persons' decisions among records from last to first: the order of undo. */
export function decisionsBackwards(records: readonly Record[], header: Header): Record[] {
  return records.filter((record) => isDecision(record, header)).reverse();
}

/**
 * Whether a record is the player's own decision: a throw, an answer that he gave, or one by an order given at that
 * question.
 */
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

/** Whether a record is a person's decision: an answer, or a throw of real dice. */
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

/** Copy a record without the hash of the story before it, which other rules or another version computed. */
export function withoutStoryHash(record: Record): Record {
  return record.is === "answer" ? { ...record, story: "" } : record;
}
