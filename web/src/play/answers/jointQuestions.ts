/**
 * Grouping of consecutive questions into one.
 *
 * The next questions are found by a run aside, from the dice and answers so far: the game stays as it is.
 */

import { Describer } from "../../engine/describe";
import type { Ask, Event, Log } from "../../engine/machine";
import { loadMachine } from "../../engine/modules";
import { makeQuestion } from "../../engine/policies";
import { isGrave, NO_OPTION, type Option, type Question } from "../../engine/question";
import { rerun, TargetReached } from "../../engine/rerun";
import { isInPlay } from "../../engine/views";
import type { Program } from "../../rules/program";
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

/**
 * Collect the open question and those that follow it without dice, in a lookahead run that `answer` answers; `log`
 * takes its events.
 */
function lookAhead(session: Session, answer: Answerer, log: Log | null = null): Question[] {
  const describer = new Describer(session.program);
  describer.asides = session.describer.asides;
  describer.nameLookup = session.describer.nameLookup;
  const questions: Question[] = [];
  /** Collect a question and answer it, or stop the lookahead. */
  const ask: Ask = (site, options, score, values) => {
    const question = makeQuestion(describer, site, options, score, values);
    const index = questions.length < MAX_JOINT_QUESTIONS ? answer(question) : null;
    if (index === null) throw new TargetReached();
    questions.push(question);
    return index;
  };
  /** Stop the lookahead at dice. */
  const roll = () => {
    throw new TargetReached();
  };
  const machine = loadMachine(session.game, roll, ask, log, session.script);
  describer.slots = machine.slots;
  rerun(machine, session.entry, session.header.args);
  return questions;
}

/**
 * Whether a question is asked together with the `first` of a group, by the same person; never if it has a grave
 * (irreversible) answer or too many numbers.
 */
function isGroupedWith(question: Question, first: Question): boolean {
  const isOne = question.together === first.together && first.together !== "";
  const isAsked = question.by === first.by && question.seat === first.seat;
  return (
    isOne &&
    isAsked &&
    !(question.offer || isGrave(question) || question.ends.length > 0 || hasManyNumbers(question.options))
  );
}

/**
 * Find the group that the open question is asked in; null if it is asked alone.
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
 * Find the questions of the open question's group that the player is asked, and the second question of the group.
 * Behind news no question is asked with those before it.
 */
function findRows(
  session: Session,
  first: Question,
  automaticAnswer: Answerer,
): readonly [Question[], Question | null] {
  const askedQuestions: Question[] = [];
  const followers: Question[] = [];
  let hasNews = false;
  /** Note whether the rules say something between two questions. */
  const note: Log = (event) => {
    hasNews ||= askedQuestions.length > 0 && isNews(session.program, event);
  };
  const answer: Answerer = (question) => {
    if (!isGroupedWith(question, first)) return null;
    const own = askedQuestions.length > 0 ? automaticAnswer(question) : null;
    if (askedQuestions.length > 0) followers.push(question);
    if (hasNews) return null;
    if (own === null) askedQuestions.push(question);
    return own ?? question.preferred;
  };
  lookAhead(session, answer, note);
  return [askedQuestions, followers[0] ?? null];
}

/** Whether an event is a message of the rules that players read in play. */
function isNews(program: Program, event: Event): boolean {
  const site = event[0]! >= 0 ? program.sites[event[0]!] : undefined;
  return site?.is === "SaySite" && isInPlay(site);
}

/**
 * Recognize a sequence of questions that repeat the open question, each with the options still left, as one; null for
 * other sequences.
 */
function findRepeatedQuestion(session: Session, first: Question): RepeatedQuestion | null {
  let remaining = [...first.options.keys()];
  /** Whether a question is the next repetition of the open question. */
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

/**
 * Whether a question repeats the `first` with the same prompt, except for numbers, and only those options whose indices
 * remain.
 */
export function isRepeatOf(question: Question, first: Question, remaining: readonly number[]): boolean {
  if (question.id !== first.id || stripNumbers(question.prompt) !== stripNumbers(first.prompt)) return false;
  if (question.options.length !== remaining.length) return false;
  return remaining.every(
    (place, at) => baseOptionName(question.options[at]!) === baseOptionName(first.options[place]!),
  );
}

/** Whether a question has the prompt that was shown, except for numbers, and the same options. */
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

/** Strip the number of a duplicate from an option's name, for it changes as others are chosen. */
function baseOptionName(option: Option): string {
  return partition(option.name, NUMBER_SIGN)[0];
}
