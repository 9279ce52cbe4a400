/** Parser of input at a question: an answer, answers to a group, a standing order; or an error. */

import type { Question } from "../../engine/question";
import { capitalizeFirst } from "../../text";
import { explainRejection, findByFullName, parseOption } from "../answers/answers";
import { parseChoices, parseMatrixAnswers } from "../answers/jointAnswers";
import type { Matrix, QuestionGroup, RepeatedQuestion } from "../answers/questionGroups";
import * as sentences from "../sentences";
import { InvalidOrder, parseStandingOrder } from "./orderParsing";
import type { Order, OrderBook } from "./standingOrders";

/** The input that asks the first question of a group alone. */
const SINGLY_WORD = "one";

/** The parsed input. */
export type ParsedInput =
  | { readonly is: "answer"; readonly index: number; readonly typed: string }
  | { readonly is: "rows"; readonly matrix: Matrix; readonly indices: readonly number[] }
  | { readonly is: "several"; readonly several: RepeatedQuestion; readonly places: readonly number[] }
  | { readonly is: "order"; readonly order: Order }
  | { readonly is: "alone" }
  | { readonly is: "problem"; readonly said: string };

/** Parse typed input at an open question: an answer, answers to its group, or a standing order; not a command. */
export function parseInput(
  questions: OrderBook,
  question: Question,
  group: QuestionGroup | null,
  typed: string,
): ParsedInput {
  // An option's whole name is an answer, even if it contains words of orders.
  const order =
    typed.includes(" ") && findByFullName(question, typed) !== null
      ? null
      : parseOrderInput(questions, question, group, typed);
  if (order !== null) return order;
  if (group === null) {
    const index = parseOption(question, typed);
    return typeof index === "number"
      ? { is: "answer", index, typed }
      : makeProblem(explainRejection(question, index, typed));
  }
  if (typed.toLowerCase() === SINGLY_WORD) return { is: "alone" };
  if (group.is === "several") {
    const places = parseChoices(group, typed);
    return typeof places === "string"
      ? makeProblem(`${capitalizeFirst(places)}.`)
      : { is: "several", several: group, places };
  }
  const indices = parseMatrixAnswers(group, typed);
  return typeof indices === "string"
    ? makeProblem(`${capitalizeFirst(indices)}.`)
    : { is: "rows", matrix: group, indices };
}

/**
 * Parse typed input as a standing order, or return its error; null if it is none. `question` is null between questions.
 */
export function parseOrderInput(
  questions: OrderBook,
  question: Question | null,
  group: QuestionGroup | null,
  typed: string,
): ParsedInput | null {
  try {
    const order = parseStandingOrder(questions, question, typed);
    if (order === null) return null;
    if (!order.answer || group?.is !== "matrix") return { is: "order", order };
    return makeProblem(sentences.orderAtQuestion(SINGLY_WORD));
  } catch (error) {
    if (error instanceof InvalidOrder) return makeProblem(error.message);
    throw error;
  }
}

/** Make the parse result for invalid input, with its message. */
function makeProblem(message: string): ParsedInput {
  return { is: "problem", said: message };
}
