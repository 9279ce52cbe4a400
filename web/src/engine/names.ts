/**
 * What people and things are called: names of the manifest in an order that the seed chooses, and a player's own.
 *
 * A name is only ever shown. To the rules, to saves and to the hash of a story each is a number in a list, so whatever
 * is shown for it the game stays what it is.
 */

import { clip, InputError, isPrintable, quoteText } from "../errors";
import type { Program } from "../rules/program";
import { splitWords } from "../text";
import type { Naming, OwnName } from "./classes";
import { namesSeed, SeededDice } from "./dice";
import * as sentences from "./sentences";

/** Characters that a name may have. */
export const LONGEST_NAME = 40;

/** What is called so, by the record whose list it is from and its number there, from 0. */
export type NameLookup = (record: string, number: number) => string;

/** The naming with one more name of a player's, in the place of what was called so before. */
export function addOwnName(naming: Naming | null, ownName: OwnName): Naming {
  const current = naming ?? { shuffled: false, own: [] };
  const others = current.own.filter((name) => name.of !== ownName.of || name.number !== ownName.number);
  return { ...current, own: [...others, ownName] };
}

/** What names are shown, or null where they are those of the manifest. */
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

/** A list in the order that a seed chooses. `number` is which of the game's lists it is, from 0. */
export function shuffleNames(names: readonly string[], seed: bigint, number: number): string[] {
  const stream = new SeededDice(namesSeed(seed, number));
  const order = [...names];
  for (let last = order.length - 1; last > 0; last--) {
    const other = stream.below(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** The name with this number, from 0; when the list is used up it begins again, numbered: `Ada 2`. */
export function numberedName(names: readonly string[], number: number): string {
  if (names.length === 0 || number < 0) return `no. ${number + 1}`;
  const round = Math.floor(number / names.length);
  const name = names[number % names.length]!;
  return round === 0 ? name : `${name} ${round + 1}`;
}

/** A name that a player wrote, blanks put right. Throws {@link InputError} where it is none or too long. */
export function parseOwnName(text: string, place = ""): string {
  const name = splitWords(text).join(" ");
  if (name === "" || !isPrintable(name))
    throw new InputError(sentences.noName(quoteText(clip(text))), place, sentences.NO_NAME_HINT);
  const length = [...name].length;
  if (length > LONGEST_NAME)
    throw new InputError(sentences.nameTooLong(length), place, sentences.nameLengthHint(LONGEST_NAME));
  return name;
}
