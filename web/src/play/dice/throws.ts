/** Requests for real dice, with a preview of the throw. */

import type { RollView } from "../../engine/classes";
import type { Journal } from "../../engine/journal";
import { findDrawnMember } from "../../engine/policies";
import { NO_PIECE } from "../../engine/question";
import { spokenArguments } from "../../engine/views";
import { type Dice, makeDice, resultsOf } from "../../rules/dice";
import type { RollSite, RowInfo } from "../../rules/program";
import type { ThrowSite } from "../../rules/sites";
import { parseThrows } from "../../session/diceSources";
import { splitWords } from "../../text";
import { valueTitles } from "../story/phrases";
import { previewThrow, rowsByNumber, type WaitingRun } from "./throwPreview";

/** The title of a draw. */
export const DRAWN_TITLE = "Drawn";

/** Maximum throws and answers replayed to preview the results of dice. */
const MAX_PREVIEW_STEPS = 20_000;

/** Maximum outcomes of dice that are listed before the throw. */
const MAX_LISTED_OUTCOMES = 5;

/** Real dice to throw. */
export interface WantedDice {
  /** The id of their table; null without one. */
  readonly table: string | null;
  /** The title of the table, or the purpose of the dice; may be empty. */
  readonly title: string;
  /** The dice. */
  readonly dice: Dice;
  /** The arguments of the table in words: whose throw it is. */
  readonly about: readonly string[];
  /** The possible outcomes if there are few: the numbers, and the row. */
  readonly leads: readonly (readonly [string, string])[];
  /** The members of a draw in words, the first for a 1. Empty for dice. */
  readonly members: readonly string[];
  /** For a draw, how many are drawn in succession from here on, if that is known. */
  readonly drawCount: number;
}

/** The titles of the members among which the open draw decides; empty if the run waits for dice. */
export function pileTitles(journal: Journal, roll: ThrowSite): readonly string[] {
  if (roll.is !== "DrawSite") return [];
  const pile = journal.view(journal.events.length - 1);
  if (pile.event !== "pile") throw new Error("a draw waits, and it was not told from what");
  return pile.titles;
}

/**
 * Parse typed throws of dice: the faces of one or several; for a draw from `members` the one named. Or return a short
 * error.
 */
export function parseFaces(
  members: readonly string[],
  roll: Pick<ThrowSite, "dice">,
  text: string,
): readonly (readonly number[])[] | string {
  if (members.length === 0) return parseThrows(text, roll.dice);
  const marks = new Set<string>();
  const options = members.map((title) => ({ name: title, title, marks, beside: "", grave: false, ...NO_PIECE }));
  const member = findDrawnMember(options, splitWords(text.toLowerCase()), { allowPartial: true });
  return typeof member === "string" ? member : [[member + 1]];
}

/** Describe the dice that a run waits for, with their possible outcomes. */
export function describeAwaitedThrow(waiting: WaitingRun, roll: RollSite): WantedDice {
  const preview = previewThrow(waiting);
  const rows = preview === null ? new Map<number, RowInfo>() : findRows(waiting, roll, preview);
  return wantedDice(roll, preview, rows, "", valueTitles(waiting.compiled.program));
}

/**
 * Find the row of each number that a throw can show, given its arguments and modifiers; empty if that is not known.
 *
 * If row keys are computed, each number is tried in a rerun, unless that is too much work.
 */
export function findRows(waiting: WaitingRun, roll: RollSite, view: RollView): ReadonlyMap<number, RowInfo> {
  const rows = rowsByNumber(roll, view.modifiers);
  if (rows === null && roll.dice.single) return new Map();
  const numbers = resultsOf(roll.dice);
  if (rows !== null || numbers.length * waiting.script.length > MAX_PREVIEW_STEPS) return rows ?? new Map();
  return tryNumbers(waiting, numbers) ?? new Map();
}

/**
 * Find the row to which each dice result leads, by a rerun of the waiting run for each; null if a result leads to no
 * row.
 */
function tryNumbers(waiting: WaitingRun, numbers: readonly number[]): Map<number, RowInfo> | null {
  const rows = new Map<number, RowInfo>();
  for (const number of numbers) {
    const row = previewThrow(waiting, number)?.row;
    if (row) rows.set(number, row);
  }
  return rows.size === numbers.length ? rows : null;
}

/** Make the request for a draw from some members, as a throw of a die with that many sides; `purpose` says for what. */
export function drawAsDice(members: readonly string[], purpose = ""): WantedDice {
  return {
    table: null,
    title: purpose || DRAWN_TITLE,
    dice: makeDice(1, members.length),
    about: [],
    leads: [],
    members,
    drawCount: 1,
  };
}

/**
 * Make the request for the dice of a throw; `rows` is the row of each number, empty if unknown, `purpose` what dice
 * without a title are for, and `titles` the titles of enum values by name, for rows without titles.
 */
export function wantedDice(
  roll: RollSite,
  preview: RollView | null,
  rows: ReadonlyMap<number, RowInfo>,
  purpose: string,
  titles: ReadonlyMap<string, string>,
): WantedDice {
  return {
    table: roll.table,
    title: roll.title || purpose,
    dice: roll.dice,
    about: preview === null ? [] : spokenArguments(preview.arguments),
    leads: describeOutcomes(rows, titles),
    members: [],
    drawCount: 1,
  };
}

/** Describe the outcomes of dice: `1 to 4` and `miss`, `5 to 6` and `hit`; empty for too many. */
function describeOutcomes(
  rows: ReadonlyMap<number, RowInfo>,
  titles: ReadonlyMap<string, string>,
): (readonly [string, string])[] {
  const ways: { first: number; last: number; result: string }[] = [];
  for (const [number, row] of rows) {
    const result = rowResult(row, titles);
    if (result === "") return [];
    const way = ways.at(-1);
    if (way?.result === result) way.last = number;
    else ways.push({ first: number, last: number, result });
  }
  if (ways.length < 2 || ways.length > MAX_LISTED_OUTCOMES) return [];
  return ways.map(({ first, last, result }) => [first === last ? `${first}` : `${first} to ${last}`, result]);
}

/** The result of a table row in words, by title or text; empty for a row of statements. */
function rowResult(row: RowInfo, titles: ReadonlyMap<string, string>): string {
  if (row.title || row.text.includes(" ")) return row.title;
  return titles.get(row.text) || row.text.replaceAll("_", " ");
}
