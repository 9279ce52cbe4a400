/**
 * Tables of a matrix of questions: one for each kind of options, with what cells share in the heads.
 *
 * The words of a cell are split at commas into facts: `to hit 5+` has the label `to hit` and the value `5+`, `3 stone` the
 * label `stone`. A fact that depends on the column alone stands in the column's head, one that depends on the row alone in
 * the row's, and one that is the same everywhere above the table. If all cells have the same labels then, these stand
 * above the table, too, and the cells have only the values.
 */

import { NO_OPTION, type Option } from "../../engine/question";
import { rpartition } from "../../text";
import * as sentences from "../storySentences";
import { groupRows } from "./matrixColumns";
import { answerIndexAt, besideTextAt, type Matrix, splitCommonPrompt } from "./questionGroups";

/** Separates facts: a comma before a word. A number behind a comma belongs to the fact, as in `to 12, 30`. */
const FACT_BREAK = /, (?=[^\p{Nd}\s])/u;

/** A fact with a value: words with digits, behind its label or before it. */
const LABEL_AND_VALUE = /^(\P{Nd}*[^\p{Nd}\s])\s+(\S*\p{Nd}\S*(?: \S*\p{Nd}\S*)*)$/u;
const VALUE_AND_LABEL = /^\S*\p{Nd}\S*\s+(\P{Nd}+)$/u;

/** The separator before the number of one of several equal options. */
const NUMBER_SIGN = " #";

/** The facts of a cell, whole, in their order, by label and the number of facts with this label before. */
type CellFacts = ReadonlyMap<string, string>;

/** The facts of the cells of a row or column; null for a cell that is not offered. */
type Cells = readonly (CellFacts | null)[];

/** A column of a table. */
export interface TableColumn {
  /** The index of its answer among the columns of the matrix; -1 for none. */
  readonly place: number;
  /** The title of its answer; empty for none. */
  readonly title: string;
  /** The short title, which no other column has; the whole title where there is none. */
  readonly short: string;
  /** What all its cells share. */
  readonly facts: readonly string[];
}

/** A row of a table. */
export interface TableRow {
  /** The index of its question among the rows of the matrix. */
  readonly place: number;
  /** The part of the question's prompt that differs from those of the table's other rows. */
  readonly label: string;
  /** What all its cells share. */
  readonly facts: readonly string[];
  /** What only the cell says, for each column; empty for no words, null if the answer is not offered. */
  readonly cells: readonly (readonly string[] | null)[];
}

/** The questions of a matrix that have options of one kind. */
export interface MatrixTable {
  /** The common part of their prompts; may be empty. */
  readonly asks: string;
  /** What the values in the cells mean, and what all cells share; empty if they say everything themselves. */
  readonly caption: string;
  /** The options of any row; at the end none, if any row may be answered so. */
  readonly columns: readonly TableColumn[];
  /** The questions, in order. */
  readonly rows: readonly TableRow[];
}

/** Make the tables of a matrix: questions stand in one table if their options are of one kind. */
export function makeTables(matrix: Matrix): MatrixTable[] {
  const groups = groupRows(matrix.rows);
  if (groups.length === 1) return [makeTable(matrix, groups[0]!, matrix.labels, matrix.asks)];
  return groups.map((rows) => {
    const labels = rows.map((row) => matrix.labels[row]!);
    const [ownLabels, ownAsks] = labels.length === 1 ? [labels, ""] : splitCommonPrompt(labels);
    return makeTable(matrix, rows, ownLabels, [ownAsks, matrix.asks].filter(Boolean).join(": "));
  });
}

