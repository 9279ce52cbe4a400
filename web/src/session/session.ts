/** A session: a run that can be stopped, taken up again, taken back and told apart.
 *
 * Nothing of a run is kept but its dice and answers. To go on, it is run again from the start with those, up to the
 * open question; to undo, with one answer fewer. Undone dice from a seed fall as they fell; real dice are thrown again.
 */

import type { OwnName } from "../engine/classes";
import type { Describer } from "../engine/describe";
import { Journal } from "../engine/journal";
import type { Ask } from "../engine/machine";
import type { Slots } from "../engine/memory";
import type { CompiledGame } from "../engine/modules";
import { nameLookup } from "../engine/names";
import { Pause } from "../engine/policies";
import { Reader } from "../engine/reader";
import { BUDGET_FAULTS, type Outcome, playRun } from "../engine/run";
import * as sentences from "../engine/sentences";
import { STORY_VERSIONS } from "../engine/views";
import { InputError } from "../errors";
import type { Entry, Program } from "../rules/program";
import type { End, Header, Record } from "./classes";
import { type DiceSource, pinnedFaces } from "./diceSources";
import { endDifference, makeEnd } from "./ending";
import { entryOf } from "./entry";
import {
  type AnswerReason,
  BudgetDivergence,
  Divergence,
  RecordReplay,
  type ReplayedStep,
  type ReplayHost,
} from "./recordReplay";
import { lastDecision, lastSeed } from "./records";
import { checkGame, SaveRefused } from "./rulesIdentity";
import type { ParsedSave } from "./saveReader";
import { type LineWriter, SessionLog } from "./sessionLog";

/** How many digits of the journal's hash an answer carries. */
const STORY_DIGITS = 12;

/** So many records are told in one go where a session is caught up with. */
const SLICE_RECORDS = 5000;

/** What to do where a budget ends before the records do. */
export const MORE_BUDGET_HINT =
  "No page allows more than its game has; the program does: `bombsight resume FILE --limit N`.";

const COMPATIBILITY_HINT = "see how far it holds as it is.";

/** What a person does of himself. */
export const ASKED_PERSON: AnswerReason = { why: "", ordered: false };

/** How a session is begun, besides its game, header and dice. */
export interface SessionState {
  readonly records?: readonly Record[];
  readonly end?: End | null;
  /** Where it is written; null where it is not. */
  readonly writer?: LineWriter | null;
  /** What it is called, for messages, where it is not written. */
  readonly path?: string;
  /** Whether it may go on where it ended because its rules cost more than they might then. */
  readonly reopens?: boolean;
}

/** A session. */
export class Session implements ReplayHost {
  readonly program: Program;
  readonly entry: Entry;
  /** What is kept of it: header, records, end. */
  readonly sessionLog: SessionLog;
  readonly pinnedFaces: ReadonlyMap<number, readonly number[]>;
  /** Of the last run. */
  readonly journal: Journal;
  readonly trail: ReplayedStep[] = [];
  /** The last run: the sums of its throws and the indices of its answers, in the order in which they were asked for. */
  readonly script: number[] = [];
  /** Of the last run, or null before the first. */
  outcome: Outcome | null = null;
  /** What a person should be told: a line put right, a field that is not known. */
  readonly notes: string[] = [];
  reason: AnswerReason = ASKED_PERSON;
  /** Sites of procedures before which a run is left open. */
  stopSites: ReadonlySet<number> = new Set();
  private readonly reader: Reader;
  private readonly reopens: boolean;

  constructor(
    readonly game: CompiledGame,
    header: Header,
    readonly source: DiceSource,
    state: SessionState = {},
  ) {
    const { program } = game;
    this.program = program;
    this.entry = entryOf(program, header);
    this.pinnedFaces = pinnedFaces(program, header.pins);
    this.sessionLog = new SessionLog(header, state.records, state.end, state.writer, state.path);
    this.reopens = state.reopens ?? false;
    this.reader = new Reader(program, this.entry.result);
    this.reader.describer.nameLookup = nameLookup(program, header.seed, header.names);
    this.reader.describer.pinned = new Set(header.fields.map((pin) => pin.field));
    this.journal = new Journal(this.reader, header.journal);
  }

