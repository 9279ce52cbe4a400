/** Error messages for objects of a save that match no schema, as the command line's JSON Schema validator words them.
 *
 * Of several errors it chooses the same: the outermost, but within a union the innermost.
 */

import { type Format, isOfKind, type Shape } from "../codec";
import { quoteText } from "../errors";
import { isObject, isWholeNumber, type Json, type JsonObject } from "../json";
import { compareByCodePoint } from "../text";

/** A schema error: its path and message. */
export interface Mismatch {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface RankedMismatch extends Mismatch {
  /** Whether the error is that no shape of a union matches. */
  readonly isUnionError: boolean;
  /** Whether the value has the wrong JSON type. */
  readonly isTypeError: boolean;
  /** The errors of each shape of the union. */
  readonly context: readonly RankedMismatch[];
}

/** Find the most relevant error of an object that does not match its class; unknown fields are allowed. */
export function bestMismatch(value: JsonObject, name: string, format: Format): Mismatch {
  const errors = findObjectMismatches(value, name, format, true);
  let best = errors.reduce((one, other) => (compareMismatches(other, one) > 0 ? other : one));
  let path = best.path;
  while (best.context.length) {
    const [first, second] = [...best.context].sort(compareMismatches);
    if (second !== undefined && compareMismatches(first!, second) === 0) break;
    best = first!;
    path = [...path, ...best.path];
  }
  return { path, message: best.message };
}

function findObjectMismatches(value: JsonObject, name: string, format: Format, isOpen: boolean): RankedMismatch[] {
  const { fields, usual } = format.classes[name]!;
  const names = Object.keys(fields);
  const missing = names.filter((field) => !Object.hasOwn(usual, field) && !Object.hasOwn(value, field));
  const others = isOpen ? [] : Object.keys(value).filter((field) => !Object.hasOwn(fields, field));
  return [
    ...names
      .filter((field) => Object.hasOwn(value, field))
      .flatMap((field) => prefixPaths(field, findMismatches(value[field]!, fields[field]!, format))),
    ...missing.map((field) => makeMismatch(`${quoteText(field)} is a required property`)),
    ...(others.length ? [makeMismatch(unexpectedFieldsMessage(others))] : []),
  ];
}

function findMismatches(value: Json, shape: Shape, format: Format): RankedMismatch[] {
  const checkType = (type: string): RankedMismatch[] =>
    isOfKind(value, shape, format)
      ? []
      : [makeMismatch(`${pythonRepr(value)} is not of type ${quoteText(type)}`, true)];
  if (typeof shape === "string") return checkType(shape);
  if ("words" in shape) {
    const isWord = isOfKind(value, shape, format);
    return isWord ? [] : [makeMismatch(`${pythonRepr(value)} is not one of ${pythonRepr(shape.words)}`, true)];
  }
  if ("any" in shape) {
    const tried = shape.any.map((each) => findMismatches(value, each, format));
    if (tried.some((errors) => !errors.length)) return [];
    const message = `${pythonRepr(value)} is not valid under any of the given schemas`;
    return [{ ...makeMismatch(message, true), isUnionError: true, context: tried.flat() }];
  }
  if ("of" in shape)
    return isObject(value) ? findObjectMismatches(value, shape.of[0]!, format, false) : checkType("object");
  if ("members" in shape) {
    if (!isObject(value)) return checkType("object");
    return Object.entries(value).flatMap(([name, each]) =>
      prefixPaths(name, findMismatches(each, shape.members, format)),
    );
  }
  if ("list" in shape) {
    if (!Array.isArray(value)) return checkType("array");
    const isShort = value.length < (shape.least ?? 0);
    return [
      ...[...value.entries()].flatMap(([at, each]) => prefixPaths(at, findMismatches(each, shape.list, format))),
      ...(isShort ? [makeMismatch(`${pythonRepr(value)} should be non-empty`)] : []),
    ];
  }
  if ("tuple" in shape || "pairs" in shape) throw new TypeError("no save has such a shape");
  if (!isWholeNumber(value)) return checkType("integer");
  const { low = value, high = value } = shape;
  return [
    ...(value < low ? [makeMismatch(`${value} is less than the minimum of ${low}`)] : []),
    ...(value > high ? [makeMismatch(`${value} is greater than the maximum of ${high}`)] : []),
  ];
}

function makeMismatch(message: string, isTypeError = false): RankedMismatch {
  return { path: [], message, isUnionError: false, isTypeError, context: [] };
}

function prefixPaths(name: string | number, errors: readonly RankedMismatch[]): RankedMismatch[] {
  return errors.map((error) => ({ ...error, path: [name, ...error.path] }));
}

/** Format a value as Python's `repr`. */
function pythonRepr(value: Json): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quoteText(value);
  if (isWholeNumber(value)) return String(value);
  if (!isObject(value)) return `[${value.map(pythonRepr).join(", ")}]`;
  const members = Object.entries(value).map(([name, member]) => `${quoteText(name)}: ${pythonRepr(member)}`);
  return `{${members.join(", ")}}`;
}

function unexpectedFieldsMessage(names: readonly string[]): string {
  const list = [...names].sort(compareByCodePoint).map(quoteText).join(", ");
  return `Additional properties are not allowed (${list} ${names.length === 1 ? "was" : "were"} unexpected)`;
}

/** Compare the relevance of two errors; 0 if equal. */
function compareMismatches(left: RankedMismatch, right: RankedMismatch): number {
  if (left.path.length !== right.path.length) return right.path.length - left.path.length;
  for (const [index, step] of left.path.entries()) {
    const against = right.path[index]!;
    if (step !== against) return step < against ? -1 : 1;
  }
  return Number(right.isUnionError) - Number(left.isUnionError) || Number(left.isTypeError) - Number(right.isTypeError);
}
