/** One run of a session: what is recorded is told again, and what is new is recorded. */

import { offered, Pause } from "../engine/choices";
import type { Describer } from "../engine/describe";
import type { Ask, Score, Values } from "../engine/machine";
import { NO_OPTION } from "../engine/question";
import type { Why } from "../modes";
import { type Dice, notation, totalOf } from "../rules/dice";
import type { ChoiceSite, Program } from "../rules/program";
import { choiceSite, thrownThere } from "../rules/sites";
import type { End, Record } from "./classes";
import { NO_FIELDS } from "./records";
import { readThrow, type Source } from "./sources";

/** What a run asked for, and a record answered. */
export interface Told {
  /** The sum of a throw, or the index of an answer. */
  readonly given: number;
  readonly isThrow: boolean;
  /** How many events had happened. */
  readonly events: number;
  /** How far the source had come behind it. */
  readonly dice: number;
}

/** Why the player is not asked for an answer, and whether he gave the order for it just now. */
export interface Reason {
  readonly why: Why;
  readonly ordered: boolean;
}

/** Whose story is told: where dice come from, and where they are written down. */
export interface Teller {
  readonly program: Program;
  readonly source: Source;
  /** What dice show that are pinned, by the sites of their rolls. */
  readonly laid: ReadonlyMap<number, readonly number[]>;
  /** What the last run has told of the first records. With the same records the next will ask the same, and need not
   * look at these again. */
  readonly trail: Told[];
  /** The sums of throws and the indices of answers that it was given, in order. */
  readonly script: number[];
  /** Of what is answered next. */
  readonly reason: Reason;
  /** Dice and answers so far. */
  readonly records: readonly Record[];
  /** How it ended by its records, or null. */
  readonly end: End | null;
  /** Names and titles in the state as it is. */
  readonly describer: Describer;
  /** How many events there are so far. */
  readonly happened: number;
  /** Go on beyond the end that the records tell, where that may be; whether it may. */
  reopen(): boolean;
  /** All records have been told again. */
  settle(): void;
  /** Write down dice or an answer. */
  add(record: Record): void;
  /** A mark of the story so far. */
  story(): string;
  /** The story before an answer is not what it was: it is refused. */
  storyDiffers(index: number): never;
}

/** The records do not fit the game from this one on; behind the last of them, the end does not. */
export class Diverged extends Error {
  constructor(
    readonly index: number,
    message: string,
  ) {
    super(message);
  }
}

/** The rules cost more than they may before this record. */
export class OverBudget extends Diverged {}

/** A replaying recorder, one run of a session: its records first, then what is new; its dice and its policy. */
export class Telling {
  position: number;

  /** @param upTo - So many records are told, and then the run pauses; all of them where it says more than there are. */
  constructor(
    private readonly session: Teller,
    private readonly policy: Ask,
    private readonly upTo = Number.POSITIVE_INFINITY,
  ) {
    this.position = session.trail.length;
  }

  /** The faces recorded, or new ones. */
  readonly throw = (site: number, dice: Dice): readonly number[] => {
    this.pauseInTime();
    const { session } = this;
    const place = thrownThere(session.program, site, dice);
    const at = place.is === "DrawSite" ? place.id : place.table || "-";
    const wants = `the game throws ${notation(dice)} at ${at}`;
    let faces: readonly number[];
    if (this.position < session.records.length) {
      faces = this.recordedFaces(at, dice, wants);
      const laid = session.laid.get(site);
      if (laid !== undefined && totalOf(faces, dice) !== totalOf(laid, dice)) {
        throw new Diverged(this.position, `${wants}, which is pinned to ${laid.join("+")}`);
      }
      session.source.skip(site, dice);
    } else {
      this.goOn(wants);
      faces = session.source.throw(site, dice);
      session.add({ is: "throw", faces, at, line: 0, by: session.source.by, unknown: NO_FIELDS });
    }
    this.tell(totalOf(faces, dice), true, session.happened);
    return faces;
  };

  /** The index of the answer recorded, or of a new one; -1 for none. Throws {@link Diverged} where the record is no
   * answer to this choice, or names what is not offered.
   */
  readonly ask = (number: number, options: readonly number[], score: Score, values: Values): number => {
    this.pauseInTime();
    const { session } = this;
    const site = choiceSite(session.program, number);
    const { happened } = session;
    const names = session.describer.names(site, options);
    let index: number;
    if (this.position < session.records.length) {
      const found = this.recordedAnswer(site, names);
      if (found === null) {
        const named = session.describer.options(site, options, values());
        throw new Diverged(this.position, `${site.id} offers ${offered(named, site.optional)}`);
      }
      index = found;
      const record = session.records[this.position]!;
      if (record.is === "answer" && record.seed !== null) session.source.reseed(record.seed);
    } else {
      this.goOn(`the game asks ${site.id}`);
      index = this.policy(number, options, score, values);
      const name = index === NO_OPTION ? "none" : names[index]!;
      const { reason } = session;
      const told = { name, at: site.id, story: session.story(), line: 0, ...reason, seed: null };
      session.add({ is: "answer", ...told, unknown: NO_FIELDS });
    }
    this.tell(index, false, happened);
    return index;
  };

  /** Throw `Pause` where as many records were told as were to be. */
  private pauseInTime(): void {
    if (this.position >= this.upTo) throw new Pause();
  }

  /** Come behind a record. */
  private tell(given: number, isThrow: boolean, events: number): void {
    this.session.trail.push({ given, isThrow, events, dice: this.session.source.position });
    this.session.script.push(given);
    this.position += 1;
  }

  private recordedFaces(at: string, dice: Dice, wants: string): readonly number[] {
    const record = this.session.records[this.position]!;
    if (record.is !== "throw" || record.at !== at) throw new Diverged(this.position, wants);
    const problem = readThrow(record.faces, dice);
    if (typeof problem === "string") throw new Diverged(this.position, `${wants}, and ${problem}`);
    return record.faces;
  }

  private recordedAnswer(site: ChoiceSite, names: readonly string[]): number | null {
    const record = this.session.records[this.position]!;
    if (record.is !== "answer" || record.at !== site.id) {
      throw new Diverged(this.position, `the game asks ${site.id}`);
    }
    const told = record.story;
    if (told && told !== this.session.story()) this.session.storyDiffers(this.position);
    return byName(names, record.name, site.optional);
  }

  /** See that the game may go on beyond its records. */
  private goOn(wants: string): void {
    if (this.session.end !== null && !this.session.reopen()) throw new Diverged(this.position, wants);
    this.session.settle();
  }
}

/** The index of the option with this stable name, -1 for none; null where it is not offered. */
export function byName(names: readonly string[], name: string, optional: boolean): number | null {
  if (name === "none" && optional) return NO_OPTION;
  const index = names.indexOf(name);
  return index < 0 ? null : index;
}
