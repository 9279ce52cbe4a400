/** Objects as JSON, by the descriptors of their classes, which `python -m web` makes: a reader for what strangers may have
 * written, and a writer.
 */

import { isObject, isWholeNumber, type Json, type JsonObject } from "./json";

/** The type of a value. */
export type Shape =
  | "string"
  | "boolean"
  | "null"
  | "integer"
  /** A whole number with bounds, both included; a `bigint` where a number cannot hold the upper one. */
  | { readonly low?: number; readonly high?: number | bigint }
  /** One of some words. */
  | { readonly words: readonly string[] }
  /** An object of one of some classes. */
  | { readonly of: readonly string[] }
  /** An array, with how many there are at least. */
  | { readonly list: Shape; readonly least?: number }
  /** An array with a shape for each place. */
  | { readonly tuple: readonly Shape[] }
  /** A map, which JSON holds as an array of pairs. */
  | { readonly pairs: readonly [Shape, Shape] }
  /** An object with any names. */
  | { readonly members: Shape }
  /** A union, whose shapes differ by what `isOfKind` tells apart. */
  | { readonly any: readonly Shape[] };

/** The descriptor of a class: its fields, and what those have that were left out. */
export interface ClassShape {
  readonly fields: { readonly [field: string]: Shape };
  readonly usual: { readonly [field: string]: unknown };
}

/** Descriptors by the names of classes. */
export type Classes = { readonly [name: string]: ClassShape };

/** How objects are written. */
export interface Format {
  readonly classes: Classes;
  /** Whether each object says by `is` of which class it is. */
  readonly isTagged?: boolean;
  /** Whether fields that a class does not have are wrong; else they are passed over. */
  readonly rejectsUnknownFields?: boolean;
  /** Characters of one text. */
  readonly maxTextLength?: number;
  /** Parts of one text that has values among its words. */
  readonly maxTextParts?: number;
}

/** The data stand deeper within one another than those of any object, or hold a text longer than any. */
export class TooLarge extends Error {}

/** How deep data may stand within one another: those of games stand 12 deep. */
const MAX_DEPTH = 64;

/** The object of a class that JSON holds; undefined where it holds none.
 *
 * @param isOpen - Whether this object may have fields that its class does not have, in any format.
 * @throws TooLarge
 */
export function readObject(
  value: unknown,
  name: string,
  format: Format,
  isOpen = false,
  depth = 0,
): object | undefined {
  if (!isObject(value as Json) || (format.isTagged && (value as JsonObject).is !== name)) return undefined;
  const { fields, usual } = format.classes[name]!;
  const result: { [field: string]: unknown } = format.isTagged ? { is: name } : {};
  const source = value as JsonObject;
  for (const field in fields) {
    if (Object.hasOwn(source, field)) {
      const read = readShape(source[field], fields[field]!, format, depth + 1);
      if (read === undefined) return undefined;
      result[field] = read;
    } else if (Object.hasOwn(usual, field)) result[field] = usual[field];
    else return undefined;
  }
  if (format.rejectsUnknownFields && !isOpen)
    for (const field in source) if (!Object.hasOwn(fields, field)) return undefined;
  return result;
}

/** The value of a shape that JSON holds; undefined where it holds none. */
function readShape(value: unknown, shape: Shape, format: Format, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new TooLarge("these data are too deep");
  if (typeof value === "string" && value.length > (format.maxTextLength ?? value.length)) {
    throw new TooLarge("this text is too long");
  }
  if (!isOfKind(value, shape, format)) return undefined;
  if (typeof shape === "string" || "words" in shape) return value;
  if ("any" in shape) {
    const fit = shape.any.find((each) => isOfKind(value, each, format));
    return fit && readShape(value, fit, format, depth);
  }
  if ("of" in shape) {
    const name = format.isTagged ? String((value as JsonObject).is) : shape.of[0]!;
    return readObject(value, name, format, false, depth);
  }
  if ("list" in shape) return readList(value as readonly unknown[], shape, format, depth);
  if ("tuple" in shape) {
    const { tuple } = shape;
    const read = tuple.map((each, at) => readShape((value as readonly unknown[])[at], each, format, depth + 1));
    return read.includes(undefined) ? undefined : read;
  }
  if ("pairs" in shape) {
    const read = readList(value as readonly unknown[], { list: { tuple: shape.pairs } }, format, depth);
    return read && new Map(read as [unknown, unknown][]);
  }
  if ("members" in shape) {
    const members = Object.entries(value as JsonObject);
    const read = members.map(([name, each]) => [name, readShape(each, shape.members, format, depth + 1)] as const);
    return read.some(([, each]) => each === undefined) ? undefined : Object.fromEntries(read);
  }
  return isInRange(value as number | bigint, shape) ? matchBoundType(value as number | bigint, shape.high) : undefined;
}

