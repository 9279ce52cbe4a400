/** One run of a session: what is recorded is told again, and what is new is recorded. */

import type { Describer } from "../engine/describe";
import type { Ask, Score, Values } from "../engine/machine";
import { Pause, renderAnswers } from "../engine/policies";
import { NO_OPTION } from "../engine/question";
import * as sentences from "../engine/sentences";
import type { Why } from "../modes";
import { type Dice, diceNotation, totalOf } from "../rules/dice";
import type { ChoiceSite, Program } from "../rules/program";
import { choiceSiteAt, throwSite } from "../rules/sites";
import type { End, Record } from "./classes";
import { type DiceSource, readFaces } from "./diceSources";
import { NO_FIELDS } from "./records";

/** What a run asked for, and a record answered. */
export interface ReplayedStep {
  /** The sum of a throw, or the index of an answer. */
  readonly result: number;
  readonly isThrow: boolean;
  /** How many events had happened. */
  readonly events: number;
  /** How far the source had come behind it. */
  readonly sourcePosition: number;
}

/** Why the player is not asked for an answer, and whether he gave the order for it just now. */
export interface AnswerReason {
  readonly why: Why;
  readonly ordered: boolean;
}

/** Whose story is told: where dice come from, and where they are written down. */
export interface ReplayHost {
  readonly program: Program;
  readonly source: DiceSource;
  /** What dice show that are pinned, by the sites of their rolls. */
  readonly pinnedFaces: ReadonlyMap<number, readonly number[]>;
  /** What the last run has told of the first records. With the same records the next will ask the same, and need not
   * look at these again. */
  readonly trail: ReplayedStep[];
  /** The sums of throws and the indices of answers that it was given, in order. */
  readonly script: number[];
  /** Of what is answered next. */
  readonly reason: AnswerReason;
  /** Dice and answers so far. */
  readonly records: readonly Record[];
  /** How it ended by its records, or null. */
  readonly end: End | null;
  /** Names and titles in the state as it is. */
  readonly describer: Describer;
  /** How many events there are so far. */
  readonly eventCount: number;
  /** Go on beyond the end that the records tell, where that may be; whether it may. */
  reopen(): boolean;
  /** All records have been told again. */
  acceptRecords(): void;
  /** Write down dice or an answer. */
  addRecord(record: Record): void;
  /** A mark of the story so far. */
  storyMark(): string;
  /** The story before an answer is not what it was: it is refused. */
  raiseStoryDiffers(index: number): never;
}

/** The records do not fit the game from this one on; behind the last of them, the end does not. */
export class Divergence extends Error {
  constructor(
    readonly index: number,
    message: string,
  ) {
    super(message);
  }
}

/** The rules cost more than they may before this record. */
export class BudgetDivergence extends Divergence {}

/** A replaying recorder, one run of a session: its records first, then what is new; its dice and its policy. */
export class RecordReplay {
  position: number;

  /** @param recordLimit - So many records are told, and then the run pauses; all of them where it says more than there are. */
  constructor(
    private readonly session: ReplayHost,
    private readonly policy: Ask,
    private readonly recordLimit = Number.POSITIVE_INFINITY,
  ) {
    this.position = session.trail.length;
  }

  /** The faces recorded, or new ones. */
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
      if (pinned !== undefined && totalOf(faces, dice) !== totalOf(pinned, dice)) {
        throw new Divergence(this.position, sentences.pinnedTo(request, pinned.join("+")));
      }
      session.source.skip(site, dice);
    } else {
      this.leaveRecords(request);
      faces = session.source.throw(site, dice);
      session.addRecord({ is: "throw", faces, at: throwName, line: 0, by: session.source.by, unknown: NO_FIELDS });
    }
    this.advance(totalOf(faces, dice), true, session.eventCount);
    return faces;
  };

  /** The index of the answer recorded, or of a new one; -1 for none. Throws {@link Divergence} where the record is no
   * answer to this choice, or names what is not offered.
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
      const answer = { name, at: site.id, story: session.storyMark(), line: 0, ...reason, seed: null };
      session.addRecord({ is: "answer", ...answer, unknown: NO_FIELDS });
    }
    this.advance(index, false, eventCount);
    return index;
  };

  /** Throw `Pause` where as many records were told as were to be. */
  private pauseAtLimit(): void {
    if (this.position >= this.recordLimit) throw new Pause();
  }

  /** Come behind a record. */
  private advance(result: number, isThrow: boolean, events: number): void {
    this.session.trail.push({ result, isThrow, events, sourcePosition: this.session.source.position });
    this.session.script.push(result);
    this.position += 1;
  }

  private recordedFaces(throwName: string, dice: Dice, request: string): readonly number[] {
    const record = this.session.records[this.position]!;
    if (record.is !== "throw" || record.at !== throwName) throw new Divergence(this.position, request);
    const problem = readFaces(record.faces, dice);
    if (typeof problem === "string") throw new Divergence(this.position, sentences.wrongRecordedDice(request, problem));
    return record.faces;
  }

  private recordedAnswer(site: ChoiceSite, names: readonly string[]): number | null {
    const record = this.session.records[this.position]!;
    if (record.is !== "answer" || record.at !== site.id) {
      throw new Divergence(this.position, sentences.gameAsks(site.id));
    }
    const recordedMark = record.story;
    if (recordedMark && recordedMark !== this.session.storyMark()) this.session.raiseStoryDiffers(this.position);
    return optionIndex(names, record.name, site.optional);
  }

  /** See that the game may go on beyond its records. */
  private leaveRecords(request: string): void {
    if (this.session.end !== null && !this.session.reopen()) throw new Divergence(this.position, request);
    this.session.acceptRecords();
  }
}

/** The index of the option with this stable name, -1 for none; null where it is not offered. */
export function optionIndex(names: readonly string[], name: string, optional: boolean): number | null {
  if (name === "none" && optional) return NO_OPTION;
  const index = names.indexOf(name);
  return index < 0 ? null : index;
}
