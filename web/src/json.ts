/** JSON as saves hold it: whole numbers of any size, no fractions, no halves of characters. */

/** A value. A whole number is a `number` where that can hold it, a `bigint` else. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;

/** An object. */
export type JsonObject = { readonly [name: string]: Json };

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const WHOLE = /^-?(?:0|[1-9]\d*)$/;
const HALF = /\p{Surrogate}/u;

/** What a large number is read as at first: the only name of an object. No save has such a name. */
const LARGE = "\0";

/** The value of a text. Throws a `SyntaxError` where it is no JSON, or holds what no save does. */
export function parseJson(text: string): Json {
  return JSON.parse(text.replace(TOKEN, heldExactly), revived) as Json;
}

/** Whether a value is an object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a whole number. */
export function isWhole(value: Json | undefined): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** A value as text without blanks; a `bigint` as a number. */
export function jsonText(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const told = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`);
  return `{${told.join(",")}}`;
}

function heldExactly(token: string): string {
  if (token.startsWith('"')) return token;
  if (!WHOLE.test(token)) throw new SyntaxError(`${token} is no whole number`);
  return Number.isSafeInteger(Number(token)) ? token : JSON.stringify({ [LARGE]: token });
}

function revived(name: string, value: unknown): unknown {
  if (HALF.test(name) || (typeof value === "string" && HALF.test(value))) throw new SyntaxError("half a character");
  if (Object.is(value, -0)) return 0;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, LARGE)) return value;
  return BigInt((value as Record<string, string>)[LARGE]!);
}
