/** Makes the link of a game that is played or watched here. */

import { SeededDice } from "../../engine/dice";
import { Pause } from "../../engine/policies";
import { InputError } from "../../errors";
import type { By } from "../../modes";
import type { Dice } from "../../rules/dice";
import type { Program } from "../../rules/program";
import type { Answer, Header, Record } from "../../session/classes";
import { type DiceSource, pinnedFaces } from "../../session/diceSources";
import { isByHand, withThrower } from "../../session/records";
import { pausingPolicy, Session } from "../../session/session";
import { findEndedMissions } from "../debriefing/missions";
import { MAX_ANSWERS, renderAnswers, renderReasons } from "./answers";
import type { LinkedGame } from "./classes";
import { PLACE, RULES_DIGITS } from "./packing";
import { changedOptions, digestOf, replayLink } from "./rebuilding";
import * as sentences from "./sentences";

/** Dice of a replay that note what the seed would have thrown in the place of each recorded throw. */
class ProbedDice implements DiceSource {
  readonly by: By = "";
  /** What the seed would have thrown, or what a pinned table shows, for each record. */
  readonly faces: (readonly number[])[] = [];
  private readonly seeded: SeededDice;
  private readonly pinnedFaces: ReadonlyMap<number, readonly number[]>;

  /** Make the dice for a replay of a game's records. */
  constructor(program: Program, header: Header) {
    this.seeded = new SeededDice(header.seed);
    this.pinnedFaces = pinnedFaces(program, header.pins);
  }

  get position(): number {
    return this.seeded.position;
  }

  skip(site: number, dice: Dice): void {
    const thrown = this.seeded.throw(site, dice);
    this.faces.push(this.pinnedFaces.get(site) ?? thrown);
  }

  /** Pause, for only recorded throws are replayed. */
  throw(): readonly number[] {
    throw new Pause();
  }

  reseed(seed: bigint): void {
    this.seeded.reseed(seed);
  }

  seek(position: number): void {
    this.seeded.seek(position);
  }

  restart(): void {
    this.seeded.restart();
  }
}

/**
 * Make the link of a session, in slices of work; it is replayed once from the link, so that nobody gets one that fails.
 *
 * @param version - The version of the program that made its game file.
 * @param shown - The number of events that its player has been shown, where the link ends; null for all.
 * @throws InputError - It has too many answers, or does not come out the same from its link.
 */
export function* makeLink(
  played: Session,
  version: string,
  shown: number | null = null,
): Generator<number, LinkedGame> {
  const { game, header, records, end } = played;
  const dice = new ProbedDice(game.program, header);
  const session = new Session(game, header, dice, { records, end, path: PLACE });
  yield* session.catchUp();
  session.play(pausingPolicy);
  const count = shown === null ? records.length : countRecords(session, shown);
  const link = describeSession(session, dice.faces, count, version);
  const rebuilt = yield* replayLink(link, game, header.snapshot);
  checkRecords(rebuilt.records, records.slice(0, count));
  const isPart = shown !== null && shown < rebuilt.eventCount;
  return { ...link, shown: isPart ? shown : 0, missions: findEndedMissions(rebuilt).length, digest: digestOf(rebuilt) };
}

/** Count the records of a session that happened before an event. */
export function countRecords({ trail }: Session, eventCount: number): number {
  const at = trail.findIndex((step) => step.events >= eventCount);
  return at < 0 ? trail.length : at;
}

/**
 * Describe the first records of a replayed session as a link, without its digest. Throws an {@link InputError} for too
 * many answers.
 */
function describeSession(
  session: Session,
  seededFaces: readonly (readonly number[])[],
  count: number,
  version: string,
): LinkedGame {
  const { header, program, script } = session;
  const records = session.records.slice(0, count);
  const answers = records.flatMap((record, at) => (record.is === "answer" ? [[script[at]!, record] as const] : []));
  if (answers.length > MAX_ANSWERS) throw new InputError(sentences.tooManyAnswers(MAX_ANSWERS), PLACE);
  const dice = header.dice === "seeded" ? "seeded" : "manual";
  const linkHeader = withThrower({ ...header, dice }, isByHand(header));
  const { game, title, seed, entry, args, names, pins, fields, snapshot } = header;
  return {
    version,
    game,
    title,
    rules: program.rules_hash.slice(0, RULES_DIGITS),
    snapshot: snapshot.slice(0, RULES_DIGITS),
    overlays: program.overlays,
    options: changedOptions(program),
    seed,
    entry,
    args,
    dice,
    thrower: linkHeader.thrower,
    names,
    pins,
    fields,
    missions: 0,
    mission: 0,
    shown: 0,
    answers: renderAnswers(answers.map(([index]) => index)),
    reasons: renderReasons(answers.map(([, answer]) => answer)),
    seeds: answers.flatMap(([, answer], at) => reseedingOf(answer, at)),
    throws: ownThrows(records, seededFaces, linkHeader),
    digest: "",
  };
}

/** The reseeding behind the answer with a number, as a list of one; empty for none. */
function reseedingOf({ seed }: Answer, answer: number): LinkedGame["seeds"] {
  return seed === null ? [] : [{ answer, seed }];
}

/** List the throws that the seed does not give, each with the number of throws by the seed before it. */
function ownThrows(
  records: readonly Record[],
  seededFaces: readonly (readonly number[])[],
  header: Header,
): readonly (readonly number[])[] {
  const marks: readonly By[] = header.dice === "seeded" ? ["hand"] : ["", "hand"];
  const throws: (readonly number[])[] = [];
  let sinceLast = 0;
  let number = 0;
  for (const record of records) {
    if (record.is !== "throw") continue;
    const seeded = seededFaces[number++]!;
    if (String(record.faces) === String(seeded) && !marks.includes(record.by)) sinceLast++;
    else {
      throws.push([sinceLast, ...record.faces]);
      sinceLast = 0;
    }
  }
  return isByHand(header) ? [...throws, [sinceLast]] : throws;
}

/** Check that a link gives the records that it was made of. Throws an {@link InputError} if it does not. */
function checkRecords(rebuilt: readonly Record[], recorded: readonly Record[]): void {
  if (recorded.every((record, at) => describeRecord(rebuilt[at]) === describeRecord(record))) return;
  throw new InputError(sentences.LINK_DIFFERS, PLACE, sentences.SEND_SAVE_HINT);
}

/** The outcome and the place of a record, which its link gives again, as text. */
function describeRecord(record: Record | undefined): string {
  if (record === undefined) return "";
  return `${record.at} ${record.is === "throw" ? record.faces : record.name}`;
}
