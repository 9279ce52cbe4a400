/** What is wrong with a value by a JSON Schema, in the words of the validator that the command line uses.
 *
 * Of JSON Schema this knows what the schemas of our own classes hold, and of several errors it chooses as that does:
 * those further outside, but of what may be one thing or another those further inside.
 */

import { quoted } from "../errors";
import { byCharacters } from "../text";
import { isObject, isWhole, type Json } from "./json";

/** A schema; what it says besides is for people. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The schemas that others refer to, by name. */
export type Definitions = Readonly<Record<string, Schema>>;

/** An error: where it is, and what in words. */
export interface SchemaError {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface Found extends SchemaError {
  /** Whether it is that none of several schemas fits. */
  readonly weak: boolean;
  /** Whether the value is not even of the schema's type. */
  readonly otherType: boolean;
  /** Why none of them does. */
  readonly context: readonly Found[];
}

/** The error that says best what is wrong with a value; null where nothing is. */
export function bestError(value: Json, schema: Schema, definitions: Definitions): SchemaError | null {
  const errors = errorsOf(value, schema, definitions);
  if (!errors.length) return null;
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

/** A value as Python writes it: so messages quote it. */
function written(value: Json): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quoted(value);
  if (isWhole(value)) return String(value);
  if (isObject(value)) {
    return `{${Object.entries(value)
      .map(([name, member]) => `${quoted(name)}: ${written(member)}`)
      .join(", ")}}`;
  }
  return `[${value.map(written).join(", ")}]`;
}

function errorsOf(value: Json, schema: Schema, definitions: Definitions): Found[] {
  if (schema.$ref !== undefined) return errorsOf(value, definitions[schema.$ref.split("/").at(-1)!]!, definitions);
  const found: Found[] = [];
  const otherType = schema.type === undefined || !isOfType(value, schema.type);
  const wrong = (message: string, context: readonly Found[] = []): void => {
    found.push({ path: [], message, weak: context.length > 0, otherType, context });
  };
  const inside = (name: string | number, errors: readonly Found[]): void => {
    found.push(...errors.map((error) => ({ ...error, path: [name, ...error.path] })));
  };
  if (schema.type !== undefined && otherType) wrong(`${written(value)} is not of type ${quoted(schema.type)}`);
  if (schema.const !== undefined && value !== schema.const) wrong(`${written(schema.const)} was expected`);
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    wrong(`${written(value)} is not one of ${written(schema.enum)}`);
  }
  if (schema.anyOf !== undefined) {
    const tried = schema.anyOf.map((each) => errorsOf(value, each, definitions));
    if (tried.every((errors) => errors.length)) {
      wrong(`${written(value)} is not valid under any of the given schemas`, tried.flat());
    }
  }
  if (isWhole(value)) {
    if (schema.minimum !== undefined && value < schema.minimum) {
      wrong(`${value} is less than the minimum of ${schema.minimum}`);
    }
    if (schema.maximum !== undefined && value > exactly(schema.maximum)) {
      wrong(`${value} is greater than the maximum of ${exactly(schema.maximum)}`);
    }
  }
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) {
      if (schema.items !== undefined) inside(index, errorsOf(member, schema.items, definitions));
    }
    if (schema.minItems !== undefined && value.length < schema.minItems) wrong(`${written(value)} should be non-empty`);
  }
  if (isObject(value)) {
    const known = schema.properties ?? {};
    for (const [name, member] of Object.entries(known)) {
      if (Object.hasOwn(value, name)) inside(name, errorsOf(value[name]!, member, definitions));
    }
    for (const name of schema.required ?? []) {
      if (!Object.hasOwn(value, name)) wrong(`${quoted(name)} is a required property`);
    }
    const others = Object.keys(value).filter((name) => !Object.hasOwn(known, name));
    if (schema.additionalProperties === false && others.length) wrong(unexpected(others));
    if (typeof schema.additionalProperties === "object") {
      for (const name of others) inside(name, errorsOf(value[name]!, schema.additionalProperties, definitions));
    }
  }
  return found;
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case "integer":
      return isWhole(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "null":
      return value === null;
    default: // the rest: what JavaScript calls by the same name
      return typeof value === type;
  }
}

/** A bound of a schema, which was read as a number: of those too large for one only 2 ** 64 - 1 is there. */
function exactly(bound: number): number | bigint {
  return bound === 2 ** 64 ? 2n ** 64n - 1n : bound;
}

function unexpected(names: readonly string[]): string {
  const told = [...names].sort(byCharacters).map(quoted).join(", ");
  return `Additional properties are not allowed (${told} ${names.length === 1 ? "was" : "were"} unexpected)`;
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
