/** JSON codec of shared classes, by the descriptors that `python -m web` generates: a strict reader and a writer. */

import { isObject, isWholeNumber, type Json, type JsonObject } from "./json";

/** The shape of a JSON value. */
export type Shape =
  | "string"
  | "boolean"
  | "null"
  | "integer"
  /** An integer with inclusive bounds; a `bigint` if a number cannot hold the upper one. */
  | { readonly low?: number; readonly high?: number | bigint }
  /** One of a set of words. */
  | { readonly words: readonly string[] }
  /** An object of one of several classes. */
  | { readonly of: readonly string[] }
  /** An array with a minimum length. */
  | { readonly list: Shape; readonly least?: number }
  /** An array with a shape for each position. */
  | { readonly tuple: readonly Shape[] }
  /** A map, encoded as an array of pairs. */
  | { readonly pairs: readonly [Shape, Shape] }
  /** An object with arbitrary names. */
  | { readonly members: Shape }
  /** A union of shapes that `isOfKind` distinguishes. */
  | { readonly any: readonly Shape[] };

/** The descriptor of a class: its fields, and the defaults of omitted ones. */
export interface ClassShape {
  readonly fields: { readonly [field: string]: Shape };
  readonly usual: { readonly [field: string]: unknown };
}

/** Descriptors by class name. */
export type Classes = { readonly [name: string]: ClassShape };

/** The conventions and limits of an encoding. */
export interface Format {
  readonly classes: Classes;
  /** Whether each object states its class in `is`. */
  readonly isTagged?: boolean;
  /** Whether unknown fields are errors; else they are ignored. */
  readonly rejectsUnknownFields?: boolean;
  /** Maximum characters of a text. */
  readonly maxTextLength?: number;
  /** Maximum parts of a text template. */
  readonly maxTextParts?: number;
}

/** The error for data nested too deep, or with a text that is too long. */
export class TooLarge extends Error {}

/** Maximum nesting depth: games need 12. */
const MAX_DEPTH = 64;

/** Decode an object of a class from JSON; undefined if it does not match.
 *
 * @param isOpen - Whether this object may have unknown fields, in any format.
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

/** Decode a value of a shape from JSON; undefined if it does not match. */
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

/** Whether an array's member shape is a union of text and values: so the array is a text template. */
function isTextPart(member: Shape): boolean {
  return typeof member === "object" && "any" in member && member.any.includes("string");
}

/** Whether a value has the JSON type of a shape; of its contents only the tag is checked. */
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

/** Convert an integer to the number type of its upper bound. */
function matchBoundType(value: number | bigint, high: number | bigint | undefined): number | bigint {
  return typeof high === "bigint" ? BigInt(value) : value;
}

/** Encode an object as JSON, without fields that have their default. */
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
