/** One run of a program from its beginning: the pure function below everything else. */

import { unreachable } from "../closed";
import { InputError } from "../errors";
import type { Entry, Origin, Program, Type } from "../rules/program";
import { NONE, valueFor, valueWordsOf } from "../rules/values";
import { Asides } from "./derivedValues";
import { Journal, RunPaused, type RunRequest, type ThrowFaces } from "./journal";
import { type Ask, Fault, TOO_LONG_TEXT } from "./machine";
import { type CompiledGame, loadMachine } from "./modules";
import { FAULTED, FINISHED, Reader, TOO_MUCH_TEXT } from "./reader";
import * as sentences from "./sentences";

/** The end of a run: the procedure's result (null without one), its stable name, and its title. */
export interface Finished {
  readonly is: "finished";
  readonly value: number | null;
  readonly name: string;
  readonly title: string;
}

/** A run that ended in a rules fault. */
export interface Faulted {
  readonly is: "faulted";
  readonly site: number;
  readonly message: string;
  readonly origin: Origin;
}

/** A run that waits: for an answer, for dice, or before a procedure. */
export interface Pending {
  readonly is: "pending";
  readonly waitsFor: RunRequest;
}

/** How a run ended. */
export type RunEnd = Finished | Faulted;

/** The outcome of a run: its end, or its open request. */
export type Outcome = RunEnd | Pending;

/** The faults of exceeded budgets; with a larger budget a run may go on. */
export const BUDGET_FAULTS: readonly string[] = [TOO_LONG_TEXT, TOO_MUCH_TEXT];

/** Make an empty journal for a run of an entry; `story` is the version of its hashes. */
export function newJournal(program: Program, entry: Entry, story?: number): Journal {
  return new Journal(new Reader(program, entry.result), story);
}

/**
 * Play a run of an entry from its beginning, after a script of known results, until it ends or pauses; return how it
 * did.
 *
 * The journal is empty, or holds the events of the script: the sums of the first throws and the indices of the first
 * answers. Its describer reads this run's state from here on.
 */
export function playRun(
  compiled: CompiledGame,
  entry: Entry,
  args: readonly number[],
  thrower: ThrowFaces,
  policy: Ask,
  journal: Journal,
  script: ArrayLike<number> = [],
): Outcome {
  const { program } = compiled;
  const machine = loadMachine(compiled, journal.loggedRoll(thrower), journal.loggedAsk(policy), journal.log, script);
  const describer = journal.reader.describer;
  describer.slots = machine.slots;
  describer.asides ??= new Asides(compiled.asides);
  try {
    machine.begin();
    const callResult = machine.call(entry, ...args);
    const value = entry.result !== null && typeof callResult === "number" ? callResult : null;
    const shownValue = value ?? NONE;
    journal.log([FINISHED, shownValue]);
    return {
      is: "finished",
      value,
      name: describer.valueName(entry.result, shownValue),
      title: describer.valueTitle(entry.result, shownValue),
    };
  } catch (error) {
    if (error instanceof RunPaused) return { is: "pending", waitsFor: error.request };
    if (!(error instanceof Fault)) throw error;
    journal.events.push([FAULTED, error.site]);
    return faultOutcome(program, error.site);
  } finally {
    describer.slots = machine.slots.slice();
    describer.asides.close();
    machine.close();
  }
}

/** Build the outcome of a rules fault from its site's number: message and place. */
function faultOutcome(program: Program, number: number): Faulted {
  const site = program.sites[number]!;
  return {
    is: "faulted",
    site: number,
    message: site.is === "FaultSite" ? site.text : TOO_MUCH_TEXT,
    origin: site.origin,
  };
}

/** Parse the words for the arguments of an entry; omitted ones get the first value of their type. */
export function parseArguments(program: Program, entry: Entry, words: readonly string[]): number[] {
  if (words.length > entry.params.length) {
    throw new InputError(sentences.wrongValueCount(entry.name, entry.params.length, words.length));
  }
  return entry.params.map(([name, type], index) => {
    const word = words[index];
    const value = word === undefined ? firstValueOf(type) : valueFor(word, type, valueWordsOf(program, type));
    if (value === null) throw new InputError(sentences.wrongValue(name, `'${word!.slice(0, 20)}'`, typeText(type)));
    return value;
  });
}

/** Describe the values of a type for messages: `1..25`, `Sky`, `yes/no`. */
export function typeText(type: Type): string {
  const none = "optional" in type && type.optional ? " or none" : "";
  switch (type.is) {
    case "BoolType":
      return "yes/no";
    case "IntType":
      return `${type.low}..${type.high}${none}`;
    case "EnumType":
      return type.enum + none;
    case "ElementType":
      return type.record + none;
    case "TextType":
      return type.names ? `text of ${type.names}` : "text";
    case "NoneType":
      return "none";
    case "ListType":
      return `list of ${typeText(type.element)} at most ${type.capacity}`;
    case "PartsType": {
      const parts = type.parts.map((part) => `${part.name}: ${typeText(part.type)}`).join(", ");
      return type.optional ? `(${parts}) or none` : parts;
    }
    case "UnknownType":
      return "?";
    default:
      return unreachable(type);
  }
}

/** The first value of a type, which an omitted argument gets. */
function firstValueOf(type: Type): number {
  switch (type.is) {
    case "IntType":
      return type.low;
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
      return unreachable(type);
  }
}
