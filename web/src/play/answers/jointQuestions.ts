/**
 * Grouping of consecutive questions into one.
 *
 * The next questions are found by a run aside, from the dice and answers so far: the game stays as it is.
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

/** Maximum number of questions in a group. */
const MAX_JOINT_QUESTIONS = 60;

const NUMBER_PATTERN = /\p{Nd}+/gu;

/** The separator before the number of a duplicate. */
const NUMBER_SIGN = " #";

/** Answers a following question; null if it does not belong to the group. */
type Answerer = (asked: Question) => number | null;

/** Collect the open question and those that follow without dice, while `answer` answers them, in a run aside. */
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

/** Whether a question may be grouped with another: not if it has grave answers or many numbers. */
function isGroupedWith(question: Question, first: Question): boolean {
  const isOne = question.together === first.together && first.together !== "";
  const isAsked = question.by === first.by && question.seat === first.seat;
  return isOne && isAsked && !(question.offer || isGrave(question) || hasManyNumbers(question.options));
}

/**
 * Find the group of the open question; null if it stands alone.
 *
 * `automaticAnswer` gives the automatic answer to a question; null if the player is asked.
 */
export function findGroup(session: Session, first: Question, automaticAnswer: Answerer): QuestionGroup | null {
  if (!isGroupedWith(first, first)) return null;
  const [rows, second] = findRows(session, first, automaticAnswer);
  const remaining = [...first.options.keys()].filter((place) => place !== first.preferred);
  // A run aside repeats the whole game, so the same run also shows whether other questions follow a choice.
  const isSeen = first.preferred !== NO_OPTION;
  if (!isSeen || (second !== null && isRepeatOf(second, first, remaining))) {
    const several = findRepeatedQuestion(session, first);
    if (several !== null) return several.most > 1 ? several : null;
  }
  return rows.length > 1 ? makeMatrix(rows) : null;
}

/**
 * Find the questions to the player that belong to the open one's group, from it on; and the question after the first,
 * automatic or not, null if it is not of the group.
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

/** Find the repetitions of the open question; null if other questions or none follow. */
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

/** Whether a question repeats another, apart from numbers in its text, with the remaining options. */
export function isRepeatOf(question: Question, first: Question, remaining: readonly number[]): boolean {
  if (question.id !== first.id || stripNumbers(question.prompt) !== stripNumbers(first.prompt)) return false;
  if (question.options.length !== remaining.length) return false;
  return remaining.every(
    (place, at) => baseOptionName(question.options[at]!) === baseOptionName(first.options[place]!),
  );
}

/** Whether a question equals the one shown, apart from numbers in its text, with the same options. */
export function isSameQuestion(question: Question, shownQuestion: Question): boolean {
  return (
    isRepeatOf(question, shownQuestion, [...shownQuestion.options.keys()]) &&
    question.optional === shownQuestion.optional
  );
}

/** Remove the numbers from a prompt. */
function stripNumbers(prompt: string): string {
  return prompt.replace(NUMBER_PATTERN, "");
}

/** An option's name without its duplicate number, which changes when an earlier duplicate is chosen. */
function baseOptionName(option: Option): string {
  return partition(option.name, NUMBER_SIGN)[0];
}