  /** A session from its save, which goes on where it ended only because its rules cost more than they might then.
   *
   * @param game - By its rules.
   * @param writer - Where it is written from here on.
   * @throws InputError - It is another game's, or was played with other rules.
   */
  static resume(game: CompiledGame, saved: ParsedSave, source: DiceSource, writer: LineWriter): Session {
    const { header, records, end, notes } = saved;
    checkGame(header, game.program, writer.path);
    const session = new Session(game, header, source, { records, end, writer, reopens: true });
    session.notes.push(...notes);
    return session;
  }

  /** What the session began with. */
  get header(): Header {
    return this.sessionLog.header;
  }

  /** Dice and answers so far. */
  get records(): readonly Record[] {
    return this.sessionLog.records;
  }

  /** How it ended by its records, or null. */
  get end(): End | null {
    return this.sessionLog.end;
  }

  /** Names and titles in the state as it is; the same for all runs of the session. */
  get describer(): Describer {
    return this.reader.describer;
  }

  /** The state as it is. */
  get slots(): Slots {
    return this.describer.slots;
  }

  /** Whether there is something to take back. */
  get canUndo(): boolean {
    return lastDecision(this.records, this.header) !== null;
  }

  /** How many events there are so far. */
  get eventCount(): number {
    return this.journal.events.length;
  }

  /** Run to the end, or to where the policy or the dice pause.
   *
   * What is recorded is taken from the records; beyond them, dice come from the source and answers from the policy,
   * which may throw `Pause`. Throws {@link SaveRefused} where the records do not fit the game.
   */
  play(policy: Ask): Outcome {
    try {
      return this.run(policy);
    } catch (error) {
      if (!(error instanceof Divergence)) throw error;
      const { sessionLog } = this;
      const message = sentences.recordDoesNotFit(sessionLog.describeRecord(error.index), error.message);
      throw new SaveRefused(message, sessionLog.placeOf(error.index), sentences.restoreHint(COMPATIBILITY_HINT));
    }
  }

  /** Tell again what is recorded, thousands of records at a time, so that others have their turn; yields which part of all
   * has been told, from 0 to 1.
   *
   * What is left of it {@link play} does, and all that is wrong with it is found there.
   */
  *catchUp(slice = SLICE_RECORDS): Generator<number, void> {
    const { length } = this.records;
    for (let upTo = slice; upTo < length; upTo += slice) {
      try {
        this.runOnce(pausingPolicy, upTo);
      } catch (error) {
        if (!(error instanceof Divergence || error instanceof InputError)) throw error;
      }
      if (this.trail.length < upTo) return;
      yield upTo / length;
    }
  }

  /** Run to the end, or to where the policy pauses.
   *
   * Throws {@link Divergence} where the records do not fit the game, {@link SaveRefused} where its rules cost more than they may,
   * or the story is not what it was.
   */
  run(policy: Ask): Outcome {
    try {
      this.outcome = this.runOnce(policy);
      this.finish(this.outcome);
    } catch (error) {
      if (!(error instanceof BudgetDivergence)) throw error;
      const message = sentences.recordIsNotReached(this.sessionLog.describeRecord(error.index), error.message);
      throw new SaveRefused(message, this.sessionLog.placeOf(error.index), MORE_BUDGET_HINT);
    }
    return this.outcome;
  }

  /** Show a player's name for a number of a list from here on, in what has been told as well. */
  setOwnName(ownName: OwnName): void {
    this.sessionLog.setOwnName(ownName);
    this.describer.nameLookup = nameLookup(this.program, this.header.seed, this.header.names);
    this.journal.clearViews();
  }

  /** Remember that from here on a person throws, or that dice fall by themselves. */
  setByHand(byHand: boolean): void {
    this.sessionLog.setByHand(byHand);
  }

