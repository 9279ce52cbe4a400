/** A story shown part by part: how far the player has read, and the stop at which the story waits. */

import type { Pace } from "../../modes";
import type { StoryLine } from "../story/classes";
import { beatEndAt, divideStory, isHeading, isThrowOfDice, type StoryPart } from "./beats";

/** A stop of the story, at which it waits until the player goes on. */
export interface StoryStop {
  /** The number of the story's lines above it. */
  readonly lineCount: number;
  /** The number of events that divides the story there: lines of later events follow. */
  readonly eventCount: number;
  /** The number of events up to the end of the beat or the mission that ends there; null if none does. */
  readonly beatEnd: number | null;
  /** The index of the event of the first throw in the part that follows; null for none. */
  readonly nextThrow: number | null;
  /** Whether a mission has ended there. */
  readonly endsMission: boolean;
}

/** The reading position in a story whose new lines are shown part by part; the story itself is its owner's. */
export class PacedStory {
  /** The number of lines that the player has read. */
  lineCount = 0;
  /** The stop below them; null if they are all there are. */
  stop: StoryStop | null = null;
  /** The numbers of events at which missions have ended in the new lines. */
  private missionEnds: readonly number[] = [];
  /** The stops before it, since the last answer. */
  private passed: StoryStop[] = [];

  /** Start before the first line of a story, at a pace. */
  constructor(public pace: Pace) {}

  /** Show the first part of new lines, those behind the first `known` lines. */
  begin(lines: readonly StoryLine[], known: number): void {
    this.passed = [];
    this.stop = null;
    this.lineCount = known;
    this.goOn(lines);
  }

  /**
   * Show the lines up to a number of events, at which the story stopped when the player left it; returns whether lines
   * stand on both sides of it. If not, nothing changes.
   */
  resume(lines: readonly StoryLine[], eventCount: number): boolean {
    const lineCount = this.countLines(lines, eventCount);
    if (lineCount <= 0) return false;
    this.passed = [];
    this.stop = { lineCount, eventCount, beatEnd: beatEndAt(lines, lineCount), nextThrow: null, endsMission: false };
    this.moveTo(lines, lineCount);
    return true;
  }

  /** Set where missions have ended in the lines that are not shown yet: the story waits there at every pace. */
  setMissionEnds(lines: readonly StoryLine[], missionEnds: readonly number[]): void {
    this.missionEnds = missionEnds;
    if (this.stop === null) return;
    const { eventCount } = this.stop;
    if (missionEnds.includes(eventCount)) this.stop = { ...this.stop, beatEnd: eventCount, endsMission: true };
    this.moveTo(lines, this.lineCount);
  }

  /** Show the next part. */
  goOn(lines: readonly StoryLine[]): void {
    if (this.stop !== null) this.passed.push(this.stop);
    this.stop = this.findStop(lines, this.lineCount);
    this.lineCount = this.stop?.lineCount ?? lines.length;
  }

  /** Find the first stop behind the first `known` lines; null if the story goes on to its end. */
  findStop(lines: readonly StoryLine[], known: number): StoryStop | null {
    const [passage, missionEnd] = this.firstPassage(lines.slice(known));
    const [part, ...others] = divideStory(passage, this.pace);
    const lineCount = known + part!.lines.length;
    const { eventCount, nextThrow, beatEnd } = part!;
    if (others.length === 0 && missionEnd !== null)
      return { lineCount, eventCount: missionEnd, beatEnd: missionEnd, nextThrow, endsMission: true };
    return eventCount === null ? null : { lineCount, eventCount, beatEnd, nextThrow, endsMission: false };
  }

  /** The lines up to the first end of a mission behind which others follow, and the number of events there; or all. */
  private firstPassage(lines: readonly StoryLine[]): readonly [readonly StoryLine[], number | null] {
    for (const missionEnd of this.missionEnds) {
      const at = lines.findIndex((line) => line.event >= missionEnd);
      if (at > 0) return [lines.slice(0, at), missionEnd];
    }
    return [lines, null];
  }

  /** Go back to the stop before this one; returns whether there is one. */
  goBack(): boolean {
    const previous = this.passed.pop();
    if (previous === undefined) return false;
    this.stop = previous;
    this.lineCount = previous.lineCount;
    return true;
  }

  /** Whether there is a stop before this one, since the last answer. */
  get hasPrevious(): boolean {
    return this.passed.length > 0;
  }

  /** Show all lines, without a stop. */
  skip(lines: readonly StoryLine[]): void {
    this.passed = [];
    this.stop = null;
    this.lineCount = lines.length;
  }

  /** Set the pace at which the story goes on from here; a stop at which it waits stays. */
  setPace(lines: readonly StoryLine[], pace: Pace): void {
    this.pace = pace;
    if (this.stop !== null) this.moveTo(lines, this.lineCount);
  }

  /** Keep the place in the story, whose lines were made anew: at another level of detail, or with other names. */
  replace(lines: readonly StoryLine[]): void {
    const { stop } = this;
    if (stop === null || this.countLines(lines, stop.eventCount) < 0) {
      this.skip(lines);
      return;
    }
    this.passed = this.passed.map((each) => ({ ...each, lineCount: this.countLines(lines, each.eventCount) }));
    this.moveTo(lines, this.countLines(lines, stop.eventCount));
  }

  /**
   * Count the lines above the stop after a number of events; -1 if no line follows. Throw by throw, the headings of a
   * throw stand above the stop before it, though they are of its event.
   */
  private countLines(lines: readonly StoryLine[], eventCount: number): number {
    const count = lines.findIndex((line) => line.event >= eventCount);
    if (this.pace !== "throws" || count < 0) return count;
    const fallen = lines.findIndex((line) => line.event >= eventCount && !isHeading(line));
    return fallen >= 0 && lines[fallen]!.event === eventCount && isThrowOfDice(lines[fallen]!) ? fallen : count;
  }

  /** The parts that probably follow. */
  followingParts(lines: readonly StoryLine[]): StoryPart[] {
    return divideStory(lines.slice(this.lineCount), this.pace);
  }

  /** Move the stop below the first lines, as many as a number says; the story is divided anew behind them. */
  private moveTo(lines: readonly StoryLine[], lineCount: number): void {
    const [passage] = this.firstPassage(lines.slice(lineCount));
    const nextThrow = divideStory(passage, this.pace)[0]!.lines.find(isThrowOfDice)?.event ?? null;
    this.lineCount = lineCount;
    this.stop = { ...this.stop!, lineCount, nextThrow };
  }
}
