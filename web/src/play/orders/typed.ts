/** What is typed at a question: an answer, answers to many, a standing order; or what is wrong with it. */

import type { Question } from "../../engine/question";
import { begun } from "../../text";
import { byWholeName, complaint, readAnswer } from "../answers/answering";
import { readMatrix, readSeveral } from "../answers/answeringTogether";
import type { Group, Matrix, Several } from "../answers/groups";
import { NoOrder, readOrder } from "./ordering";
import type { Order } from "./standing";
import type { Steward } from "./steward";

/** What is typed to have the first of the questions that are put as one by itself. */
const ALONE = "one";

/** What was typed. */
export type Typed =
  | { readonly is: "answer"; readonly index: number }
  | { readonly is: "rows"; readonly matrix: Matrix; readonly indices: readonly number[] }
  | { readonly is: "several"; readonly several: Several; readonly places: readonly number[] }
  | { readonly is: "order"; readonly order: Order }
  | { readonly is: "alone" }
  | { readonly is: "problem"; readonly said: string };

/** What was typed at an open question, alone or put as one with others, where it is no command; without blanks around it. */
export function readTyped(steward: Steward, asked: Question, group: Group | null, typed: string): Typed {
  // A whole name of several words is an answer, whatever words of orders are in it.
  const order =
    typed.includes(" ") && byWholeName(asked, typed) !== null ? null : orderTyped(steward, asked, group, typed);
  if (order !== null) return order;
  if (group === null) {
    const index = readAnswer(asked, typed);
    return typeof index === "number" ? { is: "answer", index } : problem(complaint(asked, index, typed));
  }
  if (typed.toLowerCase() === ALONE) return { is: "alone" };
  if (group.is === "several") {
    const places = readSeveral(group, typed);
    return typeof places === "string" ? problem(`${begun(places)}.`) : { is: "several", several: group, places };
  }
  const indices = readMatrix(group, typed);
  return typeof indices === "string" ? problem(`${begun(indices)}.`) : { is: "rows", matrix: group, indices };
}

/** The standing order that was typed, or what is wrong with it; null where none was. Without a question it is for others. */
export function orderTyped(steward: Steward, asked: Question | null, group: Group | null, typed: string): Typed | null {
  try {
    const order = readOrder(steward, asked, typed);
    if (order === null) return null;
    if (!order.answer || group?.is !== "matrix") return { is: "order", order };
    return problem(`An order with an answer is given at a question by itself: type ${ALONE} first.`);
  } catch (error) {
    if (error instanceof NoOrder) return problem(error.message);
    throw error;
  }
}

function problem(said: string): Typed {
  return { is: "problem", said };
}
