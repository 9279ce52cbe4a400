/** JSON as saves hold it: whole numbers of any size, no fractions, no halves of characters. */

/** A value. A whole number is a `number` where that can hold it, a `bigint` else. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;

/** An object. */
export type JsonObject = { readonly [name: string]: Json };

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const WHOLE_NUMBER = /^-?(?:0|[1-9]\d*)$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** What a large number is read as at first: the only name of an object. No save has such a name. */
const LARGE_NUMBER_KEY = "\0";

/** The value of a text. Throws a `SyntaxError` where it is no JSON, or holds what no save does. */
export function parseJson(text: string): Json {
  return JSON.parse(text.replace(TOKEN, preserveLargeNumber), reviveValue) as Json;
}

/** Whether a value is an object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a whole number. */
export function isWholeNumber(value: Json | undefined): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** A value as text without blanks; a `bigint` as a number. */
export function stringifyJson(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(stringifyJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${stringifyJson(member)}`);
  return `{${members.join(",")}}`;
}

function preserveLargeNumber(token: string): string {
  if (token.startsWith('"')) return token;
  if (!WHOLE_NUMBER.test(token)) throw new SyntaxError(`${token} is no whole number`);
  return Number.isSafeInteger(Number(token)) ? token : JSON.stringify({ [LARGE_NUMBER_KEY]: token });
}

function reviveValue(name: string, value: unknown): unknown {
  if (LONE_SURROGATE.test(name) || (typeof value === "string" && LONE_SURROGATE.test(value)))
    throw new SyntaxError("half a character");
  if (Object.is(value, -0)) return 0;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, LARGE_NUMBER_KEY)) return value;
  return BigInt((value as Record<string, string>)[LARGE_NUMBER_KEY]!);
}
