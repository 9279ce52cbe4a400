/** JSON codec of shared classes, by the descriptors that `python -m web` generates: a strict reader and a writer. */

import { DecodeError, formatValue, type Step } from "./codecProblems";
import * as sentences from "./codecSentences";
import { clip } from "./errors";
import { isObject, isWholeNumber, type Json, type JsonObject } from "./json";

/** The shape of a JSON value. */
export type Shape =
  | "string"
  | "boolean"
  | "null"
  | "integer"
  /** A place in files that only another machine has: null, which becomes an empty text. */
  | "nowhere"
  /** Any finite number. */
  | "number"
  /** A whole number with bounds, both included; a `bigint` where a number cannot hold the upper one. */
  | Bounds
  /** One of some words. */
  | { readonly words: readonly string[] }
  /** An object of one of several classes. */
  | { readonly of: readonly string[] }
  /** An array, with how many there are at least. */
  | ListShape
  /** An array with a shape for each place. */
  | { readonly tuple: readonly Shape[] }
  /** A map, encoded as an array of pairs. */
  | { readonly pairs: readonly [Shape, Shape] }
  /** A map from texts, encoded as an object. */
  | { readonly map: Shape }
  /** A set, encoded as an array. */
  | { readonly set: Shape }
  /** An object with arbitrary names. */
  | { readonly members: Shape }
  /** A union of shapes that `isOfKind` distinguishes. */
  | { readonly any: readonly Shape[] };

interface Bounds {
  readonly low?: number;
  readonly high?: number | bigint;
}

interface ListShape {
  readonly list: Shape;
  readonly least?: number;
}

/** The descriptor of a class: its fields, what those have that were left out, and which are called otherwise here. */
export interface ClassShape {
  readonly fields: { readonly [field: string]: Shape };
  readonly usual: { readonly [field: string]: unknown };
  readonly names?: { readonly [field: string]: string };
}

/** Descriptors by class name. */
export type Classes = { readonly [name: string]: ClassShape };

/** The conventions and limits of an encoding. */
export interface Format {
  readonly classes: Classes;
  /** Whether each object states its class in `is`. */
  readonly isTagged?: boolean;
  /** The field that tells of which of several classes an object is, with the class of each value. */
  readonly tag?: { readonly field: string; readonly classes: ReadonlyMap<unknown, string> };
  /** Whether unknown fields are errors; else they are ignored. */
  readonly rejectsUnknownFields?: boolean;
  /** Maximum characters of a text. */
  readonly maxTextLength?: number;
  /** Maximum parts of a text template. */
  readonly maxTextParts?: number;
}

/** The error for JSON data that are nested too deep, or have a text that is too long. */
export class TooLarge extends Error {}

/** Maximum nesting depth: games need 12. */
const MAX_DEPTH = 64;

/** How many unknown fields of an object a message names. */
const MAX_UNKNOWN_NAMED = 5;

/**
 * Decode a JSON value as an object of the class `name`; unknown fields are an error unless `isOpen`.
 *
 * @param isOpen - Whether this object may have fields that its class does not have, in any format.
 * @throws DecodeError - It holds none; the first problem.
 * @throws TooLarge
 */
export function readObject(value: unknown, name: string, format: Format, isOpen = false): object {
  return new ShapeReader(format).readMembers(value, name, isOpen);
}

/**
 * Decode a JSON value as an object of the class `name`, like {@link readObject}, but return null if the value does not
 * match. Throws {@link TooLarge}.
 */
