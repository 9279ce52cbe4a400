/** Questions as they are put to a person: what may be answered, in the order in which it is shown, and how it is said. */

import { answerIndices } from "../../engine/policies";
import { NO_OPTION, PLAYER, type Question } from "../../engine/question";
import { answerKeys, answerTitle, displayOrder, isGraveAnswer, isNumberChoice, ordinaryIndices } from "./answers";
import { HOLD } from "./jointAnswers";
import type { Matrix } from "./questionGroups";

/** An answer as it is offered. */
export interface OfferedAnswer {
  /** Of the option; -1 for none. */
  readonly index: number;
  /** What is typed for it. */
  readonly key: string;
  readonly title: string;
  /** What decides. */
  readonly beside: string;
  readonly isGrave: boolean;
  /** Whether the autopilot would answer so. */
  readonly isSuggested: boolean;
}

/** What is asked, and of whom where that is not the player. */
export function renderPrompt(question: Question): string {
  return question.by === PLAYER ? question.prompt : `${question.prompt} (${question.by})`;
}

/** What may be answered, in the order in which it is shown: grave answers stand apart at the end. */
export function offeredAnswers(question: Question): OfferedAnswer[] {
  const keys = answerKeys(question);
  return answerOrder(question).map((index) => ({
    index,
    key: question.offer && index === question.preferred ? "Enter" : keys.get(index)!,
    title: answerTitle(question, index),
    beside: index === NO_OPTION ? "" : question.options[index]!.beside,
    isGrave: isGraveAnswer(question, index),
    isSuggested: index === question.preferred,
  }));
}

/** The indices of the answers in the order in which they are shown. */
function answerOrder(question: Question): number[] {
  if (isNumberChoice(question.options) || question.offer)
    return answerIndices(question.options.length, question.optional);
  const usual = ordinaryIndices(question);
  return [...usual, ...(question.optional ? [NO_OPTION] : []), ...displayOrder(question).slice(usual.length)];
}

/** What questions that are put as one ask. */
export function matrixHeading(matrix: Matrix): string {
  return matrix.asks ? `${matrix.title}: ${matrix.asks}` : matrix.title;
}

/** What stands in a row of a matrix for an answer by its index, with all that decides: `North lamp: Brig: 5 up`. */
export function describeRow(matrix: Matrix, row: number, index: number): string {
  const title = rowAnswerTitle(matrix, row, index);
  const beside = index === NO_OPTION ? "" : matrix.rows[row]!.options[index]!.beside;
  return [matrix.labels[row]!, title, ...(beside ? [beside] : [])].join(": ");
}

/** An answer to a row as people read it. */
function rowAnswerTitle(matrix: Matrix, row: number, index: number): string {
  return index === NO_OPTION ? HOLD : answerTitle(matrix.rows[row]!, index);
}
