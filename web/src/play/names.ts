/** Names of a player's own: from a list, and one by one while a game is played. */

import type { OwnName } from "../engine/classes";
import type { Describer } from "../engine/describe";
import { sizeOf } from "../engine/lexicon";
import { ownName } from "../engine/names";
import { clip, InputError, quoted } from "../errors";
import type { Program } from "../rules/program";
import { NONE } from "../rules/values";
import { partition, stripped } from "../text";
import { placeOf, titleOf } from "./sheet/sheet";

/** Somebody, or something, that has a name now. */
export interface Called {
  /** What it is, in words: `Keeper`, `Boat`. */
  readonly what: string;
  /** The record whose list the name is from; empty for the game's general list. */
  readonly of: string;
  /** Which name of that list. */
  readonly number: number;
  /** What it is called now. */
  readonly name: string;
}

/** The names in a text: one a line, given in their order before those of the game; `#` begins a comment.
 *
 * `Boat: Old Nan` is for the list of names of that record; without one a name is for the general list. Throws an
 * {@link InputError} where a line is no name.
 */
export function ownNames(text: string, place: string, program: Program): OwnName[] {
  const lists = new Map(program.names.map(({ record }) => [record.toLowerCase(), record]));
  const given = new Map<string, number>();
  const found: OwnName[] = [];
  for (const [index, content] of text.split("\n").entries()) {
    const written = stripped(partition(content, "#")[0]);
    if (!written) continue;
    const where = `${place}:${index + 1}`;
    const [head, colon, name] = partition(written, ":");
    const of = lists.get(colon ? stripped(head).toLowerCase() : "");
    if (of === undefined) {
      const known = [...lists.values()].filter((record) => record).map((record) => `${record}:`);
      throw new InputError(
        colon ? `${program.title} has no names of ${quoted(clip(head))}` : `${program.title} gives no such names`,
        where,
        `Lists that it has besides the general one: ${known.join(", ") || "none"}.`,
      );
    }
    const number = given.get(of) ?? 0;
    given.set(of, number + 1);
    found.push({ of, number, name: ownName(colon ? name : written, where) });
  }
  return found;
}

/** All that has a name now, in the order of the state; each name once. */
export function calledNow(describer: Describer): Called[] {
  const found = new Map<string, Called>();
  for (const field of describer.program.fields) {
    if (field.type.is !== "TextType" || field.shape.length !== field.indices.length) continue;
    const of = field.type.names;
    for (let offset = 0; offset < sizeOf(field); offset += 1) {
      const number = describer.slots[field.base + offset]!;
      const key = `${number} ${of}`;
      if (number === NONE || found.has(key)) continue;
      const what = placeOf(describer, field, offset) || titleOf(field);
      found.set(key, { what, of, number, name: describer.title(field.type, number) });
    }
  }
  return [...found.values()];
}

/** Whom words mean by what he is or is called, and the name behind that. Throws an {@link InputError} where they begin
 * with nobody, or no name stands behind.
 */
export function toBeNamed(words: readonly string[], called: readonly Called[]): [Called, string] {
  for (let count = words.length; count > 0; count -= 1) {
    const who = words.slice(0, count).join(" ").toLowerCase();
    const found = called.filter((one) => wordsFor(one).includes(who));
    if (found.length > 1) {
      throw new InputError(`${quoted(clip(who))} are ${found.length}`, "", "Say what each is: `name` lists all.");
    }
    if (found.length) return [found[0]!, ownName(words.slice(count).join(" "))];
  }
  throw new InputError(`nobody is called ${quoted(clip(words.join(" ")))}`, "", "`name` lists all that have names.");
}

/** What may be said for somebody, in small letters: what he is, with or without an article, or his name. */
function wordsFor(one: Called): string[] {
  const what = one.what.toLowerCase();
  return [what, what.replace(/^the /, ""), one.name.toLowerCase()];
}