/** Make the table of some rows of a matrix, with the label of each, and the common part of their prompts. */
function makeTable(matrix: Matrix, rows: readonly number[], labels: readonly string[], asks: string): MatrixTable {
  const places = [...matrix.columns.keys(), NO_OPTION].filter((place) =>
    rows.some((row) => answerIndexAt(matrix, row, place) !== null),
  );
  const answerPlaces = places.filter((place) => place !== NO_OPTION);
  const cells = rows.map((row) => places.map((place) => factsOfCell(matrix, row, place)));
  const answers: readonly Cells[] = cells.map((line) => line.slice(0, answerPlaces.length));
  const keys = [...new Set(answers.flat().flatMap((facts) => [...(facts?.keys() ?? [])]))];
  const byColumn = answerPlaces.map((_, at) => answers.map((line) => line[at]!));
  const everywhere = keys.filter((key) => isShared(key, [answers.flat()]));
  const ofColumns = keys.filter((key) => !everywhere.includes(key) && isShared(key, byColumn));
  const left = keys.filter((key) => !(everywhere.includes(key) || ofColumns.includes(key)));
  const ofRows = left.filter((key) => isShared(key, answers));
  const hoisted = new Set([...everywhere, ...ofColumns, ...ofRows]);
  const legend = findLegend(answers, hoisted);
  const facts = factsAmong(answers.flat(), everywhere);
  const titles = titlesOfColumns(answerPlaces.map((place) => matrix.columns[place]!));
  return {
    asks,
    caption: [
      ...(legend.length > 0 ? [sentences.cellsMean(legend)] : []),
      ...(facts.length > 0 ? [sentences.cellsShare(facts)] : []),
    ].join("; "),
    columns: places.map((place, at) => ({
      place,
      title: titles[at]?.[0] ?? "",
      short: titles[at]?.[1] ?? "",
      facts: factsAmong(byColumn[at] ?? [], ofColumns),
    })),
    rows: rows.map((place, at) => ({
      place,
      label: labels[at]!,
      facts: factsAmong(answers[at]!, ofRows),
      cells: cells[at]!.map((found) => {
        if (found === null) return null;
        const words = wordsOfCell(found, hoisted);
        return legend.length > 0 ? words.map((word) => LABEL_AND_VALUE.exec(word)?.[2] ?? word) : words;
      }),
    })),
  };
}

/** Split the words of a matrix cell into facts; null if the row does not offer the answer. */
function factsOfCell(matrix: Matrix, row: number, place: number): CellFacts | null {
  const beside = besideTextAt(matrix, row, place);
  if (beside === null) return null;
  const facts = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const fact of beside ? beside.split(FACT_BREAK) : []) {
    const label = (LABEL_AND_VALUE.exec(fact) ?? VALUE_AND_LABEL.exec(fact))?.[1] ?? fact;
    const count = counts.get(label) ?? 0;
    facts.set(`${label} ${count}`, fact);
    counts.set(label, count + 1);
  }
  return facts;
}

/** Whether the cells of each column, or row, agree in a fact; one of several cells at least has to have it. */
function isShared(key: string, lines: readonly Cells[]): boolean {
  let isWorthwhile = false;
  for (const line of lines) {
    const found = line.filter((facts) => facts !== null).map((facts) => facts.get(key));
    if (new Set(found).size > 1) return false;
    isWorthwhile ||= found.length > 1 && found[0] !== undefined;
  }
  return isWorthwhile;
}

/** The facts with some labels that cells share, as they stand in the first of them. */
function factsAmong(cells: Cells, keys: readonly string[]): string[] {
  const first = cells.find((facts) => facts !== null);
  return keys.map((key) => first?.get(key)).filter((fact) => fact !== undefined);
}

/** Find the labels of the facts left in the cells; none unless all cells have the same ones, before their values. */
function findLegend(cells: readonly Cells[], hoisted: ReadonlySet<string>): string[] {
  const left = cells.flat().flatMap((facts) => (facts?.size ? [wordsOfCell(facts, hoisted)] : []));
  const labels = left.map((words) => words.map((word) => LABEL_AND_VALUE.exec(word)?.[1] ?? ""));
  const [first] = labels;
  if (left.length < 2 || first === undefined) return [];
  const isSame = labels.every((own) => own.length === first.length && own.every((label, at) => label === first[at]));
  return isSame && first.every(Boolean) ? first.map((label) => label.replace(/:$/, "")) : [];
}

/** The facts that are left in a cell. */
function wordsOfCell(facts: CellFacts, hoisted: ReadonlySet<string>): string[] {
  return [...facts].filter(([key]) => !hoisted.has(key)).map(([, fact]) => fact);
}

/** The title and the short title of each column; the whole titles twice if the short ones do not tell them apart. */
function titlesOfColumns(options: readonly Option[]): [title: string, short: string][] {
  const shorts = options.map(shortTitle);
  const isUnique = new Set(shorts).size === shorts.length;
  return options.map(({ title }, at) => [title, isUnique ? shorts[at]! : title]);
}

/** The short title of an option, with the number of one of several equal ones; its title if it has none. */
function shortTitle({ title, short }: Option): string {
  if (!short) return title;
  const [, sign, number] = rpartition(title, NUMBER_SIGN);
  return sign && /^\p{Nd}+$/u.test(number) ? `${short}${sign}${number}` : short;
}
