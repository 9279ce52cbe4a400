/** The answers of a link as text: a sign for each, and a letter for each reason why the player was not asked. */

import { NO_OPTION } from "../../engine/question";
import { InputError } from "../../errors";
import type { AnswerReason } from "../../session/recordReplay";
import { ASKED_PERSON } from "../../session/session";
import * as sentences from "./sentences";

/** The most answers of a link. */
export const MAX_ANSWERS = 100_000;

/** The signs of the options 0 to 61; a greater number stands in brackets, and a hyphen for none. */
const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const ANSWER_PATTERN = /[0-9A-Za-z-]|\([0-9]{1,6}\)/g;

/** The letters of reasons. */
const REASONS: Readonly<Record<string, AnswerReason>> = {
  ".": ASKED_PERSON,
  r: { why: "routine", ordered: false },
  o: { why: "order", ordered: false },
  O: { why: "order", ordered: true },
  a: { why: "auto", ordered: false },
  A: { why: "auto", ordered: true },
  t: { why: "together", ordered: false },
};

/** Write the indices of chosen options, -1 for none, as text. */
export function renderAnswers(indices: readonly number[]): string {
  return indices.map((index) => (index === NO_OPTION ? "-" : (SIGNS[index] ?? `(${index})`))).join("");
}

/** Parse the text of answers to the indices of options, -1 for none. Throws an {@link InputError} for other text. */
export function parseAnswers(text: string, place: string): number[] {
  if (text.length > MAX_ANSWERS * "(999999)".length) throw new InputError(sentences.tooManyAnswers(MAX_ANSWERS), place);
  const signs = text.match(ANSWER_PATTERN) ?? [];
  if (signs.reduce((length, sign) => length + sign.length, 0) !== text.length)
    throw new InputError(sentences.NO_ANSWERS, place, sentences.DAMAGED_HINT);
  if (signs.length > MAX_ANSWERS) throw new InputError(sentences.tooManyAnswers(MAX_ANSWERS), place);
  return signs.map((sign) => {
    if (sign === "-") return NO_OPTION;
    return sign.length > 1 ? Number(sign.slice(1, -1)) : SIGNS.indexOf(sign);
  });
}

/** Write reasons as letters, without the trailing ones of answers that the player was asked for. */
export function renderReasons(reasons: readonly AnswerReason[]): string {
  return reasons.map(renderReason).join("").replace(/\.+$/, "");
}

/** The letter of a reason. */
function renderReason({ why, ordered }: AnswerReason): string {
  const found = Object.entries(REASONS).find(([, each]) => each.why === why && each.ordered === ordered);
  return found?.[0] ?? ".";
}

/** Parse the letters of the reasons of `count` answers. Throws an {@link InputError} for unknown or too many letters. */
export function parseReasons(text: string, count: number, place: string): AnswerReason[] {
  const letters = [...text.padEnd(count, ".")];
  if (letters.length > count || letters.some((letter) => !Object.hasOwn(REASONS, letter)))
    throw new InputError(sentences.NO_ANSWERS, place, sentences.DAMAGED_HINT);
  return letters.map((letter) => REASONS[letter]!);
}
