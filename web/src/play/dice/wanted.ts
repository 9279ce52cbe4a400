/** Real dice that are waited for, with what is known of the throw before it falls. */

import { findDrawn } from "../../engine/choices";
import type { RollView } from "../../engine/classes";
import type { Journal } from "../../engine/journal";
import { spoken } from "../../engine/views";
import { type Dice, diceOf, resultsOf } from "../../rules/dice";
import type { RollSite, RowInfo } from "../../rules/program";
import type { Thrown } from "../../rules/sites";
import { typedThrows } from "../../session/sources";
import { separated } from "../../text";
import { type Coming, foresee, rowsByNumber } from "./foresight";

/** What a draw is called. */
export const DRAWN = "Drawn";

/** So many throws and answers, at most, are gone through again to tell beforehand what dice lead to. */
const FORESEEN = 20_000;

/** Of so many ways that dice can go, all are told before they are thrown. */
const FEW = 3;

/** Real dice that are to be thrown. */
export interface WantedDice {
  /** The table they are for; null for dice that no table owns. */
  readonly table: string | null;
  /** Its title, or what the dice are for; may be empty. */
  readonly title: string;
  /** What they are. */
  readonly dice: Dice;
  /** What its table is rolled with, in words: whose throw it is. */
  readonly about: readonly string[];
  /** What the dice lead to, where that can be said in few words: what they must show, and the row. */
  readonly leads: readonly (readonly [string, string])[];
  /** Of a draw what there is to draw from, in words: the first for a 1. Empty for dice. */
  readonly members: readonly string[];
}

/** What there is to draw from, in words, where a run waits for that; empty where it waits for dice. */
export function pileOf(journal: Journal, roll: Thrown): readonly string[] {
  if (roll.is !== "DrawSite") return [];
  const pile = journal.view(journal.events.length - 1);
  if (pile.event !== "pile") throw new Error("a draw waits, and it was not told from what");
  return pile.titles;
}

/** What a person types for dice, or of a draw for one of `pile`: the faces of each throw, or what is wrong. */
export function typedFaces(
  pile: readonly string[],
  roll: Thrown,
  text: string,
): readonly (readonly number[])[] | string {
  if (pile.length === 0) return typedThrows(text, roll.dice);
  const options = pile.map((title) => ({ name: title, title, marks: new Set<string>(), beside: "", grave: false }));
  const found = findDrawn(options, separated(text.toLowerCase()), { loosely: true });
  return typeof found === "string" ? found : [[found + 1]];
}

/**
 * The dice that a run waits for.
 *
 * Where keys of rows are worked out, it is tried what each number leads to, unless there is too much to do.
 */
export function throwWanted(coming: Coming, roll: RollSite): WantedDice {
  const first = foresee(coming);
  let rows = first && rowsByNumber(roll, first.modifiers);
  const numbers = resultsOf(roll.dice);
  if (first !== null && rows === null && numbers.length * coming.script.length <= FORESEEN)
    rows = tried(coming, numbers);
  return wanted(roll, first, rows ?? new Map());
}

/** The row that each number leads to, found by trying; null where one leads to none. */
function tried(coming: Coming, numbers: readonly number[]): Map<number, RowInfo> | null {
  const rows = new Map<number, RowInfo>();
  for (const number of numbers) {
    const row = foresee(coming, number)?.row;
    if (row) rows.set(number, row);
  }
  return rows.size === numbers.length ? rows : null;
}

/** A draw from these. */
export function drawWanted(members: readonly string[]): WantedDice {
  return { table: null, title: DRAWN, dice: diceOf(1, members.length), about: [], leads: [], members };
}

/** The dice of a throw as it was foreseen; `rows` is the row that each number leads to, empty where that is not known. */
function wanted(roll: RollSite, coming: RollView | null, rows: ReadonlyMap<number, RowInfo>): WantedDice {
  return {
    table: roll.table,
    title: roll.title,
    dice: roll.dice,
    about: coming === null ? [] : spoken(coming.arguments),
    leads: leadsTo(rows),
    members: [],
  };
}

/** What the dice lead to: `1 to 4` and `miss`, `5 to 6` and `hit`; nothing where that is a long story. */
function leadsTo(rows: ReadonlyMap<number, RowInfo>): (readonly [string, string])[] {
  const ways: { first: number; last: number; result: string }[] = [];
  for (const [number, row] of rows) {
    const result = resultOf(row);
    if (result === "") return [];
    const way = ways.at(-1);
    if (way?.result === result) way.last = number;
    else ways.push({ first: number, last: number, result });
  }
  if (ways.length < 2 || ways.length > FEW) return [];
  return ways.map(({ first, last, result }) => [first === last ? `${first}` : `${first} to ${last}`, result]);
}

/** What a row says it leads to; empty where it says what is to be done. */
function resultOf(row: RowInfo): string {
  return row.title || (row.text.includes(" ") ? "" : row.text.replaceAll("_", " "));
}
