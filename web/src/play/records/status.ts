/** Where a session stands, and what its career has come to. */

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

/** What a tally came to. */
export interface TallyResult {
  /** The tally. */
  readonly name: string;
  readonly title: string;
  /** Whether players care for it. */
  readonly matters: Tone;
  /** What was counted; of yes and no 1 or 0; of an enum the place of the value. */
  readonly number: number;
  /** The same for reading. */
  readonly value: string;
  /** Whether such numbers add up: of an enum they don't. */
  readonly isNumber: boolean;
}

/** Where a session stands. */
export interface Standing {
  /** The procedures that are going on, in words, the outermost first; empty where it is over. */
  readonly where: readonly string[];
  /** Whether the game came to its end. */
  readonly isOver: boolean;
  /** The stable name of its result; empty where it goes on. */
  readonly result: string;
  /** The same for reading, or the rules fault. */
  readonly outcome: string;
  /** What the rules keep. */
  readonly career: Career;
  /** What was counted at its end. */
  readonly tallies: readonly TallyResult[];
}

/** Where a session stands that has been played. */
export function standingOfSession(session: Session): Standing {
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

/** The titled procedures that have begun and not ended, the outermost first. */
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

/** What is counted of a session that is over: once more, for the state of its mission is gone. */
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
