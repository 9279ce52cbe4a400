/** Texts of records, for a page. */

import type { EntryName } from "../../modes";
import { formatFixed } from "../../numberFormat";
import { describeEntry } from "../../session/entry";
import * as sentences from "../storySentences";
import type { BookEntry, CareerTable, Column } from "./classes";
import type { GameRecord, SaveRecord } from "./records";
import type { SaveStatus } from "./status";

/** Maximum number of open procedures that a line names. */
const MAX_NAMED_LEVELS = 4;

/** A title and its value. */
export type Pair = readonly [string, string];

/** A table with its title, which may be empty; empty columns are left out. */
export interface TableText {
  readonly title: string;
  readonly columns: readonly Pick<Column, "title" | "isNumber">[];
  readonly rows: readonly (readonly string[])[];
}

/** The record of a save. */
export interface SaveRecordText {
  readonly title: string;
  /** Its entry: `campaign`, `mission 3`. */
  readonly played: string;
  readonly isOver: boolean;
  /** Its status or result: `Over: home`. */
  readonly state: string;
  readonly facts: readonly Pair[];
  readonly tables: readonly TableText[];
  readonly counted: readonly Pair[];
}

/** The record of all saves of a game. */
export interface GameRecordText {
  readonly title: string;
  /** The number of saves: `3 saves, 1 not over yet`. */
  readonly saves: string;
  readonly results: readonly Pair[];
  /** The lists of careers, then the tallies with sums and means. */
  readonly tables: readonly TableText[];
  readonly problems: readonly string[];
  readonly book: readonly BookText[];
}

/** A game of the book: its rank, empty while it goes on; its ship and end; its figures. */
export interface BookText {
  readonly rank: string;
  readonly head: string;
  readonly figures: string;
}

/** Describe where a save stands, or its result, in a line; of many open procedures only the first and the last. */
export function describeWhere({ isOver, outcome, where }: SaveStatus): string {
  if (isOver) return outcome;
  return (where.length <= MAX_NAMED_LEVELS ? where : [...where.slice(0, MAX_NAMED_LEVELS - 1), where.at(-1)!]).join(
    ", ",
  );
}

/** Render the record of one save as texts. */
export function renderSaveRecord({ title, entry, args, standing }: SaveRecord): SaveRecordText {
  const { isOver, outcome, where, career, tallies } = standing;
  const place = isOver ? outcome : where.join(", ");
  const state = isOver ? sentences.OVER : sentences.NOT_OVER;
  return {
    title,
    played: describeEntry(entry, args),
    isOver,
    state: place ? `${state}: ${place}` : state,
    facts: career.facts.map((fact): Pair => [fact.title, fact.value]),
    tables: career.tables.map(renderTable),
    counted: tallies.map((tally): Pair => [tally.title, tally.value]),
  };
}

/** Render the record of all saves of a game as texts. */
export function renderGameRecord(record: GameRecord): GameRecordText {
  const entries = [...new Set(record.tallies.map((tally) => tally.entry))];
  return {
    title: record.title,
    saves: sentences.saveCount(record.saves, record.open),
    results: record.results.map((each): Pair => [`${each.entry}: ${each.result}`, String(each.count)]),
    tables: [...record.tables.map(renderTable), ...entries.map((entry) => renderSums(record, entry))],
    problems: record.problems.map((problem) => sentences.uncountedSave(problem)),
    book: record.book.map(renderBookEntry),
  };
}

/** Render a game of the book as texts. */
function renderBookEntry(entry: BookEntry): BookText {
  const { rank, ships, ended, where, counted, best, lists } = entry;
  const name = ships.length ? [sentences.bookShips(ships.at(-1)!, ships.length - 1)] : [];
  const end = ended || where.join(", ") || sentences.NOT_OVER;
  const figures = [...counted, ...best, ...lists].map(({ title, value }) => sentences.bookFigure(title, value));
  return {
    rank: rank ? String(rank) : "",
    head: [...name, describeEntry(entry.entry as EntryName, entry.args), end].join("; "),
    figures: figures.join("; "),
  };
}

/** Render a table of a career as texts, with its number of rows, without empty columns. */
function renderTable({ title, columns, rows }: CareerTable): TableText {
  const usedColumns = [...columns.keys()].filter((at) => rows.some((row) => row[at]));
  return {
    title: title && `${title} (${rows.length})`,
    columns: usedColumns.map((at) => columns[at]!),
    rows: rows.map((row) => usedColumns.map((at) => row[at]!)),
  };
}

/** Render the summed tallies (statistics) of missions or of careers, by the entry played, as a table. */
function renderSums(record: GameRecord, entry: EntryName): TableText {
  const chosen = record.tallies.filter((tally) => tally.entry === entry);
  const columns = ["", sentences.SUM_COLUMN, sentences.MEAN_COLUMN].map((title, at) => ({ title, isNumber: at > 0 }));
  const rows = chosen.map(({ title, total, games }) => [title, String(total), formatFixed(total / games, 1)]);
  return { title: sentences.countedTitle(chosen[0]!.games, describeEntry(entry)), columns, rows };
}
