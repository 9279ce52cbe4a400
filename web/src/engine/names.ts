/**
 * Displayed names of people and things: names of the manifest in an order that the seed chooses, and a player's own.
 *
 * A name is only for display. To the rules, to saves and to the hash of a story each is a number in a list, so the
 * displayed name never changes the game.
 */

import { clip, InputError, isPrintable, quoteText } from "../errors";
import type { Program } from "../rules/program";
import { splitWords } from "../text";
import type { Naming, OwnName } from "./classes";
import { namesSeed, SeededDice } from "./dice";
import * as sentences from "./sentences";

/** Maximum length of a name, in characters. */
export const LONGEST_NAME = 40;

/** Looks up a displayed name by the record of its list and its number there, from 0. */
export type NameLookup = (record: string, number: number) => string;

/** Add a player's own name, in place of an earlier one for the same person or thing. */
export function addOwnName(naming: Naming | null, ownName: OwnName): Naming {
  const current = naming ?? { shuffled: false, own: [] };
  const others = current.own.filter((name) => name.of !== ownName.of || name.number !== ownName.number);
  return { ...current, own: [...others, ownName] };
}

/**
 * Make the function that looks up the displayed names of people and things; null if these are the names of the
 * manifest.
 */
export function nameLookup(program: Program, seed: bigint, naming: Naming | null): NameLookup | null {
  if (naming === null) return null;
  const own = new Map(naming.own.map((name) => [`${name.number} ${name.of}`, name.name]));
  const lists = new Map(
    program.names.map(({ record, names }, number) => [
      record,
      naming.shuffled ? shuffleNames(names, seed, number) : names,
    ]),
  );
  return (record, number) => own.get(`${number} ${record}`) || numberedName(lists.get(record) ?? [], number);
}

/** Shuffle a game's list of names, the `number`th from 0, by the seed of the dice. */
export function shuffleNames(names: readonly string[], seed: bigint, number: number): string[] {
  const stream = new SeededDice(namesSeed(seed, number));
  const order = [...names];
  for (let last = order.length - 1; last > 0; last--) {
    const other = stream.drawBelow(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** The name with an index in a list of names; past the end the list repeats with numbers: `Ada 2`. */
export function numberedName(names: readonly string[], number: number): string {
  if (names.length === 0 || number < 0) return `no. ${number + 1}`;
  const round = Math.floor(number / names.length);
  const name = names[number % names.length]!;
  return round === 0 ? name : `${name} ${round + 1}`;
}

/** Parse a player's own name and normalize its blanks. Throws {@link InputError} if it is empty or too long. */
export function parseOwnName(text: string, place = ""): string {
  const name = splitWords(text).join(" ");
  if (name === "" || !isPrintable(name))
    throw new InputError(sentences.noName(quoteText(clip(text))), place, sentences.NO_NAME_HINT);
  const length = [...name].length;
  if (length > LONGEST_NAME)
    throw new InputError(sentences.nameTooLong(length), place, sentences.nameLengthHint(LONGEST_NAME));
  return name;
}