function readList(
  list: readonly unknown[],
  shape: { readonly list: Shape; readonly least?: number },
  format: Format,
  depth: number,
): readonly unknown[] | undefined {
  if (list.length < (shape.least ?? 0)) return undefined;
  if (isTextPart(shape.list) && list.length > (format.maxTextParts ?? list.length)) {
    throw new TooLarge("this text has too many parts");
  }
  const read: unknown[] = [];
  for (const each of list) {
    const member = readShape(each, shape.list, format, depth + 1);
    if (member === undefined) return undefined;
    read.push(member);
  }
  return read;
}

/** Whether a member of a list may be words or a value: so the list is a text. */
function isTextPart(member: Shape): boolean {
  return typeof member === "object" && "any" in member && member.any.includes("string");
}

/** Whether a value is of the JSON type of a shape; of what it holds only its tag is looked at. */
export function isOfKind(value: unknown, shape: Shape, format: Format): boolean {
  if (shape === "integer") return isInteger(value);
  if (shape === "null") return value === null;
  if (typeof shape === "string") return typeof value === shape;
  if ("words" in shape) return typeof value === "string" && shape.words.includes(value);
  if ("any" in shape) return shape.any.some((each) => isOfKind(value, each, format));
  if ("of" in shape) {
    return isObject(value as Json) && (!format.isTagged || shape.of.includes(String((value as JsonObject).is)));
  }
  if ("members" in shape) return isObject(value as Json);
  if ("list" in shape || "pairs" in shape) return Array.isArray(value);
  if ("tuple" in shape) return Array.isArray(value) && value.length >= shape.tuple.length;
  return isInteger(value);
}

function isInteger(value: unknown): boolean {
  return isWholeNumber(value as Json) && (typeof value === "bigint" || Number.isInteger(value));
}

function isInRange(
  value: number | bigint,
  { low = value, high = value }: { low?: number | bigint; high?: number | bigint },
) {
  return low <= value && value <= high;
}

/** A whole number as its upper bound is. */
function matchBoundType(value: number | bigint, high: number | bigint | undefined): number | bigint {
  return typeof high === "bigint" ? BigInt(value) : value;
}

/** The JSON of an object; fields that have their default are left out. */
export function encodeObject(source: object, name: string, classes: Classes): JsonObject {
  const { fields, usual } = classes[name]!;
  const result: { [field: string]: Json } = {};
  for (const field in fields) {
    const value = (source as JsonObject)[field] as Json;
    if (!isDefault(value, usual[field])) result[field] = encodeShape(value, fields[field]!, classes);
  }
  return result;
}

function encodeShape(value: Json, shape: Shape, classes: Classes): Json {
  if (typeof shape !== "object" || typeof value !== "object" || value === null) return value;
  if ("any" in shape) {
    const fit = shape.any.find((each) => isOfKind(value, each, { classes }));
    return fit ? encodeShape(value, fit, classes) : value;
  }
  if ("of" in shape) return encodeObject(value, shape.of[0]!, classes);
  if ("list" in shape) return (value as readonly Json[]).map((each) => encodeShape(each, shape.list, classes));
  return value;
}

function isDefault(value: Json, defaultValue: unknown): boolean {
  return (
    value === defaultValue ||
    (Array.isArray(defaultValue) && Array.isArray(value) && !value.length && !defaultValue.length)
  );
}