  /** Take back answers (or throws of real dice) with all that followed them; how many were taken back: fewer where
   * there are no more.
   */
  undo(count = 1): number {
    return this.sessionLog.undo(count);
  }

  private runOnce(policy: Ask, upTo?: number): Outcome {
    const script = this.rewind();
    this.journal.stopBefore(this.stopSites);
    const replay = new RecordReplay(this, policy, upTo);
    const { args } = this.header;
    const outcome = playRun(this.game, this.entry, args, replay.throw, replay.ask, this.journal, script);
    if (outcome.is !== "pending" && replay.position < this.records.length) {
      throw endDivergence(outcome, replay.position, sentences.GAME_ENDS_EARLIER);
    }
    return outcome;
  }

  /** Have the dice and the journal where the run before was behind the records that are left; what it was given until
   * then.
   */
  private rewind(): readonly number[] {
    const { trail, script } = this;
    const count = this.records.length;
    const unchanged = trail[count]?.events ?? this.eventCount;
    const throws = trail.slice(count).filter((step) => step.isThrow).length;
    trail.splice(count);
    script.splice(count);
    this.source.restart();
    const seed = lastSeed(this.records.slice(0, trail.length));
    if (seed !== null) this.source.reseed(seed);
    const last = trail.at(-1);
    // An answer is told by itself.
    const events = last === undefined ? 0 : last.events + (last.isThrow ? 0 : 1);
    this.source.seek(last?.sourcePosition ?? 0);
    this.journal.truncate(events, throws, unchanged);
    return [...script];
  }

  /** Write the end, once. */
  private finish(outcome: Outcome): void {
    if (outcome.is === "pending") {
      this.acceptRecords();
      return;
    }
    const newEnd = makeEnd(outcome, this.journal);
    const difference = this.end === null ? "" : endDifference(this.end, newEnd);
    if (difference && !this.reopen()) throw endDivergence(outcome, this.records.length, difference);
    this.acceptRecords();
    if (this.end === null) this.sessionLog.addEnd(newEnd);
  }

  // --- what one run tells the session

  /** Take a new record. */
  addRecord(record: Record): void {
    this.sessionLog.addRecord(record);
  }

  /** Go on beyond an end to which the rules came because they cost more than they might; whether that may be. */
  reopen(): boolean {
    const mayReopen = this.reopens && this.end !== null && BUDGET_FAULTS.includes(this.end.fault);
    if (mayReopen) this.sessionLog.reopen();
    return mayReopen;
  }

  /** All records have been run, and not refused. */
  acceptRecords(): void {
    this.sessionLog.releaseLines();
  }

  /** The first digits of the journal's hash; empty in a save of which another version hashes stories. */
  storyMark(): string {
    return STORY_VERSIONS.has(this.header.journal) ? this.journal.digest().slice(0, STORY_DIGITS) : "";
  }

  /** The journal before an answer is not what it was. Throws {@link SaveRefused}, always. */
  raiseStoryDiffers(index: number): never {
    throw new SaveRefused(
      sentences.storyDiffers(this.sessionLog.describeRecord(index)),
      this.sessionLog.placeOf(index),
      sentences.restoreEarlierLineHint(COMPATIBILITY_HINT),
    );
  }
}

/** The policy that answers nothing: a run with it stops at the open question. */
export const pausingPolicy: Ask = () => {
  throw new Pause();
};

/** That a run has ended otherwise than the records tell.
 *
 * @param index - The first record that it has not come to, or behind the last of them the end.
 * @param difference - How that is to be said, unless a budget ended.
 */
function endDivergence(outcome: Outcome, index: number, difference: string): Divergence {
  if (outcome.is !== "faulted" || !BUDGET_FAULTS.includes(outcome.message)) return new Divergence(index, difference);
  const { message, origin } = outcome;
  return new BudgetDivergence(index, sentences.overBudget(message, origin.place));
}
