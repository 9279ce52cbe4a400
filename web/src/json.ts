/** JSON as saves use it: integers of any size, no fractions, no lone surrogates. */

/** A JSON value. An integer is a `number` if that can hold it, else a `bigint`. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;

/** A JSON object. */
export type JsonObject = { readonly [name: string]: Json };

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const WHOLE_NUMBER = /^-?(?:0|[1-9]\d*)$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The only name in the object that first stands for a large number. No save uses it. */
const LARGE_NUMBER_KEY = "\0";

/** Parse JSON without fractions or lone surrogates, which saves never hold. Throws a `SyntaxError`. */
export function parseJson(text: string): Json {
  return JSON.parse(text.replace(TOKEN, preserveLargeNumber), reviveValue) as Json;
}

/** Parse JSON that may have fractions, as odds have, but no lone surrogates. Throws a `SyntaxError`. */
export function parseJsonWithFractions(text: string): Json {
  return JSON.parse(
    text.replace(TOKEN, (token) => (/^"|[.eE]/.test(token) ? token : preserveLargeNumber(token))),
    reviveValue,
  ) as Json;
}

/** Whether a JSON value is an object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is an integer. */
export function isWholeNumber(value: Json | undefined): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** Serialize a value as JSON without blanks; a `bigint` as a number. */
export function stringifyJson(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(stringifyJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${stringifyJson(member)}`);
  return `{${members.join(",")}}`;
}

/** Wrap a JSON token that is an integer too large for a number in an object, for {@link reviveValue}. */
function preserveLargeNumber(token: string): string {
  if (token.startsWith('"')) return token;
  if (!WHOLE_NUMBER.test(token)) throw new SyntaxError(`${token} is no whole number`);
  return Number.isSafeInteger(Number(token)) ? token : JSON.stringify({ [LARGE_NUMBER_KEY]: token });
}

/** Convert the wrapped large integers of parsed JSON to `bigint`, and reject lone surrogates. */
function reviveValue(name: string, value: unknown): unknown {
  if (LONE_SURROGATE.test(name) || (typeof value === "string" && LONE_SURROGATE.test(value)))
    throw new SyntaxError("half a character");
  if (Object.is(value, -0)) return 0;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, LARGE_NUMBER_KEY)) return value;
  return BigInt((value as Record<string, string>)[LARGE_NUMBER_KEY]!);
}
