/** The throws of a session, and the hypothetical results of other dice. */

import type { View } from "../../engine/classes";
import type { Ask, Event, Roll } from "../../engine/machine";
import { loadMachine } from "../../engine/modules";
import { rerun, TargetReached } from "../../engine/rerun";
import { isThrow, type ThrowView } from "../../engine/views";
import { InputError } from "../../errors";
import { findBestMatches } from "../../nameSearch";
import { dieCount, outcomeOf, resultsOf } from "../../rules/dice";
import type { RollSite, RowInfo } from "../../rules/program";
import type { Session } from "../../session/session";
import { isDecimal } from "../../text";
import { DRAWN_TITLE } from "../dice/throws";
import { tableLabel } from "../story/phrases";
import * as sentences from "../storySentences";

/** Maximum number of results for which a throw is rerun with each. */
const MAX_RESULTS = 12;

/** A range of dice results with the same row. */
export interface ResultRange {
  /** The lowest and highest natural result. */
  readonly low: number;
  readonly high: number;
  /** Their row. */
  readonly row: RowInfo;
}

/** The length of a draw's event; the event with its members is longer. */
const DRAW_EVENT_LENGTH = 3;

/**
 * Find the indices of the events that are throws, draws, or table results without dice, in order; of the first
 * `eventCount` events.
 */
export function findThrows(session: Session, eventCount = session.eventCount): number[] {
  const { sites } = session.program;
  /** Whether an event is a throw, a draw, or a table result without dice. */
  const isThrow = (event: Event) => {
    const kind = sites[event[0]!]?.is;
    return (
      kind === "RollSite" || kind === "BeforehandSite" || (kind === "DrawSite" && event.length === DRAW_EVENT_LENGTH)
    );
  };
  return session.journal.events.flatMap((event, at) => (at < eventCount && isThrow(event) ? [at] : []));
}

/**
 * Count how many throws back that one lies whose row threw the last throw's dice, as those in its title.
 *
 * The last throw itself is 1; the result is 0 if no row of a table threw its dice.
 */
export function countThrowsToRow(session: Session, eventCount = session.eventCount): number {
  const [last, ...earlier] = findThrows(session, eventCount).reverse();
  const thrown = last === undefined ? null : throwAt(session, last);
  if (thrown?.event !== "roll" || thrown.row !== null) return 0;
  for (const [index, at] of earlier.entries()) {
    const view = throwAt(session, at);
    if (view.event === "roll" && view.row !== null)
      return thrown.table === null && thrown.title !== "" && view.title === thrown.title ? index + 2 : 0;
  }
  return 0;
}

/**
 * Find the event of a throw, by its index: the last, the n-th last (1 is the last), or the last on a table.
 *
 * `word` is empty, a number, or the id of a table, or a part of its title; only the first `eventCount` events count.
 * Throws an {@link InputError} if there is no such throw.
 */
export function findThrow(session: Session, word: string, eventCount = session.eventCount): number {
  const events = findThrows(session, eventCount);
  const last = events.at(-1);
  if (last === undefined) throw new InputError(sentences.NO_THROWS);
  if (!word) return last;
  if (isDecimal(word) && word.length < 7) {
    const event = events.at(-Number(word));
    if (event !== undefined && Number(word) > 0) return event;
    throw new InputError(sentences.noThrow(word), "", sentences.throwCountHint(events.length));
  }
  const lastByName = new Map<string, readonly [table: string, title: string, at: number]>();
  for (const at of events) {
    const view = throwAt(session, at);
    const [table, title] =
      view.event === "draw" ? ["", DRAWN_TITLE] : [view.table ?? "", tableLabel(view.table, view.title)];
    lastByName.set(JSON.stringify([table, title]), [table, title, at]);
  }
  const matches = findBestMatches(
    word,
    [...lastByName.values()],
    ([table, title]) => [table, title],
    ([, title]) => title,
  );
  if (matches.length > 0) return Math.max(...matches.map(([, , at]) => at));
  throw new InputError(sentences.noThrowFor(word), "", sentences.THROWS_HINT);
}

/** The view of the throw, draw, or table result without dice at the index of an event. */
export function throwAt(session: Session, at: number): ThrowView {
  const view = session.journal.view(at);
  if (!isThrow(view)) throw new Error(`event ${at} tells of no throw`);
  return view;
}

/** Whether a throw's row must be explained by other results: its key is no plain range of results. */
export function needsOtherResults(view: View): boolean {
  return view.event === "roll" && view.row !== null && /\p{L}/u.test(view.row.label);
}

/** Find the row to which each dice result leads at the throw of an event; empty if there are too many. */
export function findOtherResults(session: Session, at: number): ResultRange[] {
  const site = session.program.sites[session.journal.events[at]![0]!];
  let scriptLength = session.trail.length - 1;
  while (scriptLength >= 0 && !(session.trail[scriptLength]!.isThrow && session.trail[scriptLength]!.events <= at))
    scriptLength -= 1;
  if (
    site?.is !== "RollSite" ||
    site.takes_every ||
    dieCount(site.dice) > 1 ||
    site.dice.sides > MAX_RESULTS ||
    scriptLength < 0
  )
    return [];
  const ranges: ResultRange[] = [];
  let before = -1;
  for (const face of resultsOf(site.dice)) {
    const number = findRowForFace(session, scriptLength, site, face);
    const row = site.rows[number];
    if (row !== undefined) {
      const same = number === before ? ranges.pop() : undefined;
      ranges.push({ low: same?.low ?? face, high: face, row });
    }
    before = number;
  }
  return ranges;
}

/**
 * Replay a session up to a throw, let the throw show another face, and return the number of the row reached; -1 for
 * none.
 */
function findRowForFace(session: Session, scriptLength: number, site: RollSite, face: number): number {
  let rowNumber = -1;
  let isThrown = false;
  /** Callback for the throw after the script: show `face` instead of the recorded result. */
  const roll: Roll = (_, dice) => {
    isThrown = true;
    return outcomeOf([face], dice);
  };
  /** Callback for a question before the row is known: stop the replay. */
  const ask: Ask = () => {
    throw new TargetReached();
  };
  /** Callback for events: take the row from the throw's event, and stop the replay. */
  const log = (event: Event) => {
    // The script's last throw is logged here, too, perhaps on the same table.
    if (!isThrown || session.program.sites[event[0]!] !== site) return;
    rowNumber = event[3]!;
    throw new TargetReached();
  };
  const machine = loadMachine(session.game, roll, ask, log, session.script.slice(0, scriptLength));
  rerun(machine, session.entry, session.header.args);
  return rowNumber;
}
