/** Typed answers: the keys of options, the parser of typed text, and messages about valid input. */

import { answerNames, findOption, matchingOptions } from "../../engine/policies";
import { findAmount, NO_OPTION, type Option, type Question, SUGGESTED } from "../../engine/question";
import { optionMismatch } from "../../engine/sentences";
import { joinNames } from "../../listing";
import { capitalizeFirst, isDecimal, splitWords } from "../../text";
import * as sentences from "../sentences";

const NONE_KEY = "0";

/** The inputs that mean none. */
export const NONE_WORDS: readonly string[] = [NONE_KEY, "-", "none"];

/** Maximum number of matching options that a message names. */
const MAX_NAMED_OPTIONS = 4;

/** Maximum number of numbers listed one by one; more are shown as a range. */
const MAX_LISTED_NUMBERS = 12;

/** Whether the options of a question are numbers, which are typed as they are. */
export function isNumberChoice(options: readonly Option[]): boolean {
  return options.every((option) => isDecimal(option.name.replace(/^-/, "")));
}

/** Whether the options of a question are numbers, too many to list one by one. */
export function hasManyNumbers(options: readonly Option[]): boolean {
  return options.length > MAX_LISTED_NUMBERS && isNumberChoice(options);
}

/** List the numbers that answer a question; if more than `maxNumbers`, as ranges such as `0 to 14`. */
export function listNumbers(question: Question, maxNumbers = MAX_LISTED_NUMBERS): string[] {
  if (question.ends.length > 0) return [`${question.ends[0]} to ${question.ends[1]}`];
  if (question.options.length <= maxNumbers) return answerNames(question.options, question.optional);
  const runs: number[][] = [];
  for (const number of question.options.map((option) => Number(option.name))) {
    if (runs.at(-1)?.at(-1) === number - 1) runs.at(-1)!.push(number);
    else runs.push([number]);
  }
  const spans = runs.flatMap((run) => (run.length > 2 ? [`${run[0]} to ${run.at(-1)}`] : run.map(String)));
  return [...spans, ...(question.optional ? ["none"] : [])];
}

/** The indices of a question's options in display order: grave (irreversible) ones last. */
export function displayOrder(question: Question): number[] {
  const usual = ordinaryIndices(question);
  return [...usual, ...[...question.options.keys()].filter((index) => question.options[index]!.grave)];
}

/** The indices of a question's answers that are not grave (irreversible). */
export function ordinaryIndices(question: Question): number[] {
  return [...question.options.keys()].filter((index) => !question.options[index]!.grave);
}

/**
 * The key to type for each option of a question; empty for numbers, which are typed as they are.
 *
 * Grave answers begin at a ten of their own: a player who types the same key fast and often hits a neighbouring number
 * sooner or later, but never one with a digit more.
 */
export function optionKeys(question: Question): string[] {
  const result: string[] = question.options.map(() => "");
  if (isNumberChoice(question.options)) return result;
  const usual = ordinaryIndices(question).length;
  const beyond = Math.floor((usual + 1) / 10) * 10 + 10; // at least one number lies between
  displayOrder(question).forEach((index, place) => {
    result[index] = `${question.options[index]!.grave ? beyond + place - usual : place + 1}`;
  });
  return result;
}

/**
 * Map the index of each answer to a question, -1 for none, to its key or number.
 *
 * It is computed anew in each call.
 */
export function answerKeys(question: Question): Map<number, string> {
  const isNumbers = isNumberChoice(question.options);
  const keyTexts = isNumbers ? question.options.map((option) => option.name) : optionKeys(question);
  return new Map([[NO_OPTION, isNumbers ? NONE_WORDS.at(-1)! : NONE_KEY], ...keyTexts.entries()]);
}

/** The stable name of the answer with an index, -1 for none. */
export function answerName(question: Question, index: number): string {
  return index === NO_OPTION ? "none" : question.options[index]!.name;
}

/** The title, for display, of the answer with an index, -1 for none. */
export function answerTitle(question: Question, index: number): string {
  return index === NO_OPTION ? "none" : question.options[index]!.title;
}

/** Whether the answer with an index is grave (irreversible), so that it asks for confirmation. */
export function isGraveAnswer(question: Question, index: number): boolean {
  return index !== NO_OPTION && question.options[index]!.grave;
}

/** Find the one option whose whole name or title the player typed, by its index; null for none or several. */
export function findByFullName(question: Question, typed: string): number | null {
  const wanted = typed.toLowerCase();
  /** Whether an option's name or title equals the typed text. */
  const matchesWhole = ({ name, title }: Option) => wanted === name.toLowerCase() || wanted === title.toLowerCase();
  const exact = [...question.options.keys()].filter((index) => matchesWhole(question.options[index]!));
  return exact.length === 1 ? exact[0]! : null;
}

/**
 * Parse a typed answer to a question as the index of an option, -1 for none; or return a short error.
 *
 * Empty text means the autopilot's answer.
 */
export function parseOption(question: Question, typed: string): number | string {
  const isAmount = question.ends.length > 0;
  if (!typed || (isAmount && typed.toLowerCase() === SUGGESTED)) return question.preferred;
  if (isAmount) return findAmount(question, typed) ?? optionMismatch(typed, 0);
  const exact = findByFullName(question, typed);
  if (exact !== null) return exact;
  if (question.optional && NONE_WORDS.includes(typed.toLowerCase())) return NO_OPTION;
  const isKey = isDecimal(typed) && !isNumberChoice(question.options);
  const keyIndex = isKey ? optionKeys(question).indexOf(typed) : -1;
  if (keyIndex >= 0) return keyIndex;
  const match = findOption(question.options, splitWords(typed), question.optional, { allowPartial: true });
  return isKey && match === optionMismatch(typed, 0) ? sentences.NO_SUCH_OPTION : match;
}

/**
 * Explain, from the parser's short error `problem`, why typed input is no answer to a question, and which inputs are.
 */
export function explainRejection(question: Question, problem: string, typed = ""): string {
  const sentence = capitalizeFirst(problem);
  if (isNumberChoice(question.options))
    return sentences.rejectionWithInputs(sentence, joinNames(listNumbers(question, MAX_NAMED_OPTIONS), "or"));
  const several = matchingOptions(question.options, splitWords(typed), { allowPartial: true });
  if (1 < several.length && several.length <= MAX_NAMED_OPTIONS) {
    const titles = several.map((index) => question.options[index]!.title);
    return sentences.rejectionWithMatches(sentence, joinNames(titles, "or", { separator: "; " }));
  }
  return sentences.rejectionWithInputs(sentence, joinNames(acceptedInputs(question), "or"));
}

/** List the inputs that a question accepts. */
function acceptedInputs(question: Question): string[] {
  const keys = optionKeys(question);
  const shownKeys = displayOrder(question).map((index) => keys[index]!);
  const count = ordinaryIndices(question).length;
  const usual = shownKeys.slice(0, count);
  const ways = count > 2 ? [sentences.keyRange(usual[0]!, usual.at(-1)!)] : usual;
  return [
    ...ways,
    ...shownKeys.slice(count),
    ...(question.optional ? [sentences.NONE_KEY_HINT] : []),
    sentences.WORD_HINT,
  ];
}
