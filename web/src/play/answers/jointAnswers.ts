/** Parser of typed answers to grouped questions: `top 2, tail 1`, `all 2`, `hold`; `1, 3`. */

import { matchingOptions } from "../../engine/policies";
import { NO_OPTION, NO_PIECE, type Option } from "../../engine/question";
import { joinNames } from "../../listing";
import { isDecimal, splitWords, stripBlanks } from "../../text";
import * as sentences from "../sentences";
import { answerKeys, findByFullName, isNumberChoice, NONE_WORDS, parseOption } from "./answers";
import { answerIndexAt, type Matrix, minChoices, type RepeatedQuestion } from "./questionGroups";

const ALL_WORD = "all";

/** The word for none in a matrix. */
export const HOLD = "hold";

const HOLD_WORDS: readonly string[] = [HOLD, ...NONE_WORDS];

/** The autopilot's answer to each row of a matrix (a group of questions), as the index of an option. */
export function autopilotAnswers(matrix: Matrix): number[] {
  return matrix.rows.map((row) => row.preferred);
}

/**
 * Parse typed answers to all rows of a matrix (a group of questions): an option's index for each, -1 for none; or
 * return a short error.
 *
 * Empty text and omitted rows mean the marked answers, which are the autopilot's.
 */
export function parseMatrixAnswers(matrix: Matrix, typed: string): number[] | string {
  const answers = autopilotAnswers(matrix);
  for (const part of splitParts(typed)) {
    const read = parseMatrixPart(matrix, part);
    if (typeof read === "string") return read;
    const [rows, column] = read;
    for (const row of rows) {
      const index = answerIndexAt(matrix, row, column);
      if (index !== null) {
        answers[row] = index;
      } else if (rows.length === 1) {
        const what = column === NO_OPTION ? "none" : matrix.columns[column]!.title;
        return sentences.columnNotOffered(part, what);
      }
    }
  }
  return answers;
}

/**
 * Parse one part of a typed answer to a matrix: the rows, and the column that answers them; or return a short error.
 */
function parseMatrixPart(matrix: Matrix, part: string): readonly [rows: number[], column: number] | string {
  const words = splitWords(part);
  const everyone = [...matrix.rows.keys()];
  if (HOLD_WORDS.includes(part.toLowerCase()) && !numberNames(matrix).includes(part)) return [everyone, NO_OPTION];
  if (words[0]!.toLowerCase() === ALL_WORD) {
    const column = parseColumn(matrix, words.slice(1).join(" "));
    return typeof column === "string" ? column : [everyone, column];
  }
  let problem = sentences.noRowAndColumn(part, ALL_WORD);
  for (let at = words.length - 1; at > 0; at--) {
    let rows = matchRows(matrix, words.slice(0, at));
    const column = parseColumn(matrix, words.slice(at).join(" "));
    if (typeof column === "number" && rows.length > 1) {
      // Heads of several tables may say the same.
      const offering = rows.filter((row) => answerIndexAt(matrix, row, column) !== null);
      if (offering.length > 0) rows = offering;
    }
    if (rows.length === 1 && typeof column === "number") return [rows, column];
    if (rows.length === 1) {
      problem = String(column);
    } else if (rows.length > 0 && typeof column === "number") {
      const several = joinNames(
        rows.map((row) => matrix.labels[row]!),
        "or",
        { separator: "; " },
      );
      problem = sentences.anyOfSeveral(words.slice(0, at).join(" "), several);
    }
  }
  return problem;
}

/** The column names of a matrix of numbers, which are typed as they are; empty for other matrices. */
function numberNames(matrix: Matrix): string[] {
  return isNumberChoice(matrix.columns) ? matrix.columns.map((column) => column.name) : [];
}

/** Find the rows of a matrix (a group of questions) that typed words match. */
function matchRows(matrix: Matrix, words: readonly string[]): number[] {
  const marks: ReadonlySet<string> = new Set();
  const labels: Option[] = matrix.labels.map((name) => ({
    name,
    title: name,
    marks,
    beside: "",
    grave: false,
    ...NO_PIECE,
  }));
  return matchingOptions(labels, words, { allowPartial: true });
}

/** Parse a typed column of a matrix, by number or in words, -1 for none; or return a short error. */
function parseColumn(matrix: Matrix, typed: string): number | string {
  const low = typed.toLowerCase();
  const names = numberNames(matrix);
  if (names.includes(typed)) return names.indexOf(typed);
  if (HOLD_WORDS.includes(low)) return NO_OPTION;
  if (names.length > 0) return sentences.columnMismatch(typed, 0);
  const number = isDecimal(typed) ? Number(typed.slice(0, 5)) : 0;
  if (0 < number && number <= matrix.columns.length) return Number(typed) - 1;
  const matches = matchingOptions(matrix.columns, splitWords(typed), { allowPartial: true });
  if (matches.length === 1) return matches[0]!;
  if (typed && matches.length === 0 && HOLD.startsWith(low)) return NO_OPTION;
  return sentences.columnMismatch(typed, matches.length);
}

/**
 * Parse the typed choices among the options of a repeated question, as indices; or return a short error.
 *
 * Empty text means the marked choices.
 */
export function parseChoices(repeated: RepeatedQuestion, typed: string): number[] | string {
  const question = repeated.question;
  if (!typed) return [...repeated.preferred];
  if (HOLD_WORDS.includes(typed.toLowerCase()) && question.optional && findByFullName(question, typed) === null)
    return [];
  const chosen: number[] = typed.toLowerCase() === ALL_WORD ? [...question.options.keys()] : [];
  for (const part of typed.toLowerCase() === ALL_WORD ? [] : splitChoices(repeated, typed)) {
    const read = parseOption(question, part);
    if (typeof read === "string") return read;
    if (read === NO_OPTION || chosen.includes(read)) return sentences.notWithOthers(part);
    chosen.push(read);
  }
  if (chosen.length > repeated.most) return sentences.tooManyChosen(repeated.most);
  const least = minChoices(repeated);
  return chosen.length >= least ? chosen : sentences.tooFewChosen(least);
}

/** Split the typed choices of a repeated question at commas; keys also at blanks. */
function splitChoices(repeated: RepeatedQuestion, typed: string): string[] {
  const question = repeated.question;
  const parts = findByFullName(question, typed) === null ? splitParts(typed) : [typed];
  const keys = answerKeys(question);
  keys.delete(NO_OPTION);
  const keyTexts = new Set(keys.values());
  const words = splitWords(typed);
  return parts.length === 1 && words.every((word) => keyTexts.has(word)) ? words : parts;
}

/** Split typed text at commas, without empty parts. */
function splitParts(typed: string): string[] {
  return typed
    .split(",")
    .map(stripBlanks)
    .filter((part) => part !== "");
}
