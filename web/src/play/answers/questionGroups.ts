/** Questions that are put as one, as values: a table of who does what, or several of the same. */

import { NO_OPTION, type Option, type Question } from "../../engine/question";
import { partition, rpartition } from "../../text";
import { isNumberChoice } from "./answers";

/** Questions one after the other, each a row; what can be answered to any of them are the columns. */
export interface Matrix {
  readonly is: "matrix";
  /** What they are asked as one under. */
  readonly title: string;
  /** The questions, in the order in which they are asked; two at least. */
  readonly rows: readonly Question[];
  /** What tells each from the others. */
  readonly labels: readonly string[];
  /** What is asked of all of them; empty where their prompts have nothing in common. */
  readonly asks: string;
  /** What is offered in any of them, each once. */
  readonly columns: readonly Option[];
}

/** The same question again and again, what was chosen left out, until none is answered or there is no more. */
export interface RepeatedQuestion {
  readonly is: "several";
  /** What it is asked as one under. */
  readonly title: string;
  /** The first of them. */
  readonly question: Question;
  /** How many may be chosen. */
  readonly most: number;
  /** What the autopilot would choose, by its places among the options. */
  readonly preferred: readonly number[];
}

/** Questions that are put as one. */
export type QuestionGroup = Matrix | RepeatedQuestion;

/** A matrix of these questions. */
export function makeMatrix(rows: readonly Question[]): Matrix {
  const [labels, asks] = splitCommonPrompt(rows.map((row) => row.prompt));
  return { is: "matrix", title: rows[0]!.together, rows, labels, asks, columns: matrixColumns(rows) };
}

/** A matrix with other answers marked in its rows, in place of what the autopilot would answer. */
export function withPreferred(matrix: Matrix, indices: readonly number[]): Matrix {
  return { ...matrix, rows: matrix.rows.map((row, number) => ({ ...row, preferred: indices[number]! })) };
}

/** Whether any row may be answered with none. */
function hasOptionalRow(matrix: Matrix): boolean {
  return matrix.rows.some((row) => row.optional);
}

/** The columns of a matrix by their places, and behind them none (-1) where it may be answered. */
export function columnIndices(matrix: Matrix): number[] {
  return [...matrix.columns.keys(), ...(hasOptionalRow(matrix) ? [NO_OPTION] : [])];
}

/** The answer to a row's question that a column (-1 for none) stands for, -1 for none; null where it is not offered. */
export function answerIndexAt(matrix: Matrix, row: number, column: number): number | null {
  const question = matrix.rows[row]!;
  if (column === NO_OPTION) return question.optional ? NO_OPTION : null;
  const name = matrix.columns[column]!.name;
  const index = question.options.findIndex((option) => option.name === name);
  return index < 0 ? null : index;
}

/** What decides beside the answer in a cell; null where it is not offered there. */
export function besideTextAt(matrix: Matrix, row: number, column: number): string | null {
  const index = answerIndexAt(matrix, row, column);
  if (index === null) return null;
  return index === NO_OPTION ? "" : matrix.rows[row]!.options[index]!.beside;
}

/** What is said of the rows, each once. */
export function remarksOf(matrix: Matrix): string[] {
  return [...new Set(matrix.rows.flatMap((row) => row.remarks))];
}

/** How many must be chosen. */
export function minChoices(several: RepeatedQuestion): number {
  return several.question.optional ? 0 : several.most;
}

/** How many are to be chosen, in words: `2`, `up to 2`. */
export function describeCount(several: RepeatedQuestion): string {
  return minChoices(several) > 0 ? `${several.most}` : `up to ${several.most}`;
}

/** What is offered in any of these questions, each once, in the order in which they offer it; numbers by size. */
function matrixColumns(rows: readonly Question[]): Option[] {
  const columns: Option[] = [];
  const placeOf = (name: string) => columns.findIndex((column) => column.name === name);
  for (const row of rows) {
    let at = 0;
    for (const option of row.options) {
      if (placeOf(option.name) < 0) columns.splice(at, 0, option);
      at = placeOf(option.name) + 1;
    }
  }
  return isNumberChoice(columns) ? columns.sort((a, b) => Number(a.name) - Number(b.name)) : columns;
}

/** What differs in some prompts, and what they have in common behind or before a colon: `X: fire at`. */
function splitCommonPrompt(prompts: readonly string[]): readonly [labels: string[], asks: string] {
  if (prompts.every((prompt) => prompt.includes(": "))) {
    const tails = new Set(prompts.map((prompt) => rpartition(prompt, ": ")[2]));
    if (tails.size === 1) return [prompts.map((prompt) => rpartition(prompt, ": ")[0]), [...tails][0]!];
    const heads = new Set(prompts.map((prompt) => partition(prompt, ": ")[0]));
    if (heads.size === 1) return [prompts.map((prompt) => partition(prompt, ": ")[2]), [...heads][0]!];
  }
  return [[...prompts], ""];
}
