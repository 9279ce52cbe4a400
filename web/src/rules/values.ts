/** Values as the rules write them, and back: `yes`, `7`, `fog`, `none`. At run time each is an integer. */

import { unreachable } from "../closed";
import type { Program, Type } from "./program";

/** The integer that stands for none: the lowest of 32 bits, which no range may reach. */
export const NONE = -(2 ** 31);

const INTEGER_PATTERN = /^-?[0-9]{1,9}$/;

/** The words for the values of a type, in order; none where they have none of its own. */
export function valueWordsOf(program: Pick<Program, "enums">, kind: Type | null): readonly string[] {
  return kind?.is === "EnumType" ? (program.enums.get(kind.enum)?.values ?? []) : [];
}

/** A value as the rules write it; of a type whose values have no words, its number. `values` are its enum's words. */
export function wordFor(value: number, kind: Type | null, values: readonly string[] = []): string {
  if (value === NONE) return "none";
  switch (kind?.is) {
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
      return unreachable(kind);
  }
}

/** Whether values of a type are amounts, which add up: yes counts as 1. Those of an enum are none. */
export function isAmount(kind: Type): boolean {
  switch (kind.is) {
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
      return unreachable(kind);
  }
}

/** The integer that stands for a word; null where it is no value of the type. */
export function valueFor(word: string, kind: Type, values: readonly string[] = []): number | null {
  switch (kind.is) {
    case "IntType": {
      const number = INTEGER_PATTERN.test(word) ? Number(word) : Number.NaN;
      return kind.low <= number && number <= kind.high ? number : null;
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
      return unreachable(kind);
  }
}
