/** Records of a player's saves: of each save, and of all saves of a game. */

import type { EntryName, Tone } from "../../modes";
import type { Header } from "../../session/classes";
import { compareByCodePoint } from "../../text";
import { makeBook } from "./book";
import { joinTables } from "./careers";
import type { BookEntry, CareerTable } from "./classes";
import type { SaveStatus } from "./status";

/** The record of one save. */
export interface SaveRecord {
  /** Its name. */
  readonly save: string;
  /** The game's id. */
  readonly game: string;
  readonly title: string;
  readonly entry: EntryName;
  /** The arguments of the entry. */
  readonly args: readonly number[];
  /** The seed of its dice. */
  readonly seed: bigint;
  readonly standing: SaveStatus;
}

/** The number of missions or careers with a result, which is given in words. */
export interface ResultCount {
  readonly entry: EntryName;
  readonly result: string;
  readonly count: number;
}

/** A tally over several games. */
export interface TallySum {
  /** The entry of these games. */
  readonly entry: EntryName;
  /** The tally's name. */
  readonly name: string;
  readonly title: string;
  /** Whether more of it is good or bad. */
  readonly matters: Tone;
  /** The number of games. */
  readonly games: number;
  /** The sum. */
  readonly total: number;
}

/** The record of all of a player's saves of a game. */
export interface GameRecord {
  /** The game's id. */
  readonly game: string;
  readonly title: string;
  /** The number of saves. */
  readonly saves: number;
  /** The number of unfinished ones. */
  readonly open: number;
  /** The results of the others, most frequent first. */
  readonly results: readonly ResultCount[];
  /** The sums of their tallies. */
  readonly tallies: readonly TallySum[];
  /** The lists of all careers, concatenated. */
  readonly tables: readonly CareerTable[];
  /** Saves that could not be read, and why. */
  readonly problems: readonly string[];
  /** Each save, ranked, with how it ended. */
  readonly book: readonly BookEntry[];
}

/** Make the record of a save, by its file or id `save`, from its header and its status (place or result). */
export function makeSaveRecord(save: string, header: Header, status: SaveStatus): SaveRecord {
  const { game, title, entry, args, seed } = header;
  return { save, game, title, entry, args, seed, standing: status };
}

/** Combine the records of a game's saves into one; `problems` are the errors of saves that could not be read. */
export function recordOfGame(records: readonly SaveRecord[], problems: readonly string[] = []): GameRecord {
  const { game, title } = records.at(-1)!;
  const tables = records.flatMap((record) => record.standing.career.tables).filter((table) => table.title);
  return {
    game,
    title,
    saves: records.length,
    open: records.filter((record) => !record.standing.isOver).length,
    results: countResults(records),
    tallies: sumTallies(records),
    tables: joinTables(tables),
    problems,
    book: makeBook(records),
  };
}

/** Count the results of finished games, the most frequent first. */
function countResults(records: readonly SaveRecord[]): ResultCount[] {
  const countByResult = new Map<string, ResultCount>();
  for (const { entry, standing } of records.filter((record) => record.standing.isOver)) {
    const key = `${entry} ${standing.outcome}`;
    countByResult.set(key, { entry, result: standing.outcome, count: 1 + (countByResult.get(key)?.count ?? 0) });
  }
  return [...countByResult.values()].sort((one, other) => other.count - one.count);
}

/** Total the tallies (statistics) of finished games. */
function sumTallies(records: readonly SaveRecord[]): TallySum[] {
  const sumByTally = new Map<string, TallySum>();
  for (const { entry, standing } of records) {
    for (const { name, title, matters, number } of standing.tallies.filter((tally) => tally.isNumber)) {
      const key = `${entry} ${name}`;
      const { games, total } = sumByTally.get(key) ?? { games: 0, total: 0 };
      sumByTally.set(key, { entry, name, title, matters, games: games + 1, total: total + number });
    }
  }
  return [...sumByTally.values()].sort((one, other) => compareByCodePoint(one.entry, other.entry));
}
