/** Questions for display: their answers in display order, with keys and titles. */

import { answerIndices } from "../../engine/policies";
import { NO_OPTION, PLAYER, type Question } from "../../engine/question";
import { aboutAmount } from "../sentences";
import { answerKeys, answerTitle, displayOrder, isGraveAnswer, isNumberChoice, ordinaryIndices } from "./answers";
import { HOLD } from "./jointAnswers";
import type { Matrix } from "./questionGroups";

/** An answer for display. */
export interface OfferedAnswer {
  /** The index of the option; -1 for none. */
  readonly index: number;
  /** The key to type for it. */
  readonly key: string;
  readonly title: string;
  /** The information beside it. */
  readonly beside: string;
  readonly isGrave: boolean;
  /** Whether it is the autopilot's answer. */
  readonly isSuggested: boolean;
}

/** Render the prompt of a question, preceded by who is asked unless that is the player. */
export function renderPrompt(question: Question): string {
  return question.by === PLAYER ? question.prompt : `${question.prompt} (${question.by})`;
}

/** List the answers to a question as they are displayed, with keys and titles, grave (irreversible) ones last. */
export function offeredAnswers(question: Question): OfferedAnswer[] {
  const keys = answerKeys(question);
  return answerOrder(question).map((index) => ({
    index,
    key: question.offer && index === question.preferred ? "Enter" : keys.get(index)!,
    title: question.ends.length > 0 ? aboutAmount(answerTitle(question, index)) : answerTitle(question, index),
    beside: index === NO_OPTION ? "" : question.options[index]!.beside,
    isGrave: isGraveAnswer(question, index),
    isSuggested: index === question.preferred,
  }));
}

/** The indices of a question's answers in display order, -1 for none. */
function answerOrder(question: Question): number[] {
  if (isNumberChoice(question.options) || question.offer)
    return answerIndices(question.options.length, question.optional);
  const usual = ordinaryIndices(question);
  return [...usual, ...(question.optional ? [NO_OPTION] : []), ...displayOrder(question).slice(usual.length)];
}

/** The heading of a matrix of grouped questions: what they all ask. */
export function matrixHeading(matrix: Matrix): string {
  return matrix.asks ? `${matrix.title}: ${matrix.asks}` : matrix.title;
}

/** Describe an answer to a row of a matrix, with the information beside it: `North lamp: Brig: 5 up`. */
export function describeRow(matrix: Matrix, row: number, index: number): string {
  const title = rowAnswerTitle(matrix, row, index);
  const beside = index === NO_OPTION ? "" : matrix.rows[row]!.options[index]!.beside;
  return [matrix.labels[row]!, title, ...(beside ? [beside] : [])].join(": ");
}

/** The title of the answer with an index to a row of a matrix. */
function rowAnswerTitle(matrix: Matrix, row: number, index: number): string {
  return index === NO_OPTION ? HOLD : answerTitle(matrix.rows[row]!, index);
}
