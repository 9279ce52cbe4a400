/** A session: a run that can be stopped, taken up again, taken back and told apart.
 *
 * Nothing of a run is kept but its dice and answers. To go on, it is run again from the start with those, up to the
 * open question; to undo, with one answer fewer. Undone dice from a seed fall as they fell; real dice are thrown again.
 */

import { Pause } from "../engine/choices";
import type { OwnName } from "../engine/classes";
import type { Describer } from "../engine/describe";
import { Journal } from "../engine/journal";
import type { Ask } from "../engine/machine";
import type { Slots } from "../engine/memory";
import type { Compiled } from "../engine/modules";
import { shownNames } from "../engine/names";
import { Reader } from "../engine/reader";
import { BUDGET_FAULTS, type Outcome, run } from "../engine/run";
import { STORIES } from "../engine/views";
import { InputError } from "../errors";
import type { Entry, Program } from "../rules/program";
import type { End, Header, Record } from "./classes";
import { endingDifference, endOf } from "./ending";
import { entryOf } from "./entry";
import { checkGame, Refused } from "./identity";
import { type Keeper, Ledger } from "./ledger";
import { lastDecision, lastSeed } from "./records";
import type { Saved } from "./saved";
import { laidDice, type Source } from "./sources";
import { Diverged, OverBudget, type Reason, type Teller, Telling, type Told } from "./telling";

/** How many digits of the journal's hash an answer carries. */
const STORY_DIGITS = 12;

/** So many records are told in one go where a session is caught up with. */
const SLICE = 5000;

/** What to do where a budget ends before the records do. */
export const MORE = "No page allows more than its game has; the program does: `bombsight resume FILE --limit N`.";

const HOW_FAR = "see how far it holds as it is.";

/** What a person does of himself. */
export const ASKED: Reason = { why: "", ordered: false };

/** How a session is begun, besides its game, header and dice. */
export interface Kept {
  readonly records?: readonly Record[];
  readonly end?: End | null;
  /** Where it is written; null where it is not. */
  readonly keeper?: Keeper | null;
  /** What it is called, for messages, where it is not written. */
  readonly path?: string;
  /** Whether it may go on where it ended because its rules cost more than they might then. */
  readonly reopens?: boolean;
}

/** A session. */
export class Session implements Teller {
  readonly program: Program;
  readonly entry: Entry;
  /** What is kept of it: header, records, end. */
  readonly ledger: Ledger;
  readonly laid: ReadonlyMap<number, readonly number[]>;
  /** Of the last run. */
  readonly journal: Journal;
  readonly trail: Told[] = [];
  /** The last run: the sums of its throws and the indices of its answers, in the order in which they were asked for. */
  readonly script: number[] = [];
  /** Of the last run, or null before the first. */
  outcome: Outcome | null = null;
  /** What a person should be told: a line put right, a field that is not known. */
  readonly notes: string[] = [];
  reason: Reason = ASKED;
  /** Sites of procedures before which a run is left open. */
  until: ReadonlySet<number> = new Set();
  private readonly reader: Reader;
  private readonly reopens: boolean;

  constructor(
    readonly game: Compiled,
    header: Header,
    readonly source: Source,
    kept: Kept = {},
  ) {
    const { program } = game;
    this.program = program;
    this.entry = entryOf(program, header);
    this.laid = laidDice(program, header.pins);
    this.ledger = new Ledger(header, kept.records, kept.end, kept.keeper, kept.path);
    this.reopens = kept.reopens ?? false;
    this.reader = new Reader(program, this.entry.result);
    this.reader.describer.shown = shownNames(program, header.seed, header.names);
    this.reader.describer.pinned = new Set(header.fields.map((pin) => pin.field));
    this.journal = new Journal(this.reader, header.journal);
  }

  /** A session from its save, which goes on where it ended only because its rules cost more than they might then.
   *
   * @param game - By its rules.
   * @param keeper - Where it is written from here on.
   * @throws InputError - It is another game's, or was played with other rules.
   */
  static resumed(game: Compiled, saved: Saved, source: Source, keeper: Keeper): Session {
    const { header, records, end, notes } = saved;
    checkGame(header, game.program, keeper.path);
    const session = new Session(game, header, source, { records, end, keeper, reopens: true });
    session.notes.push(...notes);
    return session;
  }

  /** What the session began with. */
  get header(): Header {
    return this.ledger.header;
  }

  /** Dice and answers so far. */
  get records(): readonly Record[] {
    return this.ledger.records;
  }

