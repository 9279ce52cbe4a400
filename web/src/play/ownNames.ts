/** A player's own names: from a list, and one by one during play. */

import type { OwnName } from "../engine/classes";
import type { Describer } from "../engine/describe";
import { fieldSize } from "../engine/lexicon";
import { parseOwnName } from "../engine/names";
import { clip, InputError, quoteText } from "../errors";
import type { Program } from "../rules/program";
import { NONE } from "../rules/values";
import { partition, stripBlanks } from "../text";
import * as sentences from "./sentences";
import { holderTitle, placeTitle } from "./sheet/sheet";

/** A named person or thing. */
export interface NamedThing {
  /** Its kind in words: `Keeper`, `Boat`. */
  readonly what: string;
  /** The record whose list the name is from; empty for the game's general list. */
  readonly of: string;
  /** The index of the name in that list. */
  readonly number: number;
  /** Its current name. */
  readonly name: string;
}

/**
 * Parse a player's list of names: one a line, used in order before those of the game; `#` begins a comment.
 *
 * `Boat: Old Nan` is for the names of that record; other names are for the general list. Throws an {@link InputError}
 * at an invalid line.
 */
export function readOwnNames(text: string, place: string, program: Program): OwnName[] {
  const lists = new Map(program.names.map(({ record }) => [record.toLowerCase(), record]));
  const countByList = new Map<string, number>();
  const names: OwnName[] = [];
  for (const [index, content] of text.split("\n").entries()) {
    const line = stripBlanks(partition(content, "#")[0]);
    if (!line) continue;
    const where = `${place}:${index + 1}`;
    const [head, colon, name] = partition(line, ":");
    const of = lists.get(colon ? stripBlanks(head).toLowerCase() : "");
    if (of === undefined) {
      const listNames = [...lists.values()].filter((record) => record).map((record) => `${record}:`);
      throw new InputError(
        colon ? sentences.noNamesOf(program.title, quoteText(clip(head))) : sentences.noSuchNames(program.title),
        where,
        sentences.nameListsHint(listNames),
      );
    }
    const number = countByList.get(of) ?? 0;
    countByList.set(of, number + 1);
    names.push({ of, number, name: parseOwnName(colon ? name : line, where) });
  }
  return names;
}

/** Find all persons and things with names, in the order of the state; each name once. */
export function findNamedThings(describer: Describer): NamedThing[] {
  const things = new Map<string, NamedThing>();
  for (const field of describer.program.fields) {
    if (field.type.is !== "TextType" || field.shape.length !== field.indices.length) continue;
    const of = field.type.names;
    for (let offset = 0; offset < fieldSize(field); offset += 1) {
      const number = describer.slots[field.base + offset]!;
      const key = `${number} ${of}`;
      if (number === NONE || things.has(key)) continue;
      const what = placeTitle(describer, field, offset) || holderTitle(field);
      things.set(key, { what, of, number, name: describer.valueTitle(field.type, number) });
    }
  }
  return [...things.values()];
}

/** Parse a renaming: a thing's kind or name, then its new name. Throws an {@link InputError} if no thing matches, or no
 * name follows.
 */
export function parseRenaming(words: readonly string[], namedThings: readonly NamedThing[]): [NamedThing, string] {
  for (let count = words.length; count > 0; count -= 1) {
    const who = words.slice(0, count).join(" ").toLowerCase();
    const matches = namedThings.filter((one) => acceptedNames(one).includes(who));
    if (matches.length > 1) {
      throw new InputError(sentences.severalNamed(quoteText(clip(who)), matches.length), "", sentences.RENAMING_HINT);
    }
    if (matches.length) return [matches[0]!, parseOwnName(words.slice(count).join(" "))];
  }
  throw new InputError(sentences.nobodyNamed(quoteText(clip(words.join(" ")))), "", sentences.NAMES_HINT);
}

/** The inputs that mean a named thing, in lower case: its kind, with or without an article, or its name. */
function acceptedNames(thing: NamedThing): string[] {
  const what = thing.what.toLowerCase();
  return [what, what.replace(/^the /, ""), thing.name.toLowerCase()];
}
