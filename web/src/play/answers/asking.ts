/** Questions as they are put to a person: what may be answered, in the order in which it is shown, and how it is said. */

import { indices } from "../../engine/choices";
import { NO_OPTION, PLAYER, type Question } from "../../engine/question";
import { answerKeys, inOrder, isGraveAnswer, isNumberChoice, titleOf, usualOf } from "./answering";
import { HOLD } from "./answeringTogether";
import type { Matrix } from "./groups";

/** An answer as it is offered. */
export interface Offered {
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
export function promptOf(asked: Question): string {
  return asked.by === PLAYER ? asked.prompt : `${asked.prompt} (${asked.by})`;
}

/** What may be answered, in the order in which it is shown: grave answers stand apart at the end. */
export function offers(asked: Question): Offered[] {
  const keys = answerKeys(asked);
  return shownOrder(asked).map((index) => ({
    index,
    key: asked.offer && index === asked.preferred ? "Enter" : keys.get(index)!,
    title: titleOf(asked, index),
    beside: index === NO_OPTION ? "" : asked.options[index]!.beside,
    isGrave: isGraveAnswer(asked, index),
    isSuggested: index === asked.preferred,
  }));
}

/** The indices of the answers in the order in which they are shown. */
function shownOrder(asked: Question): number[] {
  if (isNumberChoice(asked.options) || asked.offer) return indices(asked.options.length, asked.optional);
  const usual = usualOf(asked);
  return [...usual, ...(asked.optional ? [NO_OPTION] : []), ...inOrder(asked).slice(usual.length)];
}

/** What questions that are put as one ask. */
export function headOf(matrix: Matrix): string {
  return matrix.asks ? `${matrix.title}: ${matrix.asks}` : matrix.title;
}

/** What stands in a row of a matrix for an answer by its index, with all that decides: `North lamp: Brig: 5 up`. */
export function toldRow(matrix: Matrix, row: number, index: number): string {
  const title = titleInRow(matrix, row, index);
  const beside = index === NO_OPTION ? "" : matrix.rows[row]!.options[index]!.beside;
  return [matrix.labels[row]!, title, ...(beside ? [beside] : [])].join(": ");
}

/** An answer to a row as people read it. */
function titleInRow(matrix: Matrix, row: number, index: number): string {
  return index === NO_OPTION ? HOLD : titleOf(matrix.rows[row]!, index);
}
