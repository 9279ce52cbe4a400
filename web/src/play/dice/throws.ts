/** Real dice that are waited for, with what is known of the throw before it falls. */

import type { RollView } from "../../engine/classes";
import type { Journal } from "../../engine/journal";
import { findDrawnMember } from "../../engine/policies";
import { spokenArguments } from "../../engine/views";
import { type Dice, makeDice, resultsOf } from "../../rules/dice";
import type { RollSite, RowInfo } from "../../rules/program";
import type { ThrowSite } from "../../rules/sites";
import { parseThrows } from "../../session/diceSources";
import { splitWords } from "../../text";
import { previewThrow, rowsByNumber, type WaitingRun } from "./throwPreview";

/** What a draw is called. */
export const DRAWN_TITLE = "Drawn";

/** So many throws and answers, at most, are gone through again to tell beforehand what dice lead to. */
const MAX_PREVIEW_STEPS = 20_000;

/** Of so many ways that dice can go, all are told before they are thrown. */
const MAX_LISTED_OUTCOMES = 3;

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
export function pileTitles(journal: Journal, roll: ThrowSite): readonly string[] {
  if (roll.is !== "DrawSite") return [];
  const pile = journal.view(journal.events.length - 1);
  if (pile.event !== "pile") throw new Error("a draw waits, and it was not told from what");
  return pile.titles;
}

/** What a person types for dice, or of a draw for one of `pile`: the faces of each throw, or what is wrong. */
export function parseFaces(
  pile: readonly string[],
  roll: ThrowSite,
  text: string,
): readonly (readonly number[])[] | string {
  if (pile.length === 0) return parseThrows(text, roll.dice);
  const options = pile.map((title) => ({ name: title, title, marks: new Set<string>(), beside: "", grave: false }));
  const member = findDrawnMember(options, splitWords(text.toLowerCase()), { allowPartial: true });
  return typeof member === "string" ? member : [[member + 1]];
}

/**
 * The dice that a run waits for.
 *
 * Where keys of rows are worked out, it is tried what each number leads to, unless there is too much to do.
 */
export function describeAwaitedThrow(waiting: WaitingRun, roll: RollSite): WantedDice {
  const first = previewThrow(waiting);
  let rows = first && rowsByNumber(roll, first.modifiers);
  const numbers = resultsOf(roll.dice);
  if (first !== null && rows === null && numbers.length * waiting.script.length <= MAX_PREVIEW_STEPS)
    rows = tryNumbers(waiting, numbers);
  return wantedDice(roll, first, rows ?? new Map());
}

/** The row that each number leads to, found by trying; null where one leads to none. */
function tryNumbers(waiting: WaitingRun, numbers: readonly number[]): Map<number, RowInfo> | null {
  const rows = new Map<number, RowInfo>();
  for (const number of numbers) {
    const row = previewThrow(waiting, number)?.row;
    if (row) rows.set(number, row);
  }
  return rows.size === numbers.length ? rows : null;
}

/** A draw from these. */
export function drawAsDice(members: readonly string[]): WantedDice {
  return { table: null, title: DRAWN_TITLE, dice: makeDice(1, members.length), about: [], leads: [], members };
}

/** The dice of a throw as it was foreseen; `rows` is the row that each number leads to, empty where that is not known. */
function wantedDice(roll: RollSite, preview: RollView | null, rows: ReadonlyMap<number, RowInfo>): WantedDice {
  return {
    table: roll.table,
    title: roll.title,
    dice: roll.dice,
    about: preview === null ? [] : spokenArguments(preview.arguments),
    leads: describeLeads(rows),
    members: [],
  };
}

/** What the dice lead to: `1 to 4` and `miss`, `5 to 6` and `hit`; nothing where that is a long story. */
function describeLeads(rows: ReadonlyMap<number, RowInfo>): (readonly [string, string])[] {
  const ways: { first: number; last: number; result: string }[] = [];
  for (const [number, row] of rows) {
    const result = rowResult(row);
    if (result === "") return [];
    const way = ways.at(-1);
    if (way?.result === result) way.last = number;
    else ways.push({ first: number, last: number, result });
  }
  if (ways.length < 2 || ways.length > MAX_LISTED_OUTCOMES) return [];
  return ways.map(({ first, last, result }) => [first === last ? `${first}` : `${first} to ${last}`, result]);
}

/** What a row says it leads to; empty where it says what is to be done. */
function rowResult(row: RowInfo): string {
  return row.title || (row.text.includes(" ") ? "" : row.text.replaceAll("_", " "));
}
