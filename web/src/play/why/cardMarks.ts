/** The lines of a table's card that counted for a throw: its row or cell, and the modifiers. */

import type { RollView } from "../../engine/classes";
import { isThrow } from "../../engine/views";
import type { Card, Line, ModifierLine } from "../../rules/documents";
import type { RollSite } from "../../rules/program";
import type { Session } from "../../session/session";

/** The lines of a card that counted for a throw. */
export interface CardMarks {
  readonly lines: ReadonlySet<Line | ModifierLine>;
  /** The cell of the grid, by line and column; null for none. */
  readonly cell: readonly [line: number, column: number] | null;
}

/** The marks of a card that nothing was thrown on. */
export const NO_MARKS: CardMarks = { lines: new Set(), cell: null };

/** The table of the throw, or of the result without dice, that an event reports; null for none. */
export function tableOfThrow(session: Session, event: number): string | null {
  const view = session.journal.view(event);
  return isThrow(view) && view.event !== "draw" ? view.table : null;
}

/** Find the lines of a table's card that counted for the throw, or for the result without dice, of an event. */
export function findCardMarks(session: Session, event: number, card: Card): CardMarks {
  const view = session.journal.view(event);
  if (view.event !== "roll" && view.event !== "beforehand") return NO_MARKS;
  const modifiers = view.event === "roll" ? modifiersOf(view, card) : [];
  const place = view.row?.origin.place;
  const row = rowsOf(card).filter(({ origin }) => origin.place === place);
  const site = session.program.sites[session.journal.events[event]![0]!];
  const cell = row.length === 0 && place !== undefined && site?.is === "RollSite" ? findCell(site, place, card) : null;
  return { lines: new Set([...row, ...modifiers]), cell };
}

/** The rows of a card, with and without dice. */
function rowsOf({ before, rows }: Card): Line[] {
  return [...before, ...rows];
}

/** The modifiers of a card that applied to a throw: those that stand at the same places in the rules. */
function modifiersOf({ modifiers }: RollView, card: Card): ModifierLine[] {
  const places = new Set(modifiers.map(({ origin }) => origin.place));
  return card.modifiers.filter(({ origin }) => places.has(origin.place));
}

/**
 * Find the cell of a card's grid that is the row at a place in the rules; null if the grid is not of that table.
 *
 * The rows of a table that stand in its grid follow one another as its cells do, line by line; keys stand at the left.
 */
function findCell({ rows }: RollSite, place: string, card: Card): CardMarks["cell"] {
  const others = new Set(rowsOf(card).map(({ origin }) => origin.place));
  const places = rows.map(({ origin }) => origin.place).filter((each) => !others.has(each));
  const width = places.length / card.grid.length;
  const at = places.indexOf(place);
  if (at < 0 || !Number.isInteger(width)) return null;
  return [Math.floor(at / width), card.head.length - width + (at % width)];
}
