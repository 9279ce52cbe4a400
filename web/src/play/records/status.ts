/** The status of a session, and the record of its career. */

import { unreachable } from "../../closed";
import type { EnterView, View } from "../../engine/classes";
import { Fault } from "../../engine/machine";
import { loadMachine } from "../../engine/modules";
import { evaluateTally, talliesOf } from "../../engine/runs";
import type { Tone } from "../../modes";
import { isAmount } from "../../rules/values";
import type { Session } from "../../session/session";
import { refuseCall } from "../debriefing/missions";
import { closeLevel } from "../openLevels";
import { careerOf } from "./careers";
import type { Career } from "./classes";

/** The value of a tally. */
export interface TallyResult {
  /** The tally's name. */
  readonly name: string;
  readonly title: string;
  /** Whether more of it is good or bad. */
  readonly matters: Tone;
  /** Its number; 1 or 0 for yes or no; the index of an enum value. */
  readonly number: number;
  /** Its text, for display. */
  readonly value: string;
  /** Whether its numbers add up: not those of an enum. */
  readonly isNumber: boolean;
}

/** The status of a session. */
export interface SaveStatus {
  /** The titles of the open procedures, outermost first; empty after the end. */
  readonly where: readonly string[];
  /** Whether the game is over. */
  readonly isOver: boolean;
  /** The stable name of its result; empty while it goes on. */
  readonly result: string;
  /** The title of its result, or the rules fault. */
  readonly outcome: string;
  /** The record of the career. */
  readonly career: Career;
  /** The tallies at its end. */
  readonly tallies: readonly TallyResult[];
}

/** The state of play of a session that has been run: its place or result, tallies, career. */
export function statusOfSession(session: Session): SaveStatus {
  const { outcome } = session;
  const career = careerOf(session.describer);
  const over = { where: [], isOver: true, career };
  switch (outcome?.is) {
    case "faulted":
      return { ...over, result: "none", outcome: outcome.message, tallies: [] };
    case "finished":
      return { ...over, result: outcome.name, outcome: outcome.title, tallies: countTallies(session) };
    case "pending":
    case undefined: {
      const where = openProcedures(session.journal.views());
      return { where, isOver: false, result: "", outcome: "", career, tallies: [] };
    }
    default:
      return unreachable(outcome);
  }
}

/** The titled procedures that have begun and not ended, outermost first. */
export function openProcedures(events: Iterable<View>): string[] {
  const open: EnterView[] = [];
  for (const view of events) {
    if (view.event === "enter") open.push(view);
    else if (view.event === "leave") closeLevel(open, view.name);
  }
  const titled = open.filter((view) => view.title);
  const titles = titled.map((view) =>
    [view.title, ...view.arguments.slice(0, 1).map((each) => each.title)].join(" ").trim(),
  );
  return [...new Set(titles)];
}

/**
 * Evaluate the tallies (statistics) of a finished session; the session is replayed, for the end of a mission resets its
 * state.
 */
export function countTallies(session: Session): TallyResult[] {
  const { game, entry, program, script } = session;
  const machine = loadMachine(game, refuseCall, refuseCall, null, script);
  try {
    machine.begin();
    machine.call(entry, ...session.header.args);
    return talliesOf(program, entry).map((tally) => {
      const number = evaluateTally(machine, tally);
      const { name, title, matters, type } = tally;
      const isNumber = isAmount(type);
      return { name, title, matters, number, value: session.describer.valueTitle(type, number), isNumber };
    });
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  } finally {
    machine.close();
  }
}
