/** Answers to questions that are put as one, as people type them: `top 2, tail 1`, `all 2`, `hold`; `1, 3`. */

import { fitting } from "../../engine/choices";
import { NO_OPTION, type Option } from "../../engine/question";
import { listed } from "../../listing";
import { isDecimal, separated, stripped } from "../../text";
import { answerKeys, byWholeName, isNumberChoice, NONE_WORDS, readAnswer } from "./answering";
import { indexAt, leastOf, type Matrix, type Several } from "./groups";

const ALL = "all";

/** What none is called in a matrix. */
export const HOLD = "hold";

const HOLDS: readonly string[] = [HOLD, ...NONE_WORDS];

/** What the autopilot would answer to each. */
export function suggested(matrix: Matrix): number[] {
  return matrix.rows.map((row) => row.preferred);
}

/**
 * What was typed as answers to all rows: an index for each, -1 for none; or what is wrong in a few words.
 *
 * Nothing stands for what is marked, which is what the autopilot would answer; so do rows that are not named.
 */
export function readMatrix(matrix: Matrix, typed: string): number[] | string {
  const found = suggested(matrix);
  for (const part of partsIn(typed)) {
    const read = readPart(matrix, part);
    if (typeof read === "string") return read;
    const [rows, column] = read;
    for (const row of rows) {
      const index = indexAt(matrix, row, column);
      if (index !== null) {
        found[row] = index;
      } else if (rows.length === 1) {
        const what = column === NO_OPTION ? "none" : matrix.columns[column]!.title;
        return `'${part}': ${what} is not offered there`;
      }
    }
  }
  return found;
}

/** Rows and the column that they are to have; or what is wrong in a few words. */
function readPart(matrix: Matrix, part: string): readonly [rows: number[], column: number] | string {
  const words = separated(part);
  const everyone = [...matrix.rows.keys()];
  if (HOLDS.includes(part.toLowerCase()) && !numbers(matrix).includes(part)) return [everyone, NO_OPTION];
  if (words[0]!.toLowerCase() === ALL) {
    const column = readColumn(matrix, words.slice(1).join(" "));
    return typeof column === "string" ? column : [everyone, column];
  }
  let problem = `'${part}' says not who and what: write ROW COLUMN, or ${ALL} COLUMN`;
  for (let at = words.length - 1; at > 0; at--) {
    const rows = rowsCalled(matrix, words.slice(0, at));
    const column = readColumn(matrix, words.slice(at).join(" "));
    if (rows.length === 1 && typeof column === "number") return [rows, column];
    if (rows.length === 1) {
      problem = String(column);
    } else if (rows.length > 0 && typeof column === "number") {
      const several = listed(
        rows.map((row) => matrix.labels[row]!),
        "or",
        { between: "; " },
      );
      problem = `'${words.slice(0, at).join(" ")}' may be any of several: ${several}`;
    }
  }
  return problem;
}

/** The columns of a matrix of numbers, which are typed as they are; empty for any other. */
function numbers(matrix: Matrix): string[] {
  return isNumberChoice(matrix.columns) ? matrix.columns.map((column) => column.name) : [];
}

/** The rows that words may mean. */
function rowsCalled(matrix: Matrix, words: readonly string[]): number[] {
  const marks: ReadonlySet<string> = new Set();
  const labels: Option[] = matrix.labels.map((name) => ({ name, title: name, marks, beside: "", grave: false }));
  return fitting(labels, words, { loosely: true });
}

/** The column that is typed, by its number or in words, -1 for none; or what is wrong in a few words. */
function readColumn(matrix: Matrix, typed: string): number | string {
  const low = typed.toLowerCase();
  const named = numbers(matrix);
  if (named.includes(typed)) return named.indexOf(typed);
  if (HOLDS.includes(low)) return NO_OPTION;
  if (named.length > 0) return `'${typed}' is no column`;
  const number = isDecimal(typed) ? Number(typed.slice(0, 5)) : 0;
  if (0 < number && number <= matrix.columns.length) return Number(typed) - 1;
  const found = fitting(matrix.columns, separated(typed), { loosely: true });
  if (found.length === 1) return found[0]!;
  if (typed && found.length === 0 && HOLD.startsWith(low)) return NO_OPTION;
  return found.length > 0 ? `'${typed}' fits ${found.length} columns` : `'${typed}' is no column`;
}

/**
 * What was typed as those that are chosen, by their places among the options; or what is wrong in a few words.
 *
 * Nothing stands for what is marked.
 */
export function readSeveral(several: Several, typed: string): number[] | string {
  const asked = several.question;
  if (!typed) return [...several.preferred];
  if (HOLDS.includes(typed.toLowerCase()) && asked.optional && byWholeName(asked, typed) === null) return [];
  const found: number[] = typed.toLowerCase() === ALL ? [...asked.options.keys()] : [];
  for (const part of typed.toLowerCase() === ALL ? [] : chosenParts(several, typed)) {
    const read = readAnswer(asked, part);
    if (typeof read === "string") return read;
    if (read === NO_OPTION || found.includes(read)) return `'${part}' does not go with the others`;
    found.push(read);
  }
  if (found.length > several.most) return `at most ${several.most} may be chosen`;
  const least = leastOf(several);
  return found.length >= least ? found : `${least} must be chosen`;
}

/** What is typed of each one that is chosen: with commas between; keys also with blanks. */
function chosenParts(several: Several, typed: string): string[] {
  const asked = several.question;
  const parts = byWholeName(asked, typed) === null ? partsIn(typed) : [typed];
  const keys = answerKeys(asked);
  keys.delete(NO_OPTION);
  const given = new Set(keys.values());
  const words = separated(typed);
  return parts.length === 1 && words.every((word) => given.has(word)) ? words : parts;
}

function partsIn(typed: string): string[] {
  return typed
    .split(",")
    .map(stripped)
    .filter((part) => part !== "");
}
