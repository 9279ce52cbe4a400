/** Sessions: runs with stop, resume, undo and replay.
 *
 * Of a run only its dice and answers are kept. To go on, it is run again from the start with those, up to the open
 * question; to undo, with one answer fewer. Undone dice from a seed fall as they fell; real dice are thrown again.
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

/** Hexadecimal digits of the story hash in an answer. */
const STORY_DIGITS = 12;

/** Records replayed per slice while a session catches up. */
const SLICE_RECORDS = 5000;

/** The hint for a budget that is exceeded before the records end. */
export const MORE_BUDGET_HINT =
  "No page allows more than its game has; the program on a computer does, for the save as a file.";

const COMPATIBILITY_HINT = "see how far it holds as it is.";

/** The reason of answers that a person gives. */
export const ASKED_PERSON: AnswerReason = { why: "", ordered: false };

/** Optional parameters of a session, besides its game, header and dice. */
export interface SessionState {
  readonly records?: readonly Record[];
  readonly end?: End | null;
  /** The writer of its lines, or null. */
  readonly writer?: LineWriter | null;
  /** The name in messages of a session without a writer. */
  readonly path?: string;
  /** Whether it may go on beyond an end that was only an exceeded budget. */
  readonly reopens?: boolean;
}

/** A recorded run of the rules that can be stopped, resumed, undone and replayed. */
export class Session implements ReplayHost {
  readonly program: Program;
  readonly entry: Entry;
  /** Its log: header, records, end. */
  readonly sessionLog: SessionLog;
  readonly pinnedFaces: ReadonlyMap<number, readonly number[]>;
  /** The journal of the last run. */
  readonly journal: Journal;
  readonly trail: ReplayedStep[] = [];
  /** The script of the last run: the sums of its throws and the indices of its answers, in order. */
  readonly script: number[] = [];
  /** The outcome of the last run, or null before the first. */
  outcome: Outcome | null = null;
  /** Notes for the player: repaired lines, unknown fields. */
  readonly notes: string[] = [];
  reason: AnswerReason = ASKED_PERSON;
  seed: bigint | null = null;
  /** Sites of procedures before which a run pauses. */
  stopSites: ReadonlySet<number> = new Set();
  private readonly reader: Reader;
  private readonly reopens: boolean;

  /** Make a session from its header, with the records that it has so far. */
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

  /** Resume a session from its save, even beyond an end that was only an exceeded budget.
   *
   * @param game - The game with its rules.
   * @param writer - The writer of further lines.
   * @throws InputError - The save is another game's, or was played with other rules.
   */
  static resume(game: CompiledGame, saved: ParsedSave, source: DiceSource, writer: LineWriter): Session {
    const { header, records, end, notes } = saved;
    checkGame(header, game.program, writer.path);
    const session = new Session(game, header, source, { records, end, writer, reopens: true });
    session.notes.push(...notes);
    return session;
  }

  /** The header of the save, as it is now. */
  get header(): Header {
    return this.sessionLog.header;
  }

  /** The records: dice and answers so far. */
  get records(): readonly Record[] {
    return this.sessionLog.records;
  }

  /** The recorded end of the game; null for none. */
  get end(): End | null {
    return this.sessionLog.end;
  }

  /** The describer (of names and values) of the current state; the same for all runs of the session. */
  get describer(): Describer {
    return this.reader.describer;
  }

  /** The slots (integers) of the current state. */
  get slots(): Slots {
    return this.describer.slots;
  }

  /** Whether there is a decision of a person to undo. */
  get canUndo(): boolean {
    return lastDecision(this.records, this.header) !== null;
  }

  /** The number of events in the journal so far. */
  get eventCount(): number {
    return this.journal.events.length;
  }

  /**
   * Run to the end, or until the policy or the dice pause.
   *
   * Recorded results are replayed; beyond them, dice come from the source and answers from the policy, which may throw
   * `Pause`. Throws {@link SaveRefused} if the records do not fit the game.
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

  /**
   * Replay the records in slices of work, so that the page stays responsive; yields the fraction done, 0 to 1.
   *
   * {@link play} replays the rest, and reports all errors of the records.
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

  /**
   * Run like {@link play}, but leave it to the caller to explain a divergence from the records.
   *
   * Throws {@link Divergence} if the records do not fit the game, {@link SaveRefused} if the rules exceed a budget, or
   * the story differs.
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

  /** Record a player's own name for a person or thing; past events show it as well. */
  setOwnName(ownName: OwnName): void {
    this.sessionLog.setOwnName(ownName);
    this.describer.nameLookup = nameLookup(this.program, this.header.seed, this.header.names);
    this.journal.clearViews();
  }

  /** Record whether a person throws the dice from here on (`byHand`), or the generator. */
  setByHand(byHand: boolean): void {
    this.sessionLog.setByHand(byHand);
  }

  /** Undo the last `count` decisions (answers, throws of real dice) with all that followed; return how many. */
  undo(count = 1): number {
    return this.sessionLog.undo(count);
  }

  /** Replay the records, up to the number `upTo`, and go on by a policy. */
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

  /**
   * Reset dice and journal to the last point of the previous run that still fits the records; return the script of
   * results until there.
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
    // An answer is an event of its own.
    const events = last === undefined ? 0 : last.events + (last.isThrow ? 0 : 1);
    this.source.seek(last?.sourcePosition ?? 0);
    this.journal.truncate(events, throws, unchanged);
    return [...script];
  }

  /** Record the end of the game, once. */
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

  // --- callbacks of one run

  /** Append a new record to the log. */
  addRecord(record: Record): void {
    this.sessionLog.addRecord(record);
  }

  /** Go on beyond an end that was an exceeded budget; return whether that is allowed. */
  reopen(): boolean {
    const mayReopen = this.reopens && this.end !== null && BUDGET_FAULTS.includes(this.end.fault);
    if (mayReopen) this.sessionLog.reopen();
    return mayReopen;
  }

  /** Accept the records, for all were replayed without a divergence: lines held back are written. */
  acceptRecords(): void {
    this.sessionLog.releaseLines();
  }

  /** The first digits of the journal's hash; empty in a save whose stories another version hashes. */
  storyMark(): string {
    return STORY_VERSIONS.has(this.header.journal) ? this.journal.digest().slice(0, STORY_DIGITS) : "";
  }

  /** Throw {@link SaveRefused}: the story before the answer at an index differs from the save's. */
  raiseStoryDiffers(index: number): never {
    throw new SaveRefused(
      sentences.storyDiffers(this.sessionLog.describeRecord(index)),
      this.sessionLog.placeOf(index),
      sentences.restoreEarlierLineHint(COMPATIBILITY_HINT),
    );
  }
}

/** A policy that answers nothing: the run stops at the open question. */
export const pausingPolicy: Ask = () => {
  throw new Pause();
};

/**
 * Make the error for a run that ends in another way than its records, from the difference.
 *
 * @param index - The index of the first record not reached, or after the last of them the end.
 * @param difference - The message, unless a budget was exceeded.
 */
function endDivergence(outcome: Outcome, index: number, difference: string): Divergence {
  if (outcome.is !== "faulted" || !BUDGET_FAULTS.includes(outcome.message)) return new Divergence(index, difference);
  const { message, origin } = outcome;
  return new BudgetDivergence(index, sentences.overBudget(message, origin.place));
}
