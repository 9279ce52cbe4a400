/** Migration of a save to other rules: how far its story holds by them, and the line from which on it goes on by them.
 *
 * Dice and answers are run again by the other rules, whatever story was told by its own; the first that does not fit ends
 * what holds.
 */

import type { Compiled } from "../engine/modules";
import { type Keeper, Ledger } from "./ledger";
import { rulesLine } from "./lines";
import { type Header, type Record, withoutStory } from "./records";
import { diceToReplay } from "./replay";
import type { Saved } from "./saved";
import { pause, Session } from "./session";
import { Diverged } from "./telling";

/** How far the story of a save holds by other rules. */
export interface Holds {
  /** How many of its first records fit: throws and answers. */
  readonly kept: number;
  /** How many answers it has. */
  readonly answers: number;
  /** How many of them are among the records that fit. */
  readonly answersKept: number;
  /** Whether it came to an end, and comes to the same. */
  readonly ends: boolean;
  /** The first record that does not fit, in words, or the end; empty where all fits. */
  readonly partsAt: string;
  /** Its place in the save, as `file:line`; empty where all fits. */
  readonly place: string;
  /** What happens there instead; empty where all fits. */
  readonly reason: string;
}

/** How far the story of a save holds by other rules; nothing is written.
 *
 * @param game - By the other rules.
 * @param header - The header as it would be by them.
 * @param path - What the save is called, for messages.
 * @throws InputError - What is played is nothing by these rules.
 */
export function holdsBy(game: Compiled, header: Header, saved: Saved, path: string): Holds {
  const records = saved.records.map(withoutStory);
  const end = saved.end && { ...saved.end, journal: "" };
  const session = new Session(game, header, diceToReplay(header), { records, end });
  const answers = countAnswers(records);
  try {
    session.run(pause);
  } catch (error) {
    if (!(error instanceof Diverged)) throw error;
    const { index, message } = error;
    const ledger = new Ledger(header, records, end);
    const { line } = ledger.record(index);
    return {
      kept: index,
      answers,
      answersKept: countAnswers(records.slice(0, index)),
      ends: false,
      partsAt: ledger.where(index),
      place: line ? `${path}:${line}` : path,
      reason: message,
    };
  }
  return {
    kept: records.length,
    answers,
    answersKept: answers,
    ends: end !== null,
    partsAt: "",
    place: "",
    reason: "",
  };
}

/** Write that a save goes on by other rules, with what holds by them.
 *
 * @param header - The header as it is by these rules.
 */
export function goOnBy(keeper: Keeper, header: Header, holds: Holds): void {
  keeper.write(rulesLine(header, holds.kept));
}

function countAnswers(records: readonly Record[]): number {
  return records.filter((record) => record.is === "answer").length;
}
