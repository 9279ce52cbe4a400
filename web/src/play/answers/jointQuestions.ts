/**
 * Which questions are put as one.
 *
 * Which questions follow is found by playing on aside, from the dice and answers so far: nothing of it reaches the game.
 */

import { Describer } from "../../engine/describe";
import type { Ask } from "../../engine/machine";
import { loadMachine } from "../../engine/modules";
import { makeQuestion } from "../../engine/policies";
import { isGrave, NO_OPTION, type Option, type Question } from "../../engine/question";
import { rerun, TargetReached } from "../../engine/rerun";
import type { Session } from "../../session/session";
import { partition } from "../../text";
import { hasManyNumbers } from "./answers";
import { makeMatrix, type QuestionGroup, type RepeatedQuestion } from "./questionGroups";

/** Questions that are put as one at most. */
const MAX_JOINT_QUESTIONS = 60;

const NUMBER_PATTERN = /\p{Nd}+/gu;

/** Stands before the number of what is alike. */
const NUMBER_SIGN = " #";

/** Answers a question of those that follow; null where the next is none of them. */
type Answerer = (asked: Question) => number | null;

/** The open question and those that follow it, without dice between, as long as they are answered. The game stays as it is. */
function lookAhead(session: Session, answer: Answerer): Question[] {
  const describer = new Describer(session.program);
  describer.asides = session.describer.asides;
  describer.nameLookup = session.describer.nameLookup;
  const questions: Question[] = [];
  const ask: Ask = (site, options, score, values) => {
    const question = makeQuestion(describer, site, options, score, values);
    const index = questions.length < MAX_JOINT_QUESTIONS ? answer(question) : null;
    if (index === null) throw new TargetReached();
    questions.push(question);
    return index;
  };
  const roll = () => {
    throw new TargetReached();
  };
  const machine = loadMachine(session.game, roll, ask, null, session.script);
  describer.slots = machine.slots;
  rerun(machine, session.entry, session.header.args);
  return questions;
}

/** Whether a question is put as one with another: what is grave stands alone, and so do many numbers. */
function isGroupedWith(question: Question, first: Question): boolean {
  const isOne = question.together === first.together && first.together !== "";
  const isAsked = question.by === first.by && question.seat === first.seat;
  return isOne && isAsked && !(question.offer || isGrave(question) || hasManyNumbers(question.options));
}

/**
 * What the open question is put as one with; null where it is put alone.
 *
 * `unasked` is the answer that is given to a question without asking; null where it is asked.
 */
export function findGroup(session: Session, first: Question, automaticAnswer: Answerer): QuestionGroup | null {
  if (!isGroupedWith(first, first)) return null;
  const [rows, second] = findRows(session, first, automaticAnswer);
  const remaining = [...first.options.keys()].filter((place) => place !== first.preferred);
  // To play on aside is to play all of it again: whether others follow is seen by the way, where one was chosen.
  const isSeen = first.preferred !== NO_OPTION;
  if (!isSeen || (second !== null && isRepeatOf(second, first, remaining))) {
    const several = findRepeatedQuestion(session, first);
    if (several !== null) return several.most > 1 ? several : null;
  }
  return rows.length > 1 ? makeMatrix(rows) : null;
}

/**
 * The questions that are asked of the player from the open one on, as long as they belong to it; and the one behind the
 * first, whether it is asked or not, null where it does not belong to it.
 */
function findRows(
  session: Session,
  first: Question,
  automaticAnswer: Answerer,
): readonly [Question[], Question | null] {
  const askedQuestions: Question[] = [];
  const followers: Question[] = [];
  lookAhead(session, (question) => {
    if (!isGroupedWith(question, first)) return null;
    const own = askedQuestions.length > 0 ? automaticAnswer(question) : null;
    if (askedQuestions.length > 0) followers.push(question);
    if (own === null) askedQuestions.push(question);
    return own ?? question.preferred;
  });
  return [askedQuestions, followers[0] ?? null];
}

/** The same question again and again; null where others follow, or none. */
function findRepeatedQuestion(session: Session, first: Question): RepeatedQuestion | null {
  let remaining = [...first.options.keys()];
  const isNext = (question: Question) => isGroupedWith(question, first) && isRepeatOf(question, first, remaining);
  const count = lookAhead(session, (question) => {
    if (!isNext(question)) return null;
    const chosen = Math.max(0, question.preferred);
    remaining.splice(chosen, 1);
    return chosen;
  }).length;
  if (count < 2) return null;
  const preferred: number[] = [];
  remaining = [...first.options.keys()];
  lookAhead(session, (question) => {
    if (question.preferred === NO_OPTION || !isNext(question)) return null;
    preferred.push(...remaining.splice(question.preferred, 1));
    return question.preferred;
  });
  return { is: "several", title: first.together, question: first, most: count, preferred };
}

/** Whether a question is another asked again, but for numbers in it, and offers what is left of its options. */
export function isRepeatOf(question: Question, first: Question, remaining: readonly number[]): boolean {
  if (question.id !== first.id || stripNumbers(question.prompt) !== stripNumbers(first.prompt)) return false;
  if (question.options.length !== remaining.length) return false;
  return remaining.every(
    (place, at) => baseOptionName(question.options[at]!) === baseOptionName(first.options[place]!),
  );
}

/** Whether a question is the one that was shown, but for numbers in it, and offers what that did. */
export function isSameQuestion(question: Question, shownQuestion: Question): boolean {
  return (
    isRepeatOf(question, shownQuestion, [...shownQuestion.options.keys()]) &&
    question.optional === shownQuestion.optional
  );
}

/** A prompt without its numbers. */
function stripNumbers(prompt: string): string {
  return prompt.replace(NUMBER_PATTERN, "");
}

/** An option's name without its number among its likes: that changes when one before it is chosen. */
function baseOptionName(option: Option): string {
  return partition(option.name, NUMBER_SIGN)[0];
}
