/** Record/replay driver of one run: replays recorded throws and answers, then records new ones. */

import type { Describer } from "../engine/describe";
import type { Ask, Score, Values } from "../engine/machine";
import { Pause, renderAnswers } from "../engine/policies";
import { NO_OPTION } from "../engine/question";
import * as sentences from "../engine/sentences";
import type { Why } from "../modes";
import { type Dice, diceNotation, outcomeOf } from "../rules/dice";
import type { ChoiceSite, Program } from "../rules/program";
import { choiceSiteAt, throwSite } from "../rules/sites";
import type { End, Record } from "./classes";
import { type DiceSource, readFaces } from "./diceSources";
import { NO_FIELDS } from "./records";

/** A request of a run that a record answered. */
export interface ReplayedStep {
  /** The sum of a throw, or the index of an answer. */
  readonly result: number;
  readonly isThrow: boolean;
  /** The number of events before it. */
  readonly events: number;
  /** The position of the dice source after it. */
  readonly sourcePosition: number;
}

/** The reason for an automatic answer, and whether the player has just given the order for it. */
export interface AnswerReason {
  readonly why: Why;
  readonly ordered: boolean;
}

/** The session that a replay works for: its dice source, records and journal. */
export interface ReplayHost {
  readonly program: Program;
  readonly source: DiceSource;
  /** The pinned faces by the sites of rolls. */
  readonly pinnedFaces: ReadonlyMap<number, readonly number[]>;
  /** The replayed steps of the last run: the next run repeats those of the same records without decoding. */
  readonly trail: ReplayedStep[];
  /** The sums of throws and the indices of answers of the last run, in order. */
  readonly script: number[];
  /** The reason for the next answer. */
  readonly reason: AnswerReason;
  /** The new seed of the dice behind the next answer; null if it does not change. */
  readonly seed: bigint | null;
  /** Dice and answers so far. */
  readonly records: readonly Record[];
  /** The recorded end, or null. */
  readonly end: End | null;
  /** The describer of the current state. */
  readonly describer: Describer;
  /** The number of events so far. */
  readonly eventCount: number;
  /** Continue beyond the recorded end if possible; return whether it is. */
  reopen(): boolean;
  /** Accept the records: all were replayed. */
  acceptRecords(): void;
  /** Record dice or an answer. */
  addRecord(record: Record): void;
  /** A short hash of the story so far. */
  storyMark(): string;
  /** Refuse the save: the story before an answer differs. */
  raiseStoryDiffers(index: number): never;
}

/**
 * The error when the game departs from its records: before the record at `index`, or at the end if that is past the
 * last.
 */
export class Divergence extends Error {
  /** Make the error for the record at an index, with a message. */
  constructor(
    readonly index: number,
    message: string,
  ) {
    super(message);
  }
}

/** The divergence of a run that exceeds a work budget before the record at `index`. */
export class BudgetDivergence extends Divergence {}

/** The dice and policy of one run, which replay a session's records and then record new throws and answers. */
export class RecordReplay {
  position: number;

  /**
   * Make the dice and policy of one run of a session; `policy` answers beyond the records.
   * @param recordLimit - Number of records to replay before the run pauses; all of them if there are fewer.
   */
  constructor(
    private readonly session: ReplayHost,
    private readonly policy: Ask,
    private readonly recordLimit = Number.POSITIVE_INFINITY,
  ) {
    this.position = session.trail.length;
  }

  /** Return the recorded faces of a throw, or throw new ones and record them. */
  readonly throw = (site: number, dice: Dice): readonly number[] => {
    this.pauseAtLimit();
    const { session } = this;
    const siteThrown = throwSite(session.program, site, dice);
    const throwName = siteThrown.is === "DrawSite" ? siteThrown.id : siteThrown.table || "-";
    const request = sentences.gameThrows(diceNotation(dice), throwName);
    let faces: readonly number[];
    if (this.position < session.records.length) {
      faces = this.recordedFaces(throwName, dice, request);
      const pinned = session.pinnedFaces.get(site);
      if (pinned !== undefined && outcomeOf(faces, dice) !== outcomeOf(pinned, dice)) {
        throw new Divergence(this.position, sentences.pinnedTo(request, pinned.join("+")));
      }
      session.source.skip(site, dice);
    } else {
      this.leaveRecords(request);
      faces = session.source.throw(site, dice);
      session.addRecord({ is: "throw", faces, at: throwName, line: 0, by: session.source.by, unknown: NO_FIELDS });
    }
    this.advance(outcomeOf(faces, dice), true, session.eventCount);
    return faces;
  };

