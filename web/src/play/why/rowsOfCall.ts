/** The events of one call of a table of which every row applies whose key or condition holds. */

import type { BeforehandView, RollView } from "../../engine/classes";

/** The events among which the rows of a call are found. */
export interface RowSource {
  /** The number of events. */
  readonly length: number;
  /** The view of a row, of a throw or without one, at the index of an event; null for any other event. */
  rowAt(at: number): RollView | BeforehandView | null;
}

/** An event of a row, with its index. */
interface RowEvent {
  readonly at: number;
  readonly view: RollView | BeforehandView;
}

/**
 * Find the events of a call, of which one is given: its roll, and the rows that apply beside it.
 *
 * The given one alone if its table applies one row. The terminal does the same in `service/present/rows_of_call.py`.
 */
export function findRowsOfCall(source: RowSource, at: number): RowEvent[] {
  const view = source.rowAt(at);
  if (view === null) return [];
  const given = { at, view };
  if (view.event === "beforehand" && view.number > 0) {
    const events = [...precedingRows(source, at, view.table, view.number), given];
    return [...events, ...followingRows(source, events.at(-1)!, view.number)];
  }
  if (view.event === "roll" && view.table !== null && view.takesEvery) {
    return [...rowsBeforeThrow(source, at, view.table), given, ...followingRows(source, given, 0)];
  }
  return [given];
}

/** The events of a call before that of its row with a number: rows with lower numbers, and the roll. */
function precedingRows(source: RowSource, at: number, table: string, number: number): RowEvent[] {
  const found: RowEvent[] = [];
  let lowest = number;
  for (let before = at - 1; before >= 0; before--) {
    const view = source.rowAt(before);
    if (view === null || view.table !== table) continue;
    if (view.event === "roll") {
      return [...rowsBeforeThrow(source, before, table), { at: before, view }, ...found.reverse()];
    }
    if (view.number <= 0 || view.number >= lowest) break;
    found.push({ at: before, view });
    lowest = view.number;
  }
  return found.reverse();
}

/** The events of the rows that a call applied before its dice were thrown, at an index. */
function rowsBeforeThrow(source: RowSource, at: number, table: string): RowEvent[] {
  const found: RowEvent[] = [];
  for (let before = at - 1; before >= 0; before--) {
    const view = source.rowAt(before);
    if (view === null || view.table !== table) continue;
    if (view.event === "roll") return [];
    found.push({ at: before, view });
    if (view.number <= 1) return view.number > 0 ? found.reverse() : [];
  }
  return [];
}

/** The events of the rows that follow that of an event in the same call, by their rising numbers. */
function* followingRows(source: RowSource, first: RowEvent, number: number): Generator<RowEvent> {
  let highest = number;
  for (let after = first.at + 1; after < source.length; after++) {
    const view = source.rowAt(after);
    if (view === null || view.table !== first.view.table) continue;
    if (view.event === "roll") {
      if (highest === 0 || first.view.event === "roll") return;
      highest = 0;
    } else {
      if (view.number <= Math.max(highest, first.view.event === "roll" ? 1 : 0)) return;
      highest = view.number;
    }
    yield { at: after, view };
  }
}
