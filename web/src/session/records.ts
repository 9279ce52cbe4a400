/** Headers and records of a session: who throws, and what a person is behind. */

import { unreachable } from "../closed";
import type { JsonObject } from "../json";
import type { Header, Record } from "./classes";

/** What stands where nothing but known fields is told. */
export const NO_FIELDS: JsonObject = {};

/** Whether a person throws from here on. */
export function isByHand(header: Header): boolean {
  return header.thrower ? header.thrower === "hand" : header.dice === "manual";
}

/** The header where from here on a person throws, or not. */
export function withThrower(header: Header, byHand: boolean): Header {
  if (byHand === (header.dice === "manual")) return { ...header, thrower: "" };
  return { ...header, thrower: byHand ? "hand" : "seed" };
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
export function decisionsBackwards(records: readonly Record[], header: Header): Record[] {
  return records.filter((record) => isDecision(record, header)).reverse();
}

/** Whether a player was asked for it, or for the order that gave it; so he may want to be asked again. */
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
export function withoutStoryHash(record: Record): Record {
  return record.is === "answer" ? { ...record, story: "" } : record;
}
