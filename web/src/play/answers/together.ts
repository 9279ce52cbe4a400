/**
 * Which questions are put as one.
 *
 * Which questions follow is found by playing on aside, from the dice and answers so far: nothing of it reaches the game.
 */

import { Reached, runAgain } from "../../engine/again";
import { questionOf } from "../../engine/choices";
import { Describer } from "../../engine/describe";
import type { Ask } from "../../engine/machine";
import { load } from "../../engine/modules";
import { isGrave, NO_OPTION, type Option, type Question } from "../../engine/question";
import type { Session } from "../../session/session";
import { partition } from "../../text";
import { hasManyNumbers } from "./answering";
import { type Group, matrixOf, type Several } from "./groups";

/** Questions that are put as one at most. */
const MOST = 60;

const NUMBERS = /\p{Nd}+/gu;

/** Stands before the number of what is alike. */
const NUMBERED = " #";

/** Answers a question of those that follow; null where the next is none of them. */
type Answering = (asked: Question) => number | null;

/** The open question and those that follow it, without dice between, as long as they are answered. The game stays as it is. */
function ahead(session: Session, answer: Answering): Question[] {
  const describer = new Describer(session.program);
  describer.asides = session.describer.asides;
  describer.shown = session.describer.shown;
  const found: Question[] = [];
  const ask: Ask = (site, options, score, values) => {
    const asked = questionOf(describer, site, options, score, values);
    const index = found.length < MOST ? answer(asked) : null;
    if (index === null) throw new Reached();
    found.push(asked);
    return index;
  };
  const roll = () => {
    throw new Reached();
  };
  const machine = load(session.game, roll, ask, null, session.script);
  describer.slots = machine.slots;
  runAgain(machine, session.entry, session.header.args);
  return found;
}

/** Whether a question is put as one with another: what is grave stands alone, and so do many numbers. */
function belongs(asked: Question, first: Question): boolean {
  const isOne = asked.together === first.together && first.together !== "";
  const isAsked = asked.by === first.by && asked.seat === first.seat;
  return isOne && isAsked && !(asked.offer || isGrave(asked) || hasManyNumbers(asked.options));
}

/**
 * What the open question is put as one with; null where it is put alone.
 *
 * `unasked` is the answer that is given to a question without asking; null where it is asked.
 */
export function groupAt(session: Session, first: Question, unasked: Answering): Group | null {
  if (!belongs(first, first)) return null;
  const [rows, second] = rowsAt(session, first, unasked);
  const left = [...first.options.keys()].filter((place) => place !== first.preferred);
  // To play on aside is to play all of it again: whether others follow is seen by the way, where one was chosen.
  const isSeen = first.preferred !== NO_OPTION;
  if (!isSeen || (second !== null && isLeft(second, first, left))) {
    const several = severalAt(session, first);
    if (several !== null) return several.most > 1 ? several : null;
  }
  return rows.length > 1 ? matrixOf(rows) : null;
}

/**
 * The questions that are asked of the player from the open one on, as long as they belong to it; and the one behind the
 * first, whether it is asked or not, null where it does not belong to it.
 */
function rowsAt(session: Session, first: Question, unasked: Answering): readonly [Question[], Question | null] {
  const shown: Question[] = [];
  const followers: Question[] = [];
  ahead(session, (asked) => {
    if (!belongs(asked, first)) return null;
    const own = shown.length > 0 ? unasked(asked) : null;
    if (shown.length > 0) followers.push(asked);
    if (own === null) shown.push(asked);
    return own ?? asked.preferred;
  });
  return [shown, followers[0] ?? null];
}

/** The same question again and again; null where others follow, or none. */
function severalAt(session: Session, first: Question): Several | null {
  let left = [...first.options.keys()];
  const isNext = (asked: Question) => belongs(asked, first) && isLeft(asked, first, left);
  const count = ahead(session, (asked) => {
    if (!isNext(asked)) return null;
    const chosen = Math.max(0, asked.preferred);
    left.splice(chosen, 1);
    return chosen;
  }).length;
  if (count < 2) return null;
  const preferred: number[] = [];
  left = [...first.options.keys()];
  ahead(session, (asked) => {
    if (asked.preferred === NO_OPTION || !isNext(asked)) return null;
    preferred.push(...left.splice(asked.preferred, 1));
    return asked.preferred;
  });
  return { is: "several", title: first.together, question: first, most: count, preferred };
}

/** Whether a question is another asked again, but for numbers in it, and offers what is left of its options. */
export function isLeft(asked: Question, first: Question, left: readonly number[]): boolean {
  if (asked.id !== first.id || unnumbered(asked.prompt) !== unnumbered(first.prompt)) return false;
  if (asked.options.length !== left.length) return false;
  return left.every((place, at) => named(asked.options[at]!) === named(first.options[place]!));
}

/** Whether a question is the one that was shown, but for numbers in it, and offers what that did. */
export function isSame(asked: Question, shown: Question): boolean {
  return isLeft(asked, shown, [...shown.options.keys()]) && asked.optional === shown.optional;
}

/** A prompt without its numbers. */
function unnumbered(prompt: string): string {
  return prompt.replace(NUMBERS, "");
}

/** An option's name without its number among its likes: that changes when one before it is chosen. */
function named(option: Option): string {
  return partition(option.name, NUMBERED)[0];
}