  /**
   * Return the recorded answer to a choice, or ask the policy and record its answer; -1 for none. Throws
   * {@link Divergence} if the record is no answer to this choice, or its option is not offered.
   */
  readonly ask = (number: number, options: readonly number[], score: Score, values: Values): number => {
    this.pauseAtLimit();
    const { session } = this;
    const site = choiceSiteAt(session.program, number);
    const { eventCount } = session;
    const names = session.describer.optionNames(site, options);
    let index: number;
    if (this.position < session.records.length) {
      const recorded = this.recordedAnswer(site, names);
      if (recorded === null) {
        const shownOptions = session.describer.describeOptions(site, options, values());
        throw new Divergence(
          this.position,
          sentences.choiceOffers(site.id, renderAnswers(shownOptions, site.optional)),
        );
      }
      index = recorded;
      const record = session.records[this.position]!;
      if (record.is === "answer" && record.seed !== null) session.source.reseed(record.seed);
    } else {
      this.leaveRecords(sentences.gameAsks(site.id));
      index = this.policy(number, options, score, values);
      const name = index === NO_OPTION ? "none" : names[index]!;
      const { reason } = session;
      const answer = { name, at: site.id, story: session.storyMark(), line: 0, ...reason, seed: session.seed };
      session.addRecord({ is: "answer", ...answer, unknown: NO_FIELDS });
      if (session.seed !== null) session.source.reseed(session.seed);
    }
    this.advance(index, false, eventCount);
    return index;
  };

  /** Pause the run once the limit of records to replay is reached. */
  private pauseAtLimit(): void {
    if (this.position >= this.recordLimit) throw new Pause();
  }

  /** Move to the next record; note the result that the run got from this one, and the number of events before. */
  private advance(result: number, isThrow: boolean, events: number): void {
    this.session.trail.push({ result, isThrow, events, sourcePosition: this.session.source.position });
    this.session.script.push(result);
    this.position += 1;
  }

  /** The faces in the current record. Throws {@link Divergence} if it is no throw of these dice under this name. */
  private recordedFaces(throwName: string, dice: Dice, request: string): readonly number[] {
    const record = this.session.records[this.position]!;
    if (record.is !== "throw" || record.at !== throwName) throw new Divergence(this.position, request);
    const problem = readFaces(record.faces, dice);
    if (typeof problem === "string") throw new Divergence(this.position, sentences.wrongRecordedDice(request, problem));
    return record.faces;
  }

  /** The index of the answer in the current record, null if not offered. Throws {@link Divergence} if it is none. */
  private recordedAnswer(site: ChoiceSite, names: readonly string[]): number | null {
    const record = this.session.records[this.position]!;
    if (record.is !== "answer" || record.at !== site.id) {
      throw new Divergence(this.position, sentences.gameAsks(site.id));
    }
    const recordedMark = record.story;
    if (recordedMark && recordedMark !== this.session.storyMark()) this.session.raiseStoryDiffers(this.position);
    return optionIndex(names, record.name, site.optional);
  }

  /**
   * Let the game go on beyond its records to a request, and accept the records. Throws {@link Divergence} if they hold
   * the game's end.
   */
  private leaveRecords(request: string): void {
    if (this.session.end !== null && !this.session.reopen()) throw new Divergence(this.position, request);
    this.session.acceptRecords();
  }
}

/** Find the index of an option by its stable name, -1 for none; null if it is not offered. */
export function optionIndex(names: readonly string[], name: string, optional: boolean): number | null {
  if (name === "none" && optional) return NO_OPTION;
  const index = names.indexOf(name);
  return index < 0 ? null : index;
}
