/** Migration of a save to other rules: how much of its story they reproduce, and the line that switches to them.
 *
 * The save is replayed by the other rules; its first record that does not fit ends the reproducible part. Records that
 * fit may still have other consequences: the story hashes in answers reveal them.
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

/** The result of replaying a save by other rules. */
export interface SaveCompatibility {
  /** The number of leading records that fit: throws and answers. */
  readonly kept: number;
  /** The number of answers in the save. */
  readonly answers: number;
  /** The number of answers among the records that fit. */
  readonly answersKept: number;
  /** Whether the save had an end, and the replay reaches the same. */
  readonly ends: boolean;
  /** The first fitting answer before which the story differs, in words, or the end; empty if none is known. */
  readonly differsAt: string;
  /** The first record that does not fit, in words, or the end; empty if all fit. */
  readonly partsAt: string;
  /** Its place in the save, as `file:line`; empty if all fit. */
  readonly place: string;
  /** What happens there instead; empty if all fit. */
  readonly reason: string;
}

/**
 * Replay a save by other rules, in slices, to find how much of it fits; nothing is written. Yields the fraction done,
 * from 0 to 1.
 *
 * @param game - The game with the other rules.
 * @param header - The header with the other rules.
 * @param path - The save's name in messages.
 * @throws InputError - The game has no such entry or arguments.
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
  session.journal.story = saved.header.journal; // for comparison with the save's hashes
  const sessionLog = new SessionLog(header, records, end);
  /** Describe the record with an index; empty for null. */
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

/**
 * Find the index of the first record before which the story of a replay differs from that of the save; null for none.
 *
 * @param session - A session that has replayed these records.
 * @param records - The save's records that fit.
 * @param end - The save's end, if any.
 * @returns Its index; null if all is the same, as far as the save has hashes.
 */
function firstDifference(session: Session, records: readonly Record[], end: End | null): number | null {
  const storyMarks = [...records.entries()].flatMap(([at, record]) =>
    record.is === "answer" && record.story ? [{ at, story: record.story }] : [],
  );
  const digests = session.journal.digests(storyMarks.map(({ at }) => session.trail[at]!.events));
  for (const { at, story } of storyMarks) if (!(digests.next().value as string).startsWith(story)) return at;
  return end?.journal && end.journal !== session.journal.digest() ? records.length : null;
}

/**
 * Append a change of rules to a save: the line that keeps the records that fit.
 *
 * @param header - The header with these rules.
 */
export function writeRulesChange(writer: LineWriter, header: Header, compatibility: SaveCompatibility): void {
  writer.write(rulesLine(header, compatibility.kept));
}

/** Count the answers among records. */
function countAnswers(records: readonly Record[]): number {
  return records.filter((record) => record.is === "answer").length;
}
