/** What one's saves have come to: one by itself, and all of a game together. */

import type { EntryName, Tone } from "../../modes";
import type { Header } from "../../session/classes";
import { compareByCodePoint } from "../../text";
import { joinTables } from "./careers";
import type { CareerTable } from "./classes";
import type { Standing } from "./status";

/** What one save has come to. */
export interface SaveRecord {
  /** What it is called. */
  readonly save: string;
  /** The game's id. */
  readonly game: string;
  readonly title: string;
  readonly entry: EntryName;
  /** The values of the entry's parameters. */
  readonly args: readonly number[];
  /** Of its dice. */
  readonly seed: bigint;
  readonly standing: Standing;
}

/** How often games ended so: in words, of a mission or the career. */
export interface ResultCount {
  readonly entry: EntryName;
  readonly result: string;
  readonly count: number;
}

/** A tally over several games. */
export interface TallySum {
  /** Of which games. */
  readonly entry: EntryName;
  /** The tally. */
  readonly name: string;
  readonly title: string;
  /** Whether players care for it. */
  readonly matters: Tone;
  /** How many were counted. */
  readonly games: number;
  /** All together. */
  readonly total: number;
}

/** What all of one's saves of a game have come to. */
export interface GameRecord {
  /** The game's id. */
  readonly game: string;
  readonly title: string;
  /** How many there are. */
  readonly saves: number;
  /** How many go on. */
  readonly open: number;
  /** How the others ended, the most frequent first. */
  readonly results: readonly ResultCount[];
  /** What was counted of them. */
  readonly tallies: readonly TallySum[];
  /** The lists of all careers, one below the other. */
  readonly tables: readonly CareerTable[];
  /** Saves that do not count, and why. */
  readonly problems: readonly string[];
}

/** The record of a save that stands so. */
export function makeSaveRecord(save: string, header: Header, standing: Standing): SaveRecord {
  const { game, title, entry, args, seed } = header;
  return { save, game, title, entry, args, seed, standing };
}

/** What all saves of a game have come to: the records of those that can be read, of at least one; and why others cannot. */
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
  };
}

/** How games ended, the most frequent first. */
function countResults(records: readonly SaveRecord[]): ResultCount[] {
  const countByResult = new Map<string, ResultCount>();
  for (const { entry, standing } of records.filter((record) => record.standing.isOver)) {
    const key = `${entry} ${standing.outcome}`;
    countByResult.set(key, { entry, result: standing.outcome, count: 1 + (countByResult.get(key)?.count ?? 0) });
  }
  return [...countByResult.values()].sort((one, other) => other.count - one.count);
}

/** The tallies of games that are over, added up. */
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
