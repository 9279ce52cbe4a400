/** What is typed at a question: an answer, answers to many, a standing order; or what is wrong with it. */

import type { Question } from "../../engine/question";
import { capitalizeFirst } from "../../text";
import { explainRejection, findByFullName, parseOption } from "../answers/answers";
import { parseChoices, parseMatrixAnswers } from "../answers/jointAnswers";
import type { Matrix, QuestionGroup, RepeatedQuestion } from "../answers/questionGroups";
import * as sentences from "../sentences";
import type { QuestionFilter } from "./autoAnswer";
import { InvalidOrder, parseStandingOrder } from "./orderParsing";
import type { Order } from "./standingOrders";

/** What is typed to have the first of the questions that are put as one by itself. */
const SINGLY_WORD = "one";

/** What was typed. */
export type ParsedInput =
  | { readonly is: "answer"; readonly index: number }
  | { readonly is: "rows"; readonly matrix: Matrix; readonly indices: readonly number[] }
  | { readonly is: "several"; readonly several: RepeatedQuestion; readonly places: readonly number[] }
  | { readonly is: "order"; readonly order: Order }
  | { readonly is: "alone" }
  | { readonly is: "problem"; readonly said: string };

/** What was typed at an open question, alone or put as one with others, where it is no command; without blanks around it. */
export function parseInput(
  questions: QuestionFilter,
  question: Question,
  group: QuestionGroup | null,
  typed: string,
): ParsedInput {
  // A whole name of several words is an answer, whatever words of orders are in it.
  const order =
    typed.includes(" ") && findByFullName(question, typed) !== null
      ? null
      : parseOrderInput(questions, question, group, typed);
  if (order !== null) return order;
  if (group === null) {
    const index = parseOption(question, typed);
    return typeof index === "number" ? { is: "answer", index } : makeProblem(explainRejection(question, index, typed));
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

/** The standing order that was typed, or what is wrong with it; null where none was. Without a question it is for others. */
export function parseOrderInput(
  questions: QuestionFilter,
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

function makeProblem(message: string): ParsedInput {
  return { is: "problem", said: message };
}
