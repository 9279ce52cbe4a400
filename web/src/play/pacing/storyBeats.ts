/** A story in its beats: how many of its lines stand in the page after each. */

import type { StoryLine } from "../story/classes";
import { divideStory, type StoryPart } from "./beats";
import { describeBeat } from "./beatTitles";

/** Seconds for which a part stays at speed 1: for itself, and for each of its lines. */
const SECONDS_A_PART = 1.5;
const SECONDS_A_LINE = 0.6;

/** Some events of a session: from one on, before another. */
export interface EventRange {
  readonly start: number;
  readonly stop: number;
}

/** The parts of a story, of which each is a beat. */
export class StoryBeats {
  /** The lines of the story. */
  readonly lines: readonly StoryLine[];
  protected readonly parts: readonly StoryPart[];
  private readonly lineCounts: readonly number[];

  /** Divide the lines of some events, from one on, before another. */
  constructor(
    lines: readonly StoryLine[],
    protected readonly range: EventRange,
  ) {
    this.lines = lines.filter(({ event }) => event >= range.start && event < range.stop);
    this.parts = divideStory(this.lines, "beats");
    let count = 0;
    this.lineCounts = this.parts.map((part) => (count += part.lines.length));
  }

  /** The number of parts, at least 1. */
  get length(): number {
    return this.parts.length;
  }

  /** The part with an index. */
  partAt(at: number): StoryPart {
    return this.parts[at]!;
  }

  /** How many events have happened at the part with an index. */
  eventCountAt(at: number): number {
    return this.parts[at]!.eventCount ?? this.range.stop;
  }

  /** The lines that stand in the page at the part with an index. */
  linesAt(at: number): readonly StoryLine[] {
    return this.lines.slice(0, this.lineCounts[at]);
  }

  /** The index of the part that has the line with an index. */
  partOfLine(line: number): number {
    const at = this.lineCounts.findIndex((count) => count > line);
    return at < 0 ? this.length - 1 : at;
  }

  /** The index of the part that has the line of an event. */
  partOfEvent(event: number): number {
    const next = this.lines.findIndex((line) => line.event > event);
    return this.partOfLine((next < 0 ? this.lines.length : next) - 1);
  }

  /** The number of lines before the part with an index. */
  lineCountBefore(at: number): number {
    return this.lineCounts[at - 1] ?? 0;
  }

  /** Describe the part with an index. */
  describeAt(at: number): string {
    return describeBeat(this.lines, this.lineCountBefore(at), this.lineCounts[at]!);
  }

  /** For how many seconds the part with an index stays at a speed. */
  secondsFor(at: number, speed: number): number {
    return (SECONDS_A_PART + SECONDS_A_LINE * this.parts[at]!.lines.length) / speed;
  }
}
