/** Records in words, as a page shows them. */

import { fixed } from "../../figures";
import { counted } from "../../listing";
import type { EntryName } from "../../modes";
import { played } from "../../session/entry";
import type { CareerTable, Column } from "./classes";
import type { GameRecord, SaveRecord } from "./records";
import type { Standing } from "./standings";

/** Of so many procedures that go on, all are named in a line. */
const LEVELS = 4;

/** A title and what stands beside it. */
export type Pair = readonly [string, string];

/** A table under its title, which may be empty; columns that hold nothing are left out. */
export interface TableTold {
  readonly title: string;
  readonly columns: readonly Pick<Column, "title" | "isNumber">[];
  readonly rows: readonly (readonly string[])[];
}

/** The record of a save. */
export interface SaveRecordTold {
  readonly title: string;
  /** What is played: `campaign`, `mission 3`. */
  readonly played: string;
  readonly isOver: boolean;
  /** Where it stands, or how it ended: `Over: home`. */
  readonly state: string;
  readonly facts: readonly Pair[];
  readonly tables: readonly TableTold[];
  readonly counted: readonly Pair[];
}

/** The record of all saves of a game. */
export interface GameRecordTold {
  readonly title: string;
  /** How many there are: `3 saves, 1 not over yet`. */
  readonly saves: string;
  readonly results: readonly Pair[];
  /** The lists of careers, then what was counted, in all and on average. */
  readonly tables: readonly TableTold[];
  readonly problems: readonly string[];
}

/** Where a save stands, or how it ended, in a line; of a long way only the first and the last. */
export function whereTold({ isOver, outcome, where }: Standing): string {
  if (isOver) return outcome;
  return (where.length <= LEVELS ? where : [...where.slice(0, LEVELS - 1), where.at(-1)!]).join(", ");
}

/** The record of a save in words. */
export function saveRecordTold({ title, entry, args, standing }: SaveRecord): SaveRecordTold {
  const { isOver, outcome, where, career, tallies } = standing;
  const said = isOver ? outcome : where.join(", ");
  const state = isOver ? "Over" : "Goes on";
  return {
    title,
    played: played(entry, args),
    isOver,
    state: said ? `${state}: ${said}` : state,
    facts: career.facts.map((fact): Pair => [fact.title, fact.value]),
    tables: career.tables.map(tableTold),
    counted: tallies.map((tally): Pair => [tally.title, tally.value]),
  };
}

/** The record of all saves of a game in words. */
export function gameRecordTold(record: GameRecord): GameRecordTold {
  const entries = [...new Set(record.tallies.map((tally) => tally.entry))];
  return {
    title: record.title,
    saves: counted(record.saves, "save") + (record.open ? `, ${record.open} not over yet` : ""),
    results: record.results.map((each): Pair => [`${each.entry}: ${each.result}`, String(each.count)]),
    tables: [...record.tables.map(tableTold), ...entries.map((entry) => sumsTold(record, entry))],
    problems: record.problems.map((problem) => `not counted: ${problem}`),
  };
}

/** A table with how many rows it has; columns that hold nothing are left out. */
function tableTold({ title, columns, rows }: CareerTable): TableTold {
  const kept = [...columns.keys()].filter((at) => rows.some((row) => row[at]));
  return {
    title: title && `${title} (${rows.length})`,
    columns: kept.map((at) => columns[at]!),
    rows: rows.map((row) => kept.map((at) => row[at]!)),
  };
}

/** What was counted of the missions, or of the careers. */
function sumsTold(record: GameRecord, entry: EntryName): TableTold {
  const chosen = record.tallies.filter((tally) => tally.entry === entry);
  const columns = ["", "in all", "on average"].map((title, at) => ({ title, isNumber: at > 0 }));
  const rows = chosen.map(({ title, total, games }) => [title, String(total), fixed(total / games, 1)]);
  return { title: `Counted of ${counted(chosen[0]!.games, played(entry))}`, columns, rows };
}
