// Sentences: boundary/codec/sentences.py in TypeScript. Made by `python -m web`; not to be edited.

export const OBJECT = "an object";

export const LIST = "a list";

export const TEXT = "a text";

export const WHOLE_NUMBER = "a whole number";

export const BOOLEAN = "true or false";

export const NULL = "null";

/** The phrase for any of several types, for example: `a text or a whole number`. */
export function anyType(types: readonly string[]): string {
  return types.join(" or ");
}

/** The phrase for any of several words, or the only one, for example: `one of text, json`. */
export function anyWord(words: readonly string[]): string {
  return `${(words.length > 1 ? "one of " : "")}${words.join(", ")}`;
}

/** The phrase for a number with a lower bound, for example: `1 or more`. */
export function atLeast(bound: string): string {
  return `${bound} or more`;
}

/** The phrase for a number with an upper bound, for example: `10 or less`. */
export function atMost(bound: string): string {
  return `${bound} or less`;
}

/** The problem that another type or value is needed, for example: `a list is needed, not null`. */
export function mismatch(expected: string, actual: string): string {
  return `${expected} is needed, not ${actual}`;
}

/** The problem that an object lacks required keys, for example: `id and title must stand here`. */
export function missingMembers(keys: readonly string[]): string {
  return `${keys.join(" and ")} must stand here`;
}

/** The problem that an object has unknown keys, for example: `nothing here is called titel. ...`. */
export function unknownMembers(keys: readonly string[], suggestion: string = ""): string {
  return `nothing here is called ${keys.join(" or ")}.${(suggestion ? " " : "")}${suggestion}`;
}

/** The problem that a list has too many or too few values: `a list of 2 values is needed, not of 3`. */
export function wrongLength(expected: string, actual: number): string {
  return `a list of ${expected} values is needed, not of ${actual}`;
}
