/**
 * The book of a game's careers: each save ranked, with how it ended, its ships, its best men and its lists.
 *
 * All of it is what the rules keep under a title; the book adds nothing of its own.
 */

import { compareByCodePoint } from "../../text";
import type { BookEntry, BookFigure, Career, Column } from "./classes";
import type { SaveRecord } from "./records";
import type { TallyResult } from "./status";

/** How many tallies an entry shows, the most important ones. */
export const SHOWN_TALLIES = 3;

/** Make the book of a game's saves: careers first, each kind by rank, those that go on at its end. */
export function makeBook(saves: readonly SaveRecord[]): BookEntry[] {
  const kinds = [...new Set(saves.map((save) => save.entry))].sort(compareByCodePoint);
  return kinds.flatMap((kind) => {
    const own = saves.filter((save) => save.entry === kind);
    const open = own.filter((save) => !save.standing.isOver);
    return [...rankSaves(own.filter((save) => save.standing.isOver)), ...open.map((save) => makeEntry(0, save))];
  });
}

/** Make the entries of finished games, the best first; equal games share a rank. */
function rankSaves(saves: readonly SaveRecord[]): BookEntry[] {
  const keyed = saves.map((save) => ({ key: rankKey(save.standing.tallies), save }));
  keyed.sort((one, other) => compareKeys(one.key, other.key));
  let rank = 0;
  return keyed.map(({ key, save }, at) => {
    if (at === 0 || compareKeys(key, keyed[at - 1]!.key) !== 0) rank = at + 1;
    return makeEntry(rank, save);
  });
}

/** The key by which games are sorted, the best first: their good tallies negated, their bad ones as they are. */
function rankKey(tallies: readonly TallyResult[]): number[] {
  return ratedTallies(tallies).map(({ matters, number }) => (matters === "good" ? -number : number));
}

/** Compare keys number by number; of equal beginnings the shorter comes first. */
function compareKeys(one: readonly number[], other: readonly number[]): number {
  for (const [at, number] of one.entries()) {
    if (at >= other.length) return 1;
    if (number !== other[at]!) return number - other[at]!;
  }
  return one.length - other.length;
}

/** The tallies that are numbers, and good or bad for the player. */
function ratedTallies(tallies: readonly TallyResult[]): TallyResult[] {
  return tallies.filter((tally) => tally.isNumber && tally.matters !== "");
}

/** Make the entry of a save with its rank. */
function makeEntry(rank: number, { save, entry, args, standing }: SaveRecord): BookEntry {
  const { career } = standing;
  return {
    rank,
    save,
    entry,
    args,
    ended: standing.outcome,
    where: standing.where,
    ships: [...new Set(shipsOf(career))],
    counted: ratedTallies(standing.tallies)
      .slice(0, SHOWN_TALLIES)
      .map(({ title, value }) => ({ title, value })),
    best: bestFigures(career),
    lists: career.tables
      .filter((table) => table.title)
      .map(({ title, rows }) => ({ title, value: String(rows.length) })),
  };
}

/** The names of a career's things, from its lists and then its single values. */
function shipsOf({ tables, facts }: Career): string[] {
  const listed = tables.flatMap(({ columns, rows }) =>
    [...columns.keys()].filter((at) => columns[at]!.names).flatMap((at) => rows.map((row) => row[at]!)),
  );
  return [...listed, ...facts.filter((fact) => fact.names).map((fact) => fact.value)].filter((name) => name !== "");
}

/** The highest figure above 0 of each good column beside names, with the first name that has it. */
function bestFigures({ tables }: Career): BookFigure[] {
  const best = new Map<string, { readonly figure: number; readonly name: string }>();
  for (const { columns, rows } of tables) {
    const nameAt = columns.findIndex((column) => column.names === "");
    if (nameAt < 0) continue;
    for (const [at, column] of columns.entries()) {
      if (!isGoodNumber(column)) continue;
      const title = column.title.toLowerCase();
      for (const row of rows) {
        const figure = Number(row[at] || 0);
        if (figure > (best.get(title)?.figure ?? 0)) best.set(title, { figure, name: row[nameAt]! });
      }
    }
  }
  return [...best].map(([title, { figure, name }]) => ({ title, value: `${name} ${figure}` }));
}

/** Whether a column has numbers of which more is good for the player. */
function isGoodNumber({ isNumber, matters }: Column): boolean {
  return isNumber && matters === "good";
}
