/** A roll on a table's card with a person's own dice: the row that they lead to, by the modifiers that he counts. */

import { InputError } from "../../errors";
import { type Dice, doesKeyMatchFaces, renderFaces, totalOf } from "../../rules/dice";
import type { Card, Line, ModifierLine } from "../../rules/documents";
import type { Program, RollSite } from "../../rules/program";
import { parseThrow } from "../../session/diceSources";
import type { Session } from "../../session/session";
import { isTotalInKey } from "../dice/throwPreview";
import type { CardMarks } from "./cardMarks";
import { findThrow } from "./otherResults";

/** A modifier of a card with what it adds, if it counts. */
export interface CountedModifier {
  readonly line: ModifierLine;
  readonly amount: number;
}

/** What comes of dice on a card. */
export interface CardRoll {
  /** The dice and modifiers: `3+5 -1 poor = 7`. */
  readonly text: string;
  /** The rows to which they may lead: several if a condition decides; empty if keys do not tell, or a grid has them. */
  readonly rows: readonly Line[];
  readonly marks: CardMarks;
}

/** The prefix of the keys of rows that match the dice before modifiers. */
const NATURAL_PREFIX = "natural ";

/** A number of dice at the beginning of a head: the column of a grid holds results of dice. */
const DICE_HEAD = /^\d*d\d/u;

/** Find the dice of a table; null if it throws none of its own. */
export function diceOfTable(program: Program, table: string): Dice | null {
  const site = program.sites.find((each): each is RollSite => each.is === "RollSite" && each.table === table);
  return site?.dice ?? null;
}

/** What a modifier adds, if its card says so by a number; null if it is computed. */
export function plainAmount({ amount }: ModifierLine): number | null {
  return /^[+-]?\d+$/u.test(amount) ? Number(amount) : null;
}

/** Find the modifiers that counted at the last throw on a table, of the first `eventCount` events; none without one. */
export function lastCounted(session: Session, card: Card, eventCount: number): readonly CountedModifier[] {
  try {
    const view = session.journal.view(findThrow(session, card.id, eventCount));
    if (view.event !== "roll" || view.table !== card.id) return [];
    return view.modifiers.flatMap(({ origin, amount }) => {
      const line = card.modifiers.find((each) => each.origin.place === origin.place);
      return line === undefined ? [] : [{ line, amount }];
    });
  } catch (error) {
    if (error instanceof InputError) return []; // nothing was thrown on it
    throw error;
  }
}

/** Find what typed dice lead to on a card, by the modifiers that count; or return why they cannot be read. */
export function rollOnCard(
  card: Card,
  dice: Dice,
  typed: string,
  counted: readonly CountedModifier[],
): CardRoll | string {
  const faces = parseThrow(typed, dice);
  if (typeof faces === "string") return faces;
  const natural = totalOf(faces, dice);
  const total = counted.reduce((sum, { amount }) => sum + amount, natural);
  const rows = findRows(card, natural, total, faces);
  const line = rows.length > 0 || !DICE_HEAD.test(card.head[0] ?? "") ? -1 : findGridLine(card, total);
  return {
    text: rollText(dice, faces, natural, total, counted),
    rows,
    marks: {
      lines: new Set<Line | ModifierLine>([...rows, ...counted.map((each) => each.line)]),
      cell: line < 0 ? null : [line, -1],
    },
  };
}

/** The rows of a card to which dice may lead; empty if the keys do not tell. */
function findRows({ before, rows }: Card, natural: number, total: number, faces: readonly number[]): readonly Line[] {
  const naturals = before.filter(({ key }) => {
    if (!key.startsWith(NATURAL_PREFIX)) return false;
    const asked = key.slice(NATURAL_PREFIX.length);
    return doesKeyMatchFaces(asked, faces) ?? isTotalInKey(asked, natural);
  });
  const certain = naturals.findIndex(({ when }) => when === "");
  if (certain >= 0) return naturals.slice(0, certain + 1);
  for (const row of rows) {
    const holds = isTotalInKey(row.key, total);
    if (holds === null) return naturals;
    if (holds) return [...naturals, row];
  }
  return naturals;
}

/** The number of the line of a card's grid whose first cell holds a total; -1 for none. */
function findGridLine({ grid }: Card, total: number): number {
  return grid.findIndex(([key = ""]) => isTotalInKey(key, total) === true);
}

/** The dice and modifiers of a roll in words: `3+5 -1 poor = 7`. */
function rollText(
  dice: Dice,
  faces: readonly number[],
  natural: number,
  total: number,
  counted: readonly CountedModifier[],
): string {
  const shown = renderFaces(dice, faces) || `${natural}`;
  const modifiers = counted.map(
    ({ line, amount }) => ` ${amount < 0 ? "" : "+"}${amount} ${line.label.replaceAll("_", " ")}`,
  );
  return shown === `${total}` ? shown : `${shown}${modifiers.join("")} = ${total}`;
}
