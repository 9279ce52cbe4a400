/** Groups of questions that are asked as one: a matrix of rows and columns, or one repeated question. */

import { NO_OPTION, type Option, type Question } from "../../engine/question";
import { partition, rpartition } from "../../text";
import { matrixColumns } from "./matrixColumns";

/** A group of consecutive questions: each is a row, and the options of all are the columns. */
export interface Matrix {
  readonly is: "matrix";
  /** The title of the group. */
  readonly title: string;
  /** The questions in order; two at least. */
  readonly rows: readonly Question[];
  /** The label of each row: the part of its prompt that differs. */
  readonly labels: readonly string[];
  /** The common part of the prompts; may be empty. */
  readonly asks: string;
  /** The options of all rows, each once, in the order in which tables of them stand. */
  readonly columns: readonly Option[];
}

/** A question that repeats with the remaining options, until the answer is none or no option remains. */
export interface RepeatedQuestion {
  readonly is: "several";
  /** The title of the group. */
  readonly title: string;
  /** The first of the questions. */
  readonly question: Question;
  /** The maximum number of choices. */
  readonly most: number;
  /** The autopilot's choices, as indices of options. */
  readonly preferred: readonly number[];
}

/** A group of questions that are asked as one. */
export type QuestionGroup = Matrix | RepeatedQuestion;

/** Make a matrix of questions: they are its rows, their options its columns. */
export function makeMatrix(rows: readonly Question[]): Matrix {
  const [labels, asks] = splitCommonPrompt(rows.map((row) => row.prompt));
  return { is: "matrix", title: rows[0]!.together, rows, labels, asks, columns: matrixColumns(rows) };
}

/** Copy a matrix with other answers preferred in its rows than the autopilot's, by their indices. */
export function withPreferred(matrix: Matrix, indices: readonly number[]): Matrix {
  return { ...matrix, rows: matrix.rows.map((row, number) => ({ ...row, preferred: indices[number]! })) };
}

/** The index of a row's answer in a column of a matrix, -1 for none; null if the row does not offer it. */
export function answerIndexAt(matrix: Matrix, row: number, column: number): number | null {
  const question = matrix.rows[row]!;
  if (column === NO_OPTION) return question.optional ? NO_OPTION : null;
  const name = matrix.columns[column]!.name;
  const index = question.options.findIndex((option) => option.name === name);
  return index < 0 ? null : index;
}

/** The information beside the answer in a cell of a matrix; null if the row does not offer it. */
export function besideTextAt(matrix: Matrix, row: number, column: number): string | null {
  const index = answerIndexAt(matrix, row, column);
  if (index === null) return null;
  return index === NO_OPTION ? "" : matrix.rows[row]!.options[index]!.beside;
}

/** The information beside the questions of a matrix, without duplicates. */
export function remarksOf(matrix: Matrix): string[] {
  return [...new Set(matrix.rows.flatMap((row) => row.remarks))];
}

/** The minimum number of choices of a repeated question. */
export function minChoices(repeated: RepeatedQuestion): number {
  return repeated.question.optional ? 0 : repeated.most;
}

/** Describe the number of choices of a repeated question: `2`, `up to 2`. */
export function describeCount(repeated: RepeatedQuestion): string {
  return minChoices(repeated) > 0 ? `${repeated.most}` : `up to ${repeated.most}`;
}

/** Split prompts into their differing labels and their common part before or after a colon: `X: fire at`. */
export function splitCommonPrompt(prompts: readonly string[]): readonly [labels: string[], asks: string] {
  if (prompts.every((prompt) => prompt.includes(": "))) {
    const tails = new Set(prompts.map((prompt) => rpartition(prompt, ": ")[2]));
    if (tails.size === 1) return [prompts.map((prompt) => rpartition(prompt, ": ")[0]), [...tails][0]!];
    const heads = new Set(prompts.map((prompt) => partition(prompt, ": ")[0]));
    if (heads.size === 1) return [prompts.map((prompt) => partition(prompt, ": ")[2]), [...heads][0]!];
  }
  return [[...prompts], ""];
}
