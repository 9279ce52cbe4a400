/** Why: which throw is meant, and what other throws would have led to. */

import { Reached, runAgain } from "../../engine/again";
import type { View } from "../../engine/classes";
import type { Ask, Event } from "../../engine/machine";
import { load } from "../../engine/modules";
import { isThrow, type ThrowView } from "../../engine/views";
import { InputError } from "../../errors";
import { fitting } from "../../lookup";
import { resultsOf } from "../../rules/dice";
import type { RollSite, RowInfo } from "../../rules/program";
import type { Session } from "../../session/session";
import { isDecimal } from "../../text";
import { DRAWN } from "../dice/wanted";
import { label } from "../story/phrases";

/** A throw with more results than this is not thrown again to see what each of them leads to. */
const MOST = 12;

/** What neighbouring results of the dice lead to. */
export interface Led {
  /** The least and the greatest of them, as they fall. */
  readonly low: number;
  readonly high: number;
  /** The row that they lead to. */
  readonly row: RowInfo;
}

/** So long is the event that tells what was drawn; the one that tells what there is to draw from is longer. */
const DRAWN_EVENT = 3;

/** The numbers of the events that tell of a throw, of a table's result without one, or of a draw, in order. */
export function throws(session: Session): number[] {
  const { sites } = session.program;
  const isThrow = (event: Event) => {
    const kind = sites[event[0]!]?.is;
    return kind === "RollSite" || kind === "BeforehandSite" || (kind === "DrawSite" && event.length === DRAWN_EVENT);
  };
  return session.journal.events.flatMap((event, at) => (isThrow(event) ? [at] : []));
}

/**
 * The number of the event of a throw: the last, the one so many before (1 is the last), or the last on a table.
 *
 * `word` is empty, a number, or the id of a table, or a part of its title. Throws an {@link InputError} where there is
 * no such throw.
 */
export function throwMeant(session: Session, word: string): number {
  const thrown = throws(session);
  const last = thrown.at(-1);
  if (last === undefined) throw new InputError("no dice were thrown yet");
  if (!word) return last;
  if (isDecimal(word) && word.length < 7) {
    const found = thrown.at(-Number(word));
    if (found !== undefined && Number(word) > 0) return found;
    throw new InputError(`there is no throw ${word}`, "", `There were ${thrown.length}; 1 is the last.`);
  }
  const called = new Map<string, readonly [table: string, title: string, at: number]>();
  for (const at of thrown) {
    const view = thrownAt(session, at);
    const [table, shown] = view.event === "draw" ? ["", DRAWN] : [view.table ?? "", label(view.table, view.title)];
    called.set(JSON.stringify([table, shown]), [table, shown, at]);
  }
  const meant = fitting(
    word,
    [...called.values()],
    ([table, shown]) => [table, shown],
    ([, shown]) => shown,
  );
  if (meant.length > 0) return Math.max(...meant.map(([, , at]) => at));
  throw new InputError(`nothing was thrown for ${word}`, "", "Say why N for the Nth last throw; `log` numbers them.");
}

/** An event that tells of a throw, of a table's result without one, or of a draw. */
export function thrownAt(session: Session, at: number): ThrowView {
  const view = session.journal.view(at);
  if (!isThrow(view)) throw new Error(`event ${at} tells of no throw`);
  return view;
}

/** Whether the row of a throw does not say by itself which results led to it, as it is no plain range. */
export function isOpen(view: View): boolean {
  return view.event === "roll" && view.row !== null && /\p{L}/u.test(view.row.label);
}

/** What each result of a throw, by its event's number, would have led to as things stood; empty where that is too much to tell. */
export function led(session: Session, at: number): Led[] {
  const site = session.program.sites[session.journal.events[at]![0]!];
  let asked = session.trail.length - 1;
  while (asked >= 0 && !(session.trail[asked]!.isThrow && session.trail[asked]!.events <= at)) asked -= 1;
  if (site?.is !== "RollSite" || site.dice.count > 1 || site.dice.sides > MOST || asked < 0) return [];
  const found: Led[] = [];
  let before = -1;
  for (const face of resultsOf(site.dice)) {
    const number = rowFor(session, asked, site, face);
    const row = site.rows[number];
    if (row !== undefined) {
      const same = number === before ? found.pop() : undefined;
      found.push({ low: same?.low ?? face, high: face, row });
    }
    before = number;
  }
  return found;
}

/** The number of the row that a result of a throw would have led to, behind so many throws and answers; -1 for none. */
function rowFor(session: Session, asked: number, site: RollSite, face: number): number {
  let found = -1;
  let thrown = false;
  const roll = () => {
    thrown = true;
    return face;
  };
  const ask: Ask = () => {
    throw new Reached();
  };
  const log = (event: Event) => {
    // The last known throw is told here, too, and may have been one on the same table.
    if (!thrown || session.program.sites[event[0]!] !== site) return;
    found = event[3]!;
    throw new Reached();
  };
  const machine = load(session.game, roll, ask, log, session.script.slice(0, asked));
  runAgain(machine, session.entry, session.header.args);
  return found;
}
