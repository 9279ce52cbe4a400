/** Codec of the lines of a save, by the descriptors of their classes. Unknown fields are kept. */

import { unreachable } from "../closed";
import { encodeObject, type Format, readObject, tryReadObject } from "../codec";
import type { OwnName } from "../engine/classes";
import { type JsonObject, stringifyJson } from "../json";
import type { Thrower } from "../modes";
import {
  type AnswerLine,
  type End,
  type EndLine,
  type Header,
  type NameLine,
  type Record,
  type RulesLine,
  SAVE_CLASSES,
  type ThrowerLine,
  type ThrowLine,
  type UndoLine,
} from "./classes";
import { NO_FIELDS } from "./records";

/** The version of the format. It is raised only if older programs would misread new saves; additions that they may
 * ignore are optional fields of a line.
 */
export const SAVE_VERSION = 1;

/** The readable versions. */
export const READABLE_VERSIONS: ReadonlySet<unknown> = new Set([SAVE_VERSION]);

const SAVE_FORMAT: Format = { classes: SAVE_CLASSES, rejectsUnknownFields: true };

/** The classes of lines. */
interface LineClasses {
  readonly Header: Omit<Header, "unknown">;
  readonly ThrowLine: ThrowLine;
  readonly AnswerLine: AnswerLine;
  readonly UndoLine: UndoLine;
  readonly NameLine: NameLine;
  readonly ThrowerLine: ThrowerLine;
  readonly RulesLine: RulesLine;
  readonly EndLine: EndLine;
}

/** A decoded line, and its unknown fields. */
export type WithUnknown<T> = readonly [found: T, unknown: JsonObject];

// --- reading

/** Decode a line of a save by the class of its kind, and its unknown fields; null if it does not match. */
export function readLine<K extends keyof LineClasses>(kind: K, line: JsonObject): WithUnknown<LineClasses[K]> | null {
  const object = tryReadObject(line, kind, SAVE_FORMAT, true) as LineClasses[K] | null;
  return object && [object, unknownFields(line, SAVE_CLASSES[kind].fields)];
}

/** Decode the first line of a save, without its format's version. Throws {@link DecodeError} if it does not match. */
export function readHeader({ bombsight: _, ...line }: JsonObject): Header {
  const header = readObject(line, "Header", SAVE_FORMAT, true) as LineClasses["Header"];
  return { ...header, unknown: unknownFields(line, SAVE_CLASSES.Header.fields) };
}

/** Decode a line of a save as a record or the end; null if it is neither. `number` is its line number. */
export function readRecord(line: JsonObject, number: number): Record | End | null {
  const isThrow = line.d !== undefined && areFaces(line.d) && typeof line.at === "string";
  if (isThrow) return readThrow(line, number);
  return (
    (line.a === undefined ? null : readAnswer(line, number)) ?? (line.end === undefined ? null : readEnd(line, number))
  );
}

/** Decode a line of a save, with its line number, as a throw; null if it is none. */
function readThrow(line: JsonObject, number: number): Record | null {
  const read = line.by === "" ? null : readLine("ThrowLine", line);
  if (read === null) return null;
  const [{ d: faces, at, by }, unknown] = read;
  return { is: "throw", faces, at, line: number, by, unknown };
}

/** Decode a line of a save as an answer; null if it is none, or its reason and its order contradict each other. */
function readAnswer(line: JsonObject, number: number): Record | null {
  const read = line.why === "" || line.ordered === false ? null : readLine("AnswerLine", line);
  if (read === null) return null;
  const [{ a: name, at, j: story, why, ordered, seed }, unknown] = read;
  if (ordered && why !== "order" && why !== "auto") return null;
  return { is: "answer", name, at, story, line: number, why, ordered, seed, unknown };
}

/** Decode a line of a save as the end; null if it is none. */
function readEnd(line: JsonObject, number: number): End | null {
  const read = readLine("EndLine", line);
  return read && { is: "end", ...read[0].end, line: number, unknown: read[1] };
}

/** Whether a value is a list of numbers, such as dice faces; none is beyond the range of a 32-bit number. */
function areFaces(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((face) => Number.isInteger(face));
}

/** Collect the fields of a line that another version has added. Most lines have none, and share one empty object. */
function unknownFields(line: JsonObject, knownFields: object): JsonObject {
  const unknown = Object.entries(line).filter(([name]) => !Object.hasOwn(knownFields, name));
  return unknown.length ? Object.fromEntries(unknown) : NO_FIELDS;
}

// --- encoding

/** Encode the header of a save as its first line. */
export function headerLine(header: Header): string {
  return stringifyJson({ bombsight: SAVE_VERSION, ...encodeObject(header, "Header", SAVE_CLASSES), ...header.unknown });
}

/** Encode a record, or the end, as a line of a save. */
export function recordLine(record: Record | End): string {
  const { unknown } = record;
  switch (record.is) {
    case "throw":
      return renderLine("ThrowLine", { d: record.faces, at: record.at, by: record.by }, unknown);
    case "answer": {
      const { name, at, story, why, ordered, seed } = record;
      return renderLine("AnswerLine", { a: name, at, j: story, why, ordered, seed }, unknown);
    }
    case "end":
      return renderLine("EndLine", { end: record }, unknown);
    default:
      return unreachable(record);
  }
}

/** Encode the undo of the last `count` decisions (answers, throws of real dice) as a line of a save. */
export function undoLine(count: number): string {
  return renderLine("UndoLine", { undo: count });
}

/** Encode a player's own name for a person or thing as a line of a save, valid from there on. */
export function nameLine(ownName: OwnName): string {
  return renderLine("NameLine", { named: ownName });
}

/** Encode a change of who throws the dice as a line of a save, valid from there on. */
export function throwerLine(thrower: Thrower): string {
  return renderLine("ThrowerLine", { thrower });
}

/** Encode a change of rules as a line of a save, valid from there on; the first `kept` records still count. */
export function rulesLine(header: Header, kept: number): string {
  return renderLine("RulesLine", { ...header, kept });
}

/** Encode an object of a class as a line of a save, with the unknown fields. */
function renderLine<K extends keyof LineClasses>(
  kind: K,
  line: LineClasses[K],
  unknown: JsonObject = NO_FIELDS,
): string {
  return stringifyJson({ ...encodeObject(line, kind, SAVE_CLASSES), ...unknown });
}
