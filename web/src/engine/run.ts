/** One run of a program from its beginning: the pure function that everything else is built on. */

import { unreachable } from "../closed";
import { InputError } from "../errors";
import type { Entry, Origin, Program, Type } from "../rules/program";
import { NONE, valueFor, wordsOfType } from "../rules/values";
import { Asides } from "./asides";
import { Journal, LeftOpen, type Thrower, type Waits } from "./journal";
import { type Ask, Fault, TOO_LONG } from "./machine";
import { type Compiled, load } from "./modules";
import { FAULTED, FINISHED, Reader, TOO_MUCH } from "./reader";

/** The run came to its end: what the procedure gave, null where it gives nothing, its stable name, and its title. */
export interface Finished {
  readonly is: "finished";
  readonly value: number | null;
  readonly name: string;
  readonly title: string;
}

/** The rules did what they may not. */
export interface Faulted {
  readonly is: "faulted";
  readonly site: number;
  readonly message: string;
  readonly origin: Origin;
}

/** The run waits: for the answer to a question, for dice to be thrown, or before a procedure that is not begun. */
export interface Pending {
  readonly is: "pending";
  readonly waitsFor: Waits;
}

/** How a run ended. */
export type Ended = Finished | Faulted;

/** How a run ended, or where it stands. */
export type Outcome = Ended | Pending;

/** The faults of rules that cost more than they may; a greater budget may lead beyond them. */
export const BUDGET_FAULTS: readonly string[] = [TOO_LONG, TOO_MUCH];

/** An empty journal for a run from this entry, whose story is of some version. */
export function newJournal(program: Program, entry: Entry, story?: number): Journal {
  return new Journal(new Reader(program, entry.result), story);
}

/**
 * Play from the beginning.
 *
 * The journal is empty, or holds what the script leads to: the sums of the first throws and the indices of the first
 * answers, of which it knows already. Its describer knows the state from here on.
 */
export function run(
  compiled: Compiled,
  entry: Entry,
  args: readonly number[],
  thrower: Thrower,
  policy: Ask,
  journal: Journal,
  script: ArrayLike<number> = [],
): Outcome {
  const { program } = compiled;
  const machine = load(compiled, journal.rolling(thrower), journal.asking(policy), journal.log, script);
  const describer = journal.reader.describer;
  describer.slots = machine.slots;
  describer.asides ??= new Asides(compiled.asides);
  try {
    machine.begin();
    const given = machine.call(entry, ...args);
    const value = entry.result !== null && typeof given === "number" ? given : null;
    const shown = value ?? NONE;
    journal.log([FINISHED, shown]);
    return {
      is: "finished",
      value,
      name: describer.name(entry.result, shown),
      title: describer.title(entry.result, shown),
    };
  } catch (error) {
    if (error instanceof LeftOpen) return { is: "pending", waitsFor: error.waitsFor };
    if (!(error instanceof Fault)) throw error;
    journal.events.push([FAULTED, error.site]);
    return faulted(program, error.site);
  } finally {
    describer.slots = machine.slots.slice();
    describer.asides.close();
    machine.close();
  }
}

/** A fault with its place and citation. */
function faulted(program: Program, number: number): Faulted {
  const site = program.sites[number]!;
  return { is: "faulted", site: number, message: site.is === "FaultSite" ? site.text : TOO_MUCH, origin: site.origin };
}

/** The values of an entry's parameters from words; those left out have the first value of their type. */
export function argumentsOf(program: Program, entry: Entry, words: readonly string[]): number[] {
  if (words.length > entry.params.length) {
    throw new InputError(`${entry.name} takes ${entry.params.length} values, not ${words.length}`);
  }
  return entry.params.map(([name, kind], index) => {
    const word = words[index];
    const value = word === undefined ? firstOf(kind) : valueFor(word, kind, wordsOfType(program, kind));
    if (value === null) throw new InputError(`${name}: '${word!.slice(0, 20)}' is none of ${typeText(kind)}`);
    return value;
  });
}

/** A type as messages name it: `1..25`, `Sky`, `yes/no`. */
export function typeText(kind: Type): string {
  const none = "optional" in kind && kind.optional ? " or none" : "";
  switch (kind.is) {
    case "BoolType":
      return "yes/no";
    case "IntType":
      return `${kind.low}..${kind.high}${none}`;
    case "EnumType":
      return kind.enum + none;
    case "ElementType":
      return kind.record + none;
    case "TextType":
      return kind.names ? `text of ${kind.names}` : "text";
    case "NoneType":
      return "none";
    case "ListType":
      return `list of ${typeText(kind.element)} at most ${kind.capacity}`;
    case "PartsType": {
      const parts = kind.parts.map((part) => `${part.name}: ${typeText(part.type)}`).join(", ");
      return kind.optional ? `(${parts}) or none` : parts;
    }
    case "UnknownType":
      return "?";
    default:
      return unreachable(kind);
  }
}

function firstOf(kind: Type): number {
  switch (kind.is) {
    case "IntType":
      return kind.low;
    case "BoolType":
    case "ElementType":
    case "EnumType":
    case "ListType":
    case "NoneType":
    case "PartsType":
    case "TextType":
    case "UnknownType":
      return 0;
    default:
      return unreachable(kind);
  }
}
