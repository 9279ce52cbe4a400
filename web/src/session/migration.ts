/** Migration of a save to other rules: how far its story holds by them, and the line from which on it goes on by them.
 *
 * Dice and answers are run again by the other rules; the first that does not fit ends what holds. What fits may yet come
 * to something else than it did: that is seen by the hashes of the story that answers carry.
 */

import type { CompiledGame } from "../engine/modules";
import type { End, Header, Record } from "./classes";
import { rulesLine } from "./lines";
import { Divergence } from "./recordReplay";
import { withoutStoryHash } from "./records";
import { replaySource } from "./replay";
import type { ParsedSave } from "./saveReader";
import { pausingPolicy, Session } from "./session";
import { type LineWriter, SessionLog } from "./sessionLog";

/** How far the story of a save holds by other rules. */
export interface SaveCompatibility {
  /** How many of its first records fit: throws and answers. */
  readonly kept: number;
  /** How many answers it has. */
  readonly answers: number;
  /** How many of them are among the records that fit. */
  readonly answersKept: number;
  /** Whether it came to an end, and comes to the same. */
  readonly ends: boolean;
  /** The first answer that fits and before which something else happens than did, in words, or the end; empty where
   * that is not known of any. */
  readonly differsAt: string;
  /** The first record that does not fit, in words, or the end; empty where all fits. */
  readonly partsAt: string;
  /** Its place in the save, as `file:line`; empty where all fits. */
  readonly place: string;
  /** What happens there instead; empty where all fits. */
  readonly reason: string;
}

/** How far the story of a save holds by other rules; nothing is written. It is run again some records at a time; yields
 * which part of all has been, from 0 to 1.
 *
 * @param game - By the other rules.
 * @param header - The header as it would be by them.
 * @param path - What the save is called, for messages.
 * @throws InputError - What is played is nothing by these rules.
 */
export function* checkByRules(
  game: CompiledGame,
  header: Header,
  saved: ParsedSave,
  path: string,
): Generator<number, SaveCompatibility> {
  const records = saved.records.map(withoutStoryHash);
  const end = saved.end && { ...saved.end, journal: "" };
  const session = new Session(game, header, replaySource(header), { records, end, path, reopens: true });
  session.journal.story = saved.header.journal; // to compare it with what the save tells
  const sessionLog = new SessionLog(header, records, end);
  const describeRecord = (index: number | null): string => (index === null ? "" : sessionLog.describeRecord(index));
  const answers = countAnswers(records);
  yield* session.catchUp();
  try {
    session.run(pausingPolicy);
  } catch (error) {
    if (!(error instanceof Divergence)) throw error;
    const { index, message } = error;
    const { line } = sessionLog.recordAt(index);
    return {
      kept: index,
      answers,
      answersKept: countAnswers(records.slice(0, index)),
      ends: false,
      differsAt: describeRecord(firstDifference(session, saved.records.slice(0, index), null)),
      partsAt: sessionLog.describeRecord(index),
      place: line ? `${path}:${line}` : path,
      reason: message,
    };
  }
  const ends = end !== null && session.end === end;
  return {
    kept: records.length,
    answers,
    answersKept: answers,
    ends,
    differsAt: describeRecord(firstDifference(session, saved.records, ends ? saved.end : null)),
    partsAt: "",
    place: "",
    reason: "",
  };
}

/** The first answer before which something else has happened than a save tells; behind the last record the end.
 *
 * @param session - One that has run with these records.
 * @param records - What the save tells, as far as it fits.
 * @param end - How it ended, if it did.
 * @returns Its number; null where all is the same, as far as the save says what happened.
 */
function firstDifference(session: Session, records: readonly Record[], end: End | null): number | null {
  const storyMarks = [...records.entries()].flatMap(([at, record]) =>
    record.is === "answer" && record.story ? [{ at, story: record.story }] : [],
  );
  const digests = session.journal.digests(storyMarks.map(({ at }) => session.trail[at]!.events));
  for (const { at, story } of storyMarks) if (!(digests.next().value as string).startsWith(story)) return at;
  return end?.journal && end.journal !== session.journal.digest() ? records.length : null;
}

/** Write that a save goes on by other rules, with what holds by them.
 *
 * @param header - The header as it is by these rules.
 */
export function writeRulesChange(writer: LineWriter, header: Header, compatibility: SaveCompatibility): void {
  writer.write(rulesLine(header, compatibility.kept));
}

function countAnswers(records: readonly Record[]): number {
  return records.filter((record) => record.is === "answer").length;
}