export function tryReadObject(value: unknown, name: string, format: Format, isOpen = false): object | null {
  try {
    return readObject(value, name, format, isOpen);
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

/** A decoder of one JSON document by the descriptors of a format; it tracks the JSON path for errors. */
class ShapeReader {
  /** The way from the document to the value that is being read. */
  private readonly steps: Step[] = [];

  /** Make a decoder by the descriptors of a format. */
  constructor(private readonly format: Format) {}

  /**
   * Decode a JSON object as one of the class `name`: check each field, and, unless `isOpen`, that no field is unknown.
   */
  readMembers(value: unknown, name: string, isOpen: boolean): object {
    if (!isObject(value as Json)) throw this.mismatchError(sentences.OBJECT, value);
    const source = value as JsonObject;
    const { isTagged, rejectsUnknownFields } = this.format;
    const { fields, usual, names } = this.format.classes[name]!;
    const result: { [field: string]: unknown } = isTagged ? { is: name } : {};
    // So all objects of a class have one order of fields.
    for (const field in fields) result[names?.[field] ?? field] = emptyCollection(fields[field]!) ?? usual[field];
    for (const field in source)
      if (Object.hasOwn(fields, field))
        result[names?.[field] ?? field] = this.readPart(field, source[field], fields[field]!);
    /** Whether the data lack a field that has no default. */
    const isMissing = (field: string): boolean => !Object.hasOwn(source, field) && !Object.hasOwn(usual, field);
    const missing = Object.keys(fields).filter(isMissing);
    if (isTagged && source.is !== name) missing.unshift("is");
    if (missing.length) throw this.error(sentences.missingMembers(missing));
    if (rejectsUnknownFields && !isOpen) {
      const unknown = Object.keys(source).filter((field) => !Object.hasOwn(fields, field));
      if (unknown.length)
        throw this.error(sentences.unknownMembers(unknown.slice(0, MAX_UNKNOWN_NAMED).map((key) => clip(key))));
    }
    return result;
  }

  /** Decode the value one step deeper on the JSON path: a field or an item. */
  private readPart(step: Step, value: unknown, shape: Shape): unknown {
    this.steps.push(step);
    const read = this.readShape(value, shape);
    this.steps.pop();
    return read;
  }

  /** Decode a JSON value by a shape (the description of a type). Throws {@link DecodeError} or {@link TooLarge}. */
  private readShape(value: unknown, shape: Shape): unknown {
    const { format } = this;
    if (this.steps.length > MAX_DEPTH) throw new TooLarge("these data are too deep");
    if (typeof value === "string" && value.length > (format.maxTextLength ?? value.length)) {
      throw new TooLarge("this text is too long");
    }
    if (typeof shape === "object" && "any" in shape) return this.readUnion(value, shape.any);
    if (!isOfKind(value, shape)) throw this.mismatchError(nameKind(shape), value);
    if (shape === "nowhere") return "";
    if (typeof shape === "string" || "words" in shape) return value;
    if ("of" in shape) return this.readMembers(value, this.className(value as JsonObject, shape.of), false);
    if ("list" in shape) return this.readList(value as readonly unknown[], shape);
    if ("tuple" in shape) {
      const { tuple } = shape;
      const list = value as readonly unknown[];
      if (list.length < tuple.length) throw this.error(sentences.wrongLength(String(tuple.length), list.length));
      return tuple.map((each, at) => this.readPart(at, list[at], each));
    }
    if ("pairs" in shape) {
      return new Map(
        this.readList(value as readonly unknown[], { list: { tuple: shape.pairs } }) as [unknown, unknown][],
      );
    }
    if ("map" in shape) {
      const members = Object.entries(value as JsonObject);
      return new Map(members.map(([name, each]) => [name, this.readPart(name, each, shape.map)]));
    }
    if ("set" in shape) return new Set(this.readList(value as readonly unknown[], { list: shape.set }));
    if ("members" in shape) {
      const members = Object.entries(value as JsonObject);
      return Object.fromEntries(members.map(([name, each]) => [name, this.readPart(name, each, shape.members)]));
    }
    const bound = brokenBound(value as number | bigint, shape);
    if (bound) throw this.mismatchError(bound, value);
    return matchBoundType(value as number | bigint, shape.high);
  }

  /** Decode a JSON value by the first of several shapes (descriptions of types) whose JSON type it has. */
  private readUnion(value: unknown, shapes: readonly Shape[]): unknown {
    const fit = shapes.find((each) => isOfKind(value, each));
    if (fit === undefined) throw this.mismatchError(nameKind({ any: shapes }), value);
    return this.readShape(value, fit);
  }

  /** Decode the items of a JSON array by the shape of its members; `least` is its minimum length. */
  private readList(list: readonly unknown[], { list: member, least = 0 }: ListShape): readonly unknown[] {
    if (list.length < least) throw this.error(sentences.wrongLength(sentences.atLeast(String(least)), list.length));
    if (isTextPart(member) && list.length > (this.format.maxTextParts ?? list.length)) {
      throw new TooLarge("this text has too many parts");
    }
    return list.map((each, at) => this.readPart(at, each, member));
  }

  /**
   * The name of a JSON object's class, one of `names`: in a format with tags the one that its tag names, else the
   * first.
   */
  private className(source: JsonObject, names: readonly string[]): string {
    const { isTagged, tag: tagged } = this.format;
    if (tagged !== undefined && names.length > 1) {
      const found = tagged.classes.get(source[tagged.field]);
      if (found !== undefined && names.includes(found)) return found;
      throw this.error(sentences.missingMembers([tagged.field]));
    }
    if (!isTagged) return names[0]!;
    const tag = source.is as string;
    if (names.includes(tag)) return tag;
    if (tag === undefined) throw this.error(sentences.missingMembers(["is"]));
    this.steps.push("is");
    throw this.mismatchError(sentences.anyWord(names), tag);
  }

  /** Make the error for a value that is not of the expected type or words. */
  private mismatchError(expected: string, actual: unknown): DecodeError {
    return this.error(sentences.mismatch(expected, formatValue(actual)));
  }

  /** Make an error at the current JSON path. */
  private error(problem: string): DecodeError {
    return new DecodeError(this.steps, problem);
  }
}

/** The value of a field that was left out, if it holds a map or a set; undefined for other fields. */
function emptyCollection(shape: Shape): ReadonlyMap<string, unknown> | ReadonlySet<unknown> | undefined {
  if (typeof shape === "string") return undefined;
  if ("map" in shape) return new Map();
  return "set" in shape ? new Set() : undefined;
}

/** Whether an array's member shape is a union of text and values, so that the array is a text template. */
function isTextPart(member: Shape): boolean {
  return typeof member === "object" && "any" in member && member.any.includes("string");
}

/** Whether a value has the JSON type that a shape requires, or is one of its words; its contents are not checked. */
function isOfKind(value: unknown, shape: Shape): boolean {
  if (shape === "integer") return isInteger(value);
  if (shape === "number") return Number.isFinite(value);
  if (shape === "nowhere") return value === null;
  if (shape === "null") return value === null;
  if (typeof shape === "string") return typeof value === shape;
  if ("words" in shape) return typeof value === "string" && shape.words.includes(value);
  if ("any" in shape) return shape.any.some((each) => isOfKind(value, each));
  if ("of" in shape || "members" in shape || "map" in shape) return isObject(value as Json);
  if ("set" in shape || "list" in shape || "pairs" in shape || "tuple" in shape) return Array.isArray(value);
  return isInteger(value);
}

/** The name of a shape's values in messages: `an object`, `a list`, `true or false`. */
function nameKind(shape: Shape): string {
  if (shape === "string") return sentences.TEXT;
  if (shape === "boolean") return sentences.BOOLEAN;
  if (shape === "null" || shape === "nowhere") return sentences.NULL;
  if (shape === "integer") return sentences.WHOLE_NUMBER;
  if (shape === "number") return "a number";
  if ("words" in shape) return sentences.anyWord(shape.words.map((word) => word || formatValue(word)));
  if ("any" in shape) return sentences.anyType(shape.any.filter((each) => each !== "null").map(nameKind));
  if ("of" in shape || "members" in shape || "map" in shape) return sentences.OBJECT;
  if ("set" in shape || "list" in shape || "pairs" in shape || "tuple" in shape) return sentences.LIST;
  return sentences.WHOLE_NUMBER;
}

/** Whether a value is an integer, as a number or a `bigint`. */
function isInteger(value: unknown): boolean {
  return isWholeNumber(value as Json) && (typeof value === "bigint" || Number.isInteger(value));
}

/** Describe the bound that a number exceeds, for an error message; empty if it is within both. */
function brokenBound(value: number | bigint, { low, high }: Bounds): string {
  if (low !== undefined && value < low) return sentences.atLeast(String(low));
  return high !== undefined && value > high ? sentences.atMost(String(high)) : "";
}

/** Convert an integer to the type of its upper bound: number or `bigint`. */
function matchBoundType(value: number | bigint, high: number | bigint | undefined): number | bigint {
  return typeof high === "bigint" ? BigInt(value) : value;
}

/** Encode an object of the class `name` as JSON, without the fields that have their default. */
export function encodeObject(source: object, name: string, classes: Classes): JsonObject {
  const { fields, usual } = classes[name]!;
  const result: { [field: string]: Json } = {};
  for (const field in fields) {
    const value = (source as JsonObject)[field] as Json;
    if (!isDefault(value, usual[field])) result[field] = encodeShape(value, fields[field]!, classes);
  }
  return result;
}

/** Encode a value as JSON by its shape (the description of its type); fields that have their default are left out. */
function encodeShape(value: Json, shape: Shape, classes: Classes): Json {
  if (typeof shape !== "object" || typeof value !== "object" || value === null) return value;
  if ("any" in shape) {
    const fit = shape.any.find((each) => isOfKind(value, each));
    return fit ? encodeShape(value, fit, classes) : value;
  }
  if ("of" in shape) return encodeObject(value, shape.of[0]!, classes);
  if ("list" in shape) return (value as readonly Json[]).map((each) => encodeShape(each, shape.list, classes));
  return value;
}

/** Whether a value equals the default of its field, two empty lists or objects included. */
function isDefault(value: Json, defaultValue: unknown): boolean {
  if (value === defaultValue) return true;
  if (Array.isArray(defaultValue)) return Array.isArray(value) && !value.length && !defaultValue.length;
  return (
    isObject(value) &&
    isObject(defaultValue as Json) &&
    !Object.keys(value).length &&
    !Object.keys(defaultValue as object).length
  );
}