  /** How it ended by its records, or null. */
  get end(): End | null {
    return this.ledger.end;
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
  get happened(): number {
    return this.journal.events.length;
  }

  /** Run to the end, or to where the policy or the dice pause.
   *
   * What is recorded is taken from the records; beyond them, dice come from the source and answers from the policy,
   * which may throw `Pause`. Throws {@link Refused} where the records do not fit the game.
   */
  play(policy: Ask): Outcome {
    try {
      return this.run(policy);
    } catch (error) {
      if (!(error instanceof Diverged)) throw error;
      const { ledger } = this;
      const message = `${ledger.where(error.index)} does not fit: ${error.message}`;
      throw new Refused(message, ledger.place(error.index), `Restore the file, or ${HOW_FAR}`);
    }
  }

  /** Tell again what is recorded, thousands of records at a time, so that others have their turn; yields which part of all
   * has been told, from 0 to 1.
   *
   * What is left of it {@link play} does, and all that is wrong with it is found there.
   */
  *catchUp(slice = SLICE): Generator<number, void> {
    const { length } = this.records;
    for (let upTo = slice; upTo < length; upTo += slice) {
      try {
        this.playAgain(pause, upTo);
      } catch (error) {
        if (!(error instanceof Diverged || error instanceof InputError)) throw error;
      }
      if (this.trail.length < upTo) return;
      yield upTo / length;
    }
  }

  /** Run to the end, or to where the policy pauses.
   *
   * Throws {@link Diverged} where the records do not fit the game, {@link Refused} where its rules cost more than they may,
   * or the story is not what it was.
   */
  run(policy: Ask): Outcome {
    try {
      this.outcome = this.playAgain(policy);
      this.finish(this.outcome);
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      const message = `${this.ledger.where(error.index)} is not reached: ${error.message}`;
      throw new Refused(message, this.ledger.place(error.index), MORE);
    }
    return this.outcome;
  }

  /** Show a player's name for a number of a list from here on, in what has been told as well. */
  name(own: OwnName): void {
    this.ledger.name(own);
    this.describer.shown = shownNames(this.program, this.header.seed, this.header.names);
    this.journal.forget();
  }

  /** Remember that from here on a person throws, or that dice fall by themselves. */
  throwByHand(wanted: boolean): void {
    this.ledger.throwByHand(wanted);
  }

  /** Take back answers (or throws of real dice) with all that followed them; how many were taken back: fewer where
   * there are no more.
   */
  undo(count = 1): number {
    return this.ledger.takeBack(count);
  }

  private playAgain(policy: Ask, upTo?: number): Outcome {
    const script = this.beginAgain();
    this.journal.stopBefore(this.until);
    const telling = new Telling(this, policy, upTo);
    const { args } = this.header;
    const outcome = run(this.game, this.entry, args, telling.throw, telling.ask, this.journal, script);
    if (outcome.is !== "pending" && telling.position < this.records.length) {
      throw leftOver(outcome, telling.position, "the game is over before it");
    }
    return outcome;
  }

  /** Have the dice and the journal where the run before was behind the records that are left; what it was given until
   * then.
   */
  private beginAgain(): readonly number[] {
    const { trail, script } = this;
    const count = this.records.length;
    const same = trail[count]?.events ?? this.happened;
    const throws = trail.slice(count).filter((told) => told.isThrow).length;
    trail.splice(count);
    script.splice(count);
    this.source.restart();
    const seed = lastSeed(this.records.slice(0, trail.length));
    if (seed !== null) this.source.reseed(seed);
    const last = trail.at(-1);
    // An answer is told by itself.
    const events = last === undefined ? 0 : last.events + (last.isThrow ? 0 : 1);
    this.source.seek(last?.dice ?? 0);
    this.journal.beginAgain(events, throws, same);
    return [...script];
  }

  /** Write the end, once. */
  private finish(outcome: Outcome): void {
    if (outcome.is === "pending") {
      this.settle();
      return;
    }
    const now = endOf(outcome, this.journal);
    const difference = this.end === null ? "" : endingDifference(this.end, now);
    if (difference && !this.reopen()) throw leftOver(outcome, this.records.length, difference);
    this.settle();
    if (this.end === null) this.ledger.close(now);
  }

  // --- what one run tells the session

  /** Take a new record. */
  add(record: Record): void {
    this.ledger.add(record);
  }

  /** Go on beyond an end to which the rules came because they cost more than they might; whether that may be. */
  reopen(): boolean {
    const may = this.reopens && this.end !== null && BUDGET_FAULTS.includes(this.end.fault);
    if (may) this.ledger.reopen();
    return may;
  }

  /** All records have been run, and not refused. */
  settle(): void {
    this.ledger.release();
  }

  /** The first digits of the journal's hash; empty in a save of which another version hashes stories. */
  story(): string {
    return STORIES.has(this.header.journal) ? this.journal.digest().slice(0, STORY_DIGITS) : "";
  }

  /** The journal before an answer is not what it was. Throws {@link Refused}, always. */
  storyDiffers(index: number): never {
    throw new Refused(
      `before ${this.ledger.where(index)} something else happened than the save says`,
      this.ledger.place(index),
      `A line above it was changed: restore the file, or ${HOW_FAR}`,
    );
  }
}

/** The policy that answers nothing: a run with it stops at the open question. */
export const pause: Ask = () => {
  throw new Pause();
};

/** That a run has ended otherwise than the records tell.
 *
 * @param index - The first record that it has not come to, or behind the last of them the end.
 * @param difference - How that is to be said, unless a budget ended.
 */
function leftOver(outcome: Outcome, index: number, difference: string): Diverged {
  if (outcome.is !== "faulted" || !BUDGET_FAULTS.includes(outcome.message)) return new Diverged(index, difference);
  const { message, origin } = outcome;
  return new OverBudget(index, `${message} (${origin.place}); --limit N allows N times as much`);
}
