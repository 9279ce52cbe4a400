/** Who answers: policies, all behind one call, and answers in words. The rules cannot tell which policy answers. */

import type { Program } from "../rules/program";
import { choiceSite } from "../rules/sites";
import { isDecimal, partition } from "../text";
import type { Describer } from "./describe";
import { choicesSeed, SeededDice } from "./dice";
import type { Ask, Score, Values } from "./machine";
import { KEEP, NO_OPTION, type Option, type Question } from "./question";
import { remarks } from "./remarks";
import { wordsOf } from "./words";

/** Thrown by a callback: leave what was asked open and stop here. */
export class Pause extends Error {}

// --- policies

/** The option with the highest score, the first of equals; none only where every score is below 0. */
function prefer(options: readonly number[], score: Score, optional: boolean): number {
  if (score === null) return 0;
  let best = 0;
  let bestScore = score(options[0]!);
  for (let index = 1; index < options.length; index++) {
    const found = score(options[index]!);
    if (found > bestScore) [best, bestScore] = [index, found];
  }
  return optional && bestScore < 0 ? NO_OPTION : best;
}

/** The policy that follows the rules' own preferences. */
export function autopilot(program: Program): Ask {
  return (site, options, score) => prefer(options, score, choiceSite(program, site).optional);
}

/** A policy that chooses evenly, none included, from a stream of its own; `seed` is that of the dice. */
export function randomPolicy(program: Program, seed: bigint): Ask {
  const stream = new SeededDice(choicesSeed(seed));
  return (site, options) => {
    const index = stream.below(options.length + Number(choiceSite(program, site).optional));
    return index === options.length ? NO_OPTION : index;
  };
}

/** A policy that asks a person. `reply` gives the index of an option, or -1 for none; it may throw {@link Pause}. */
export function person(describer: Describer, reply: (question: Question) => number): Ask {
  return (site, options, score, values) => reply(questionOf(describer, site, options, score, values));
}

/** A choice for people, in the state of the describer; the arguments are those of an {@link Ask}. */
export function questionOf(
  describer: Describer,
  number: number,
  options: readonly number[],
  score: Score,
  values: Values,
): Question {
  const site = choiceSite(describer.program, number);
  const told = values();
  const decides = remarks(describer, site, options, told);
  const shown = describer.options(site, options, told);
  const preferred = prefer(options, score, site.optional);
  return {
    site: number,
    id: site.id,
    prompt: describer.fill(site.ask, told),
    by: describer.by(site, told),
    seat: describer.seat(site, told),
    options: shown.map((option, index) => ({ ...option, beside: decides.beside[index]! })),
    optional: site.optional,
    offer: site.offer,
    preferred,
    origin: site.origin,
    remarks: decides.lines,
    routine: decides.routine && !(site.offer && preferred !== KEEP),
    together: site.together,
  };
}

/** What may be answered where so many options are offered; none, where that is allowed, is the last. */
export function indices(count: number, optional: boolean): number[] {
  return [...Array(count).keys(), ...(optional ? [NO_OPTION] : [])];
}

// --- answers in words

/**
 * The one option that words point at: its index (-1 for none), or what is wrong in a few words.
 *
 * An option's whole name wins over words of names, and those over words of titles and of an element's fields. The words
 * may stand in any order, with or without punctuation. With `loosely`, beginnings of words and parts of titles will do
 * where nothing better fits: for what somebody types and sees taken, not for what is kept in a file.
 */
export function find(
  options: readonly Option[],
  words: readonly string[],
  optional: boolean,
  { loosely = false } = {},
): number | string {
  const wanted = words.map((word) => word.toLowerCase());
  if (optional && wanted.length === 1 && wanted[0] === "none") return NO_OPTION;
  const found = fitting(options, wanted, { loosely });
  if (found.length === 1) return found[0]!;
  const whole = wanted.join(" ");
  return found.length > 0 ? `'${whole}' fits ${found.length} options` : `'${whole}' is not offered`;
}

/** The one member that words point at, as {@link find}, of several that are alike the first: its index, or what is wrong. */
export function findDrawn(
  members: readonly Option[],
  words: readonly string[],
  { loosely = false } = {},
): number | string {
  const found = fitting(members, words, { loosely });
  if (new Set(found.map((index) => partition(members[index]!.name, " #")[0])).size === 1) return found[0]!;
  const whole = words.join(" ");
  return found.length > 0 ? `'${whole}' fits ${found.length} of them` : `'${whole}' is not among them`;
}

/** The indices of the options that words point at best: see {@link find}. */
export function fitting(options: readonly Option[], words: readonly string[], { loosely = false } = {}): number[] {
  const whole = words.join(" ").toLowerCase();
  const wanted = [...wordsOf(whole)];
  if (wanted.length === 0) return [];
  const tiers: ((option: Option) => boolean)[] = [
    (option) => option.name.toLowerCase() === whole,
    (option) => isAmong(wanted, wordsOf(option.name)),
    (option) => isAmong(wanted, allWords(option)),
  ];
  if (loosely) {
    tiers.push((option) => wanted.every((word) => beginsOne(word, allWords(option))));
    tiers.push((option) => option.title.toLowerCase().includes(whole) && !isDecimal(whole));
  }
  for (const fits of tiers) {
    const found = options.flatMap((option, index) => (fits(option) ? [index] : []));
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether one of the words begins so; a number stands for itself alone. */
function beginsOne(beginning: string, words: Iterable<string>): boolean {
  const fits = isDecimal(beginning)
    ? (word: string) => word === beginning
    : (word: string) => word.startsWith(beginning);
  return [...words].some(fits);
}

/** The names of what may be answered. */
export function answers(options: readonly Option[], optional: boolean): string[] {
  return [...options.map((option) => option.name), ...(optional ? ["none"] : [])];
}

/** The same, for a message. */
export function offered(options: readonly Option[], optional: boolean): string {
  return answers(options, optional).join(", ");
}

/** The words that point at an option beside its name: of its title, and its marks. */
function optionWords(option: Option): ReadonlySet<string> {
  return new Set([...wordsOf(option.title), ...option.marks]);
}

function allWords(option: Option): ReadonlySet<string> {
  return new Set([...wordsOf(option.name), ...optionWords(option)]);
}

function isAmong(wanted: readonly string[], words: ReadonlySet<string>): boolean {
  return wanted.every((word) => words.has(word));
}
