/** Conversion between integers and the words of the rules: `yes`, `7`, `fog`, `none`. */

import { unreachable } from "../closed";
import type { Program, Type } from "./program";

/** The integer that represents none: the lowest of 32 bits, which no range may reach. */
export const NONE = -(2 ** 31);

const INTEGER_PATTERN = /^-?[0-9]{1,9}$/;

/** The words for the values of a type in the rules, in order; empty for types without words. */
export function valueWordsOf(program: Pick<Program, "enums">, type: Type | null): readonly string[] {
  return type?.is === "EnumType" ? (program.enums.get(type.enum)?.values ?? []) : [];
}

/** The word for a value in the rules; its number for a type without words. `values` are the words of its enum. */
export function wordFor(value: number, type: Type | null, values: readonly string[] = []): string {
  if (value === NONE) return "none";
  switch (type?.is) {
    case "BoolType":
      return value ? "yes" : "no";
    case "EnumType":
      return values[value] ?? String(value);
    case "ElementType":
    case "IntType":
    case "ListType":
    case "NoneType":
    case "PartsType":
    case "TextType":
    case "UnknownType":
    case undefined:
      return String(value);
    default:
      return unreachable(type);
  }
}

/** Whether values of a type are amounts that add up: numbers and yes/no (as 1), not enum values. */
export function isAmount(type: Type): boolean {
  switch (type.is) {
    case "BoolType":
    case "IntType":
      return true;
    case "ElementType":
    case "EnumType":
    case "ListType":
    case "NoneType":
    case "PartsType":
    case "TextType":
    case "UnknownType":
      return false;
    default:
      return unreachable(type);
  }
}

/** Parse a word of the rules as a value of a type; null if it is none. */
export function valueFor(word: string, type: Type, values: readonly string[] = []): number | null {
  switch (type.is) {
    case "IntType": {
      const number = INTEGER_PATTERN.test(word) ? Number(word) : Number.NaN;
      return type.low <= number && number <= type.high ? number : null;
    }
    case "EnumType": {
      const index = values.indexOf(word);
      return index < 0 ? null : index;
    }
    case "BoolType":
      return word === "yes" ? 1 : word === "no" ? 0 : null;
    case "ElementType":
    case "ListType":
    case "NoneType":
    case "PartsType":
    case "TextType":
    case "UnknownType":
      return null;
    default:
      return unreachable(type);
  }
}
