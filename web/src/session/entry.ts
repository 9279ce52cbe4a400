/** The entry that a session plays, with its arguments. */

import { unreachable } from "../closed";
import { typeText } from "../engine/run";
import * as sentences from "../engine/sentences";
import { InputError } from "../errors";
import type { EntryName } from "../modes";
import type { Entry, Program, Type } from "../rules/program";
import { valueWordsOf } from "../rules/values";
import type { Header } from "./classes";

/** Find an entry (mission or career) of a program by name. Throws an {@link InputError} if the game has no career. */
export function findEntry(program: Program, name: EntryName): Entry {
  const entry = program[name];
  if (entry === null) throw new InputError(sentences.noCareer(program.title));
  return entry;
}

/** Find the entry of a session. Throws an {@link InputError} if the game has no career, or the arguments do not fit. */
export function entryOf(program: Program, header: Header): Entry {
  const entry = findEntry(program, header.entry);
  if (header.args.length !== entry.params.length) {
    throw new InputError(sentences.wrongValueCount(entry.name, entry.params.length, header.args.length));
  }
  for (const [index, [name, kind]] of entry.params.entries()) {
    const value = header.args[index]!;
    if (!isValueOf(program, kind, value)) throw new InputError(sentences.wrongValue(name, value, typeText(kind)));
  }
  return entry;
}

/** Describe an entry in words: a campaign, or a mission with its number. */
export function describeEntry(entry: EntryName, args: readonly number[] = []): string {
  switch (entry) {
    case "mission":
      return ["mission", ...args].join(" ");
    case "career":
      return "campaign";
    default:
      return unreachable(entry);
  }
}

/** Whether an integer is a value of a type, so that it may be an entry's argument. */
function isValueOf(program: Program, type: Type, value: number): boolean {
  switch (type.is) {
    case "IntType":
      return type.low <= value && value <= type.high;
    case "EnumType":
      return 0 <= value && value < valueWordsOf(program, type).length;
    case "BoolType":
      return value === 0 || value === 1;
    case "ElementType":
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
