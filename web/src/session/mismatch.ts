/** What is wrong with an object of a save, in the words of the validator of JSON Schema that the command line uses.
 *
 * Of several errors it chooses as that does: those further outside, but of a union those further inside.
 */

import { type Format, isOfKind, type Shape } from "../codec";
import { quoted } from "../errors";
import { isObject, isWhole, type Json, type JsonObject } from "../json";
import { byCharacters } from "../text";

/** An error: where it is, and what in words. */
export interface Mismatch {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface Found extends Mismatch {
  /** Whether it is that no shape of a union fits. */
  readonly weak: boolean;
  /** Whether the value is not even of the shape's type. */
  readonly otherType: boolean;
  /** Why none of them does. */
  readonly context: readonly Found[];
}

/** The error that says best why an object is none of a class; it may have further fields. */
export function bestMismatch(value: JsonObject, name: string, format: Format): Mismatch {
  const errors = mismatchesOfObject(value, name, format, true);
  let best = errors.reduce((one, other) => (order(other, one) > 0 ? other : one));
  let path = best.path;
  while (best.context.length) {
    const [first, second] = [...best.context].sort(order);
    if (second !== undefined && order(first!, second) === 0) break;
    best = first!;
    path = [...path, ...best.path];
  }
  return { path, message: best.message };
}

function mismatchesOfObject(value: JsonObject, name: string, format: Format, open: boolean): Found[] {
  const { fields, usual } = format.classes[name]!;
  const names = Object.keys(fields);
  const missing = names.filter((field) => !Object.hasOwn(usual, field) && !Object.hasOwn(value, field));
  const others = open ? [] : Object.keys(value).filter((field) => !Object.hasOwn(fields, field));
  return [
    ...names
      .filter((field) => Object.hasOwn(value, field))
      .flatMap((field) => prefixPaths(field, mismatches(value[field]!, fields[field]!, format))),
    ...missing.map((field) => mismatchOf(`${quoted(field)} is a required property`)),
    ...(others.length ? [mismatchOf(unexpected(others))] : []),
  ];
}

function mismatches(value: Json, shape: Shape, format: Format): Found[] {
  const is = (type: string): Found[] =>
    isOfKind(value, shape, format) ? [] : [mismatchOf(`${pythonRepr(value)} is not of type ${quoted(type)}`, true)];
  if (typeof shape === "string") return is(shape);
  if ("words" in shape) {
    const isWord = isOfKind(value, shape, format);
    return isWord ? [] : [mismatchOf(`${pythonRepr(value)} is not one of ${pythonRepr(shape.words)}`, true)];
  }
  if ("any" in shape) {
    const tried = shape.any.map((each) => mismatches(value, each, format));
    if (tried.some((errors) => !errors.length)) return [];
    const message = `${pythonRepr(value)} is not valid under any of the given schemas`;
    return [{ ...mismatchOf(message, true), weak: true, context: tried.flat() }];
  }
  if ("of" in shape) return isObject(value) ? mismatchesOfObject(value, shape.of[0]!, format, false) : is("object");
  if ("members" in shape) {
    if (!isObject(value)) return is("object");
    return Object.entries(value).flatMap(([name, each]) => prefixPaths(name, mismatches(each, shape.members, format)));
  }
  if ("list" in shape) {
    if (!Array.isArray(value)) return is("array");
    const isShort = value.length < (shape.least ?? 0);
    return [
      ...[...value.entries()].flatMap(([at, each]) => prefixPaths(at, mismatches(each, shape.list, format))),
      ...(isShort ? [mismatchOf(`${pythonRepr(value)} should be non-empty`)] : []),
    ];
  }
  if ("tuple" in shape || "pairs" in shape) throw new TypeError("no save has such a shape");
  if (!isWhole(value)) return is("integer");
  const { low = value, high = value } = shape;
  return [
    ...(value < low ? [mismatchOf(`${value} is less than the minimum of ${low}`)] : []),
    ...(value > high ? [mismatchOf(`${value} is greater than the maximum of ${high}`)] : []),
  ];
}

function mismatchOf(message: string, otherType = false): Found {
  return { path: [], message, weak: false, otherType, context: [] };
}

function prefixPaths(name: string | number, errors: readonly Found[]): Found[] {
  return errors.map((error) => ({ ...error, path: [name, ...error.path] }));
}

/** A value as Python writes it. */
function pythonRepr(value: Json): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quoted(value);
  if (isWhole(value)) return String(value);
  if (!isObject(value)) return `[${value.map(pythonRepr).join(", ")}]`;
  const members = Object.entries(value).map(([name, member]) => `${quoted(name)}: ${pythonRepr(member)}`);
  return `{${members.join(", ")}}`;
}

function unexpected(names: readonly string[]): string {
  const list = [...names].sort(byCharacters).map(quoted).join(", ");
  return `Additional properties are not allowed (${list} ${names.length === 1 ? "was" : "were"} unexpected)`;
}

/** Which of two errors says more; 0 where neither does. */
function order(one: Found, other: Found): number {
  if (one.path.length !== other.path.length) return other.path.length - one.path.length;
  for (const [index, step] of one.path.entries()) {
    const against = other.path[index]!;
    if (step !== against) return step < against ? -1 : 1;
  }
  return Number(other.weak) - Number(one.weak) || Number(one.otherType) - Number(other.otherType);
}
