/** The events of one call of a table of which every row applies whose key or condition holds. */

import type { BeforehandView, RollView } from "../../engine/classes";
import type { Session } from "../../session/session";

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
export function findRowsOfCall(session: Session, at: number): RowEvent[] {
  const view = rowView(session, at);
  if (view === null) return [];
  const given = { at, view };
  if (view.event === "beforehand" && view.number > 0) {
    const events = [...precedingRows(session, at, view.table, view.number), given];
    return [...events, ...followingRows(session, events.at(-1)!, view.number)];
  }
  if (view.event === "roll" && view.table !== null && view.takesEvery) {
    return [...rowsBeforeThrow(session, at, view.table), given, ...followingRows(session, given, 0)];
  }
  return [given];
}

/** The view of a row, of a throw or without one, at the index of an event; null for any other event. */
function rowView(session: Session, at: number): RollView | BeforehandView | null {
  const kind = session.program.sites[session.journal.events[at]![0]!]?.is;
  if (kind !== "RollSite" && kind !== "BeforehandSite") return null;
  const view = session.journal.view(at);
  return view.event === "roll" || view.event === "beforehand" ? view : null;
}

/** The events of a call before that of its row with a number: rows with lower numbers, and the roll. */
function precedingRows(session: Session, at: number, table: string, number: number): RowEvent[] {
  const found: RowEvent[] = [];
  let lowest = number;
  for (let before = at - 1; before >= 0; before--) {
    const view = rowView(session, before);
    if (view === null || view.table !== table) continue;
    if (view.event === "roll") {
      return [...rowsBeforeThrow(session, before, table), { at: before, view }, ...found.reverse()];
    }
    if (view.number <= 0 || view.number >= lowest) break;
    found.push({ at: before, view });
    lowest = view.number;
  }
  return found.reverse();
}

/** The events of the rows that a call applied before its dice were thrown, at an index. */
function rowsBeforeThrow(session: Session, at: number, table: string): RowEvent[] {
  const found: RowEvent[] = [];
  for (let before = at - 1; before >= 0; before--) {
    const view = rowView(session, before);
    if (view === null || view.table !== table) continue;
    if (view.event === "roll") return [];
    found.push({ at: before, view });
    if (view.number <= 1) return view.number > 0 ? found.reverse() : [];
  }
  return [];
}

/** The events of the rows that follow that of an event in the same call, by their rising numbers. */
function* followingRows(session: Session, first: RowEvent, number: number): Generator<RowEvent> {
  let highest = number;
  for (let after = first.at + 1; after < session.journal.events.length; after++) {
    const view = rowView(session, after);
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
