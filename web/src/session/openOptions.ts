/** A player's choice of options: the slots that a game's code reads, and the defaults that depend on them. */

import { unreachable } from "../closed";
import { Asides } from "../engine/derivedValues";
import { type CompiledGame, withProgram } from "../engine/modules";
import { typeText } from "../engine/run";
import { InputError } from "../errors";
import { joinNames } from "../listing";
import type { OpenOption, Program, Type } from "../rules/program";
import { valueFor, valueWordsOf } from "../rules/values";

/** Chosen values by option name, in the words of rules and saves. */
export type ChosenOptions = ReadonlyMap<string, string>;

/**
 * Copy a game with the chosen options set; the others keep their values.
 *
 * @throws InputError - There is no such option, or it has no such value.
 */
export function withOptions(game: CompiledGame, chosen: ChosenOptions): CompiledGame {
  const { program } = game;
  const currentValues = new Map(program.options.map((option) => [option.name, option.value]));
  const changed = [...chosen].filter(([name, word]) => currentValues.get(name) !== word);
  if (!changed.length) return game;
  const slots = [...program.defaults];
  for (const [name, word] of changed) {
    const option = program.open_options.find((open) => open.name === name);
    if (option === undefined) throw new InputError(`there is no option ${name} to be chosen`);
    slots[option.slot] = parseOptionValue(program, option, word);
  }
  computeFollowers(game, slots);
  const options = program.options.map((option) => ({ ...option, value: chosen.get(option.name) ?? option.value }));
  const fields = program.fields.map((field) => ({
    ...field,
    defaults: slots.slice(field.base, field.base + field.defaults.length),
  }));
  return withProgram(game, { ...program, options, defaults: slots, fields });
}

/** Select those options of a save that a game has. */
export function knownOptions(savedOptions: { readonly [name: string]: string }, program: Program): ChosenOptions {
  const existing = program.options.filter((option) => Object.hasOwn(savedOptions, option.name));
  return new Map(existing.map((option) => [option.name, savedOptions[option.name]!]));
}

/** Compute the defaults that depend on the options, in a state's `slots`. */
function computeFollowers(game: CompiledGame, slots: number[]): void {
  const asides = new Asides(game.asides);
  const evaluator = asides.evaluatorAt(slots);
  for (const follower of game.program.following) {
    const value = evaluator.evaluate(follower.entry, ...follower.arguments);
    if (value === null) throw new Error(`${follower.entry} has no value`);
    for (const slot of follower.slots) slots[slot] = value;
  }
  asides.close();
}

/** Parse the word for an option's value. Throws an {@link InputError} that lists the allowed words. */
function parseOptionValue(program: Program, { name, type }: OpenOption, word: string): number {
  const value = valueFor(word, type, valueWordsOf(program, type));
  if (value !== null) return value;
  throw new InputError(`${word} is no value of option ${name}`, "", `Give ${describeAllowedValues(program, type)}.`);
}

/** Describe the allowed values of an option's type, for a message. */
function describeAllowedValues(program: Program, type: Type): string {
  switch (type.is) {
    case "IntType":
      return `a number ${type.low}..${type.high}`;
    case "EnumType":
      return joinNames(valueWordsOf(program, type), "or");
    case "BoolType":
      return "yes or no";
    case "ElementType":
    case "ListType":
    case "NoneType":
    case "PartsType":
    case "TextType":
    case "UnknownType":
      return typeText(type);
    default:
      return unreachable(type);
  }
}
