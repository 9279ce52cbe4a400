// Sentences: boundary/codec/sentences.py in TypeScript. Made by `python -m web`; not to be edited.

export const OBJECT = "an object";

export const LIST = "a list";

export const TEXT = "a text";

export const WHOLE_NUMBER = "a whole number";

export const BOOLEAN = "true or false";

export const NULL = "null";

/** One of several types. */
export function anyType(types: readonly string[]): string {
  return types.join(" or ");
}

/** One of several words, or the only one. */
export function anyWord(words: readonly string[]): string {
  return `${(words.length > 1 ? "one of " : "")}${words.join(", ")}`;
}

/** A number with a lower bound. */
export function atLeast(bound: string): string {
  return `${bound} or more`;
}

/** A number with an upper bound. */
export function atMost(bound: string): string {
  return `${bound} or less`;
}

/** The problem of data of which another type or value is needed. */
export function mismatch(expected: string, actual: string): string {
  return `${expected} is needed, not ${actual}`;
}

/** The problem of an object without keys that it must have. */
export function missingMembers(keys: readonly string[]): string {
  return `${keys.join(" and ")} must stand here`;
}

/** The problem of an object with keys that its class lacks. */
export function unknownMembers(keys: readonly string[], suggestion: string = ""): string {
  return `nothing here is called ${keys.join(" or ")}.${(suggestion ? " " : "")}${suggestion}`;
}

/** The problem of a list with too many or too few values. */
export function wrongLength(expected: string, actual: number): string {
  return `a list of ${expected} values is needed, not of ${actual}`;
}
