/** Policies that answer choices, all behind one callback, and answers in words. The rules cannot see the policy. */

import type { Program } from "../rules/program";
import { choiceSiteAt } from "../rules/sites";
import { isDecimal, partition } from "../text";
import type { Describer } from "./describe";
import { choicesSeed, SeededDice } from "./dice";
import type { Ask, Score, Values } from "./machine";
import { KEEP_DICE, NO_OPTION, type Option, type Question } from "./question";
import { collectRemarks } from "./remarks";
import * as sentences from "./sentences";
import { wordsOf } from "./words";

/** Thrown by a callback to stop the run and leave the callback's request open. */
export class Pause extends Error {}

// --- policies

/**
 * The index of the option with the highest value of the function `score`, the first of equals; -1 (none) only if every
 * score is below 0.
 */
function preferredIndex(options: readonly number[], score: Score, optional: boolean): number {
  if (score === null) return 0;
  let best = 0;
  let bestScore = score(options[0]!);
  for (let index = 1; index < options.length; index++) {
    const optionScore = score(options[index]!);
    if (optionScore > bestScore) [best, bestScore] = [index, optionScore];
  }
  return optional && bestScore < 0 ? NO_OPTION : best;
}

/** Make the policy that answers each choice with the option that the rules score highest. */
export function autopilotPolicy(program: Program): Ask {
  return (site, options, score) => preferredIndex(options, score, choiceSiteAt(program, site).optional);
}

/** Make the policy that chooses uniformly, none included; its random stream is derived from the dice's `seed`. */
export function randomPolicy(program: Program, seed: bigint): Ask {
  const stream = new SeededDice(choicesSeed(seed));
  return (site, options) => {
    const index = stream.drawBelow(options.length + Number(choiceSiteAt(program, site).optional));
    return index === options.length ? NO_OPTION : index;
  };
}

/** Make the policy that asks a person. `reply` returns an option's index, or -1 for none, or throws {@link Pause}. */
export function personPolicy(describer: Describer, reply: (question: Question) => number): Ask {
  return (site, options, score, values) => reply(makeQuestion(describer, site, options, score, values));
}

/**
 * Build the question that shows people a choice in the describer's state, from its site's `number`, its options with
 * the rules' scores, and its logged values.
 */
export function makeQuestion(
  describer: Describer,
  number: number,
  options: readonly number[],
  score: Score,
  values: Values,
): Question {
  const site = choiceSiteAt(describer.program, number);
  const toldValues = values();
  const remarksTold = collectRemarks(describer, site, options, toldValues);
  const shownOptions = describer.describeOptions(site, options, toldValues);
  const preferred = preferredIndex(options, score, site.optional);
  return {
    site: number,
    id: site.id,
    prompt: describer.fillText(site.ask, toldValues),
    by: describer.chooserTitle(site, toldValues),
    seat: describer.seatName(site, toldValues),
    ends: site.ends.map((index) => toldValues[index]!),
    options: shownOptions.map((option, index) => ({ ...option, beside: remarksTold.beside[index]! })),
    optional: site.optional,
    offer: site.offer,
    preferred,
    origin: site.origin,
    remarks: remarksTold.lines,
    routine: remarksTold.routine && !(site.offer && preferred !== KEEP_DICE),
    together: site.together,
  };
}

/** List the indices that answer a choice of `count` options; -1 (none), if allowed, comes last. */
export function answerIndices(count: number, optional: boolean): number[] {
  return [...Array(count).keys(), ...(optional ? [NO_OPTION] : [])];
}

// --- answers in words

/**
 * Find the one option that typed words match: its index (-1 for none), or a short error.
 *
 * An option's whole name wins over words of names, and those over words of titles and of an element's fields. The words
 * may stand in any order, with or without punctuation. With `allowPartial`, prefixes of words and parts of titles match
 * if nothing better does: for typed input that the player sees echoed, not for files.
 */
export function findOption(
  options: readonly Option[],
  words: readonly string[],
  optional: boolean,
  { allowPartial = false } = {},
): number | string {
  const lowerWords = words.map((word) => word.toLowerCase());
  if (optional && lowerWords.length === 1 && lowerWords[0] === "none") return NO_OPTION;
  const matches = matchingOptions(options, lowerWords, { allowPartial });
  if (matches.length === 1) return matches[0]!;
  return sentences.optionMismatch(words.join(" "), matches.length);
}

/** Find the member of a random draw that typed words match: its index, of equal members the first; or a short error. */
export function findDrawnMember(
  members: readonly Option[],
  words: readonly string[],
  { allowPartial = false } = {},
): number | string {
  const matches = matchingOptions(members, words, { allowPartial });
  if (new Set(matches.map((index) => partition(members[index]!.name, " #")[0])).size === 1) return matches[0]!;
  const whole = words.join(" ");
  return sentences.drawnMemberMismatch(whole, matches.length);
}

/** Find the indices of the options that words match best, as {@link findOption} ranks matches. */
export function matchingOptions(
  options: readonly Option[],
  words: readonly string[],
  { allowPartial = false } = {},
): number[] {
  const whole = words.join(" ").toLowerCase();
  const wantedWords = [...wordsOf(whole)];
  if (wantedWords.length === 0) return [];
  const tiers: ((option: Option) => boolean)[] = [
    (option) => option.name.toLowerCase() === whole,
    (option) => containsAll(wantedWords, wordsOf(option.name)),
    (option) => containsAll(wantedWords, allWordsOf(option)),
  ];
  if (allowPartial) {
    tiers.push((option) => wantedWords.every((word) => isPrefixOfAny(word, allWordsOf(option))));
    tiers.push((option) => option.title.toLowerCase().includes(whole) && !isDecimal(whole));
  }
  for (const fits of tiers) {
    const matches = options.flatMap((option, index) => (fits(option) ? [index] : []));
    if (matches.length > 0) return matches;
  }
  return [];
}

/** Whether any word begins with the prefix; a number matches only itself. */
function isPrefixOfAny(prefix: string, words: Iterable<string>): boolean {
  const fits = isDecimal(prefix) ? (word: string) => word === prefix : (word: string) => word.startsWith(prefix);
  return [...words].some(fits);
}

/** List the names of the valid answers, `none` included if allowed. */
export function answerNames(options: readonly Option[], optional: boolean): string[] {
  return [...options.map((option) => option.name), ...(optional ? ["none"] : [])];
}

/** Render the names of the valid answers for a message. */
export function renderAnswers(options: readonly Option[], optional: boolean): string {
  return answerNames(options, optional).join(", ");
}

/** The words that match an option besides its name: those of its title, and its marks (further words). */
function optionWords(option: Option): ReadonlySet<string> {
  return new Set([...wordsOf(option.title), ...option.marks]);
}

/** The words that match an option: those of its name and title, and its marks (further words). */
function allWordsOf(option: Option): ReadonlySet<string> {
  return new Set([...wordsOf(option.name), ...optionWords(option)]);
}

/** Whether all wanted words are among the words. */
function containsAll(wantedWords: readonly string[], words: ReadonlySet<string>): boolean {
  return wantedWords.every((word) => words.has(word));
}
