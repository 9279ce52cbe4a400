/**
 * Pace: division of a story into parts, each shown at once and held until the player goes on.
 *
 * The rules mark procedures and steps with which a beat, a moment of the story, ends. A pace only divides a story that
 * has happened already: no save, journal or replay depends on it.
 */

import { unreachable } from "../../closed";
import type { Pace } from "../../modes";
import type { StoryLine } from "../story/classes";
import { isNewsworthy } from "../story/storyLine";
import * as sentences from "../storySentences";

export const DEFAULT_PACE: Pace = "beats";

/** The size of a part above which headings divide it, though no beat does. */
const LONG_PART = 24;

/** The size below which no heading ends a part while another can. */
const SHORT_PART = 8;

/** Lines of a story that are shown at once. */
export interface StoryPart {
  readonly lines: readonly StoryLine[];
  /**
   * The number of events that divides the story behind the part: lines of later events follow. Null for the last part of
   * a story.
   */
  readonly eventCount: number | null;
  /** The index of the event of the first throw that follows, if the following part has one; else null. */
  readonly nextThrow: number | null;
  /** The number of events up to the end of the beat that ends with the part; null if none does. */
  readonly beatEnd: number | null;
}

/** The description of each pace, for a list of them. */
export const PACE_TEXTS: Readonly<Record<Pace, string>> = {
  throws: "each throw of dice waits for you",
  beats: "the story waits where a moment ends, and at bad news",
  straight: "on to the next question without a stop",
};

/** Describe a pace in a sentence: `Pace: beats. The story waits ...`. */
export function describePace(pace: Pace): string {
  switch (pace) {
    case "throws":
      return sentences.THROWS_PACE;
    case "beats":
      return sentences.BEATS_PACE;
    case "straight":
      return sentences.STRAIGHT_PACE;
    default:
      return unreachable(pace);
  }
}

/** A stop between lines: the index of the line that follows, and the number of events there. */
type Cut = readonly [at: number, eventCount: number];

/**
 * Divide the lines of a story at a pace; the last part is followed by a question, or by the end of the game.
 *
 * Each part has news, dice or a change, but for the only part of a story without any.
 */
export function divideStory(lines: readonly StoryLine[], pace: Pace): StoryPart[] {
  const ends: (readonly [end: number, eventCount: number | null])[] = [...findStops(lines, pace), [lines.length, null]];
  return ends.map(([end, eventCount], number) => {
    const following = ends[number + 1]?.[0] ?? end;
    const nextThrow = lines.slice(end, following).find(isThrowOfDice)?.event ?? null;
    return {
      lines: lines.slice(ends[number - 1]?.[0] ?? 0, end),
      eventCount,
      nextThrow,
      beatEnd: beatEndAt(lines, end),
    };
  });
}

/** The number of events up to the end of the beat that ends before the line with an index; null if none ends there. */
export function beatEndAt(lines: readonly StoryLine[], at: number): number | null {
  const [last, following] = [lines[at - 1], lines[at]];
  return last !== undefined && following !== undefined && following.beat > last.beat ? following.beat : null;
}

/** Find the stops between lines. */
function findStops(lines: readonly StoryLine[], pace: Pace): Cut[] {
  if (pace === "straight") return [];
  const stops: Cut[] = [];
  let [start, hasNews, isBad] = [0, false, false];
  for (const [at, line] of lines.entries()) {
    const eventCount = hasNews ? countEventsAtStop(lines[at - 1]!, line, pace, isBad) : null;
    if (eventCount !== null) {
      stops.push(...divideLongPart(lines, start, at), [at, eventCount]);
      [start, hasNews, isBad] = [at, false, false];
    }
    hasNews ||= isNewsworthy(line);
    isBad ||= line.tone === "bad";
  }
  stops.push(...divideLongPart(lines, start, lines.length));
  // A question stops there anyway.
  if (stops.length > 0 && !lines.slice(stops.at(-1)![0]).some(isNewsworthy)) stops.pop();
  return stops;
}

/**
 * The number of events at a stop between two lines, `last` and `following`; null if the telling does not stop there.
 * `isBad` says whether bad news has been told since the stop before.
 */
function countEventsAtStop(
  last: StoryLine,
  following: StoryLine,
  pace: Exclude<Pace, "straight">,
  isBad: boolean,
): number | null {
  if (pace === "throws" && isThrowOfDice(following)) return following.event;
  if (following.beat > last.beat) return following.beat;
  return isBad && (following.kind === "roll" || isHeading(following)) ? following.event : null;
}

/**
 * Yield stops at the headings that divide a long part, from a line (`start`) to before another (`end`): the outermost
 * that leave pieces of a fit size. Without a heading where it grows long, it stays whole up to the next one.
 */
function* divideLongPart(lines: readonly StoryLine[], start: number, end: number): Generator<Cut> {
  let lastNews = end - 1;
  while (lastNews > start && !isNewsworthy(lines[lastNews]!)) lastNews--;
  for (let at = findDividingHeading(lines, start, end, lastNews); at !== null; ) {
    yield [at, lines[at]!.event];
    at = findDividingHeading(lines, at, end, lastNews);
  }
}

/**
 * The index of the heading that ends the first piece of a part; null if it is not too long, or has none. No heading
 * behind `lastNews`, the last line with news, divides the part.
 */
function findDividingHeading(lines: readonly StoryLine[], start: number, end: number, lastNews: number): number | null {
  let [size, hasNews] = [0, false];
  let fit: number | null = null;
  for (let at = start; at < end; at++) {
    const line = lines[at]!;
    if (hasNews && at < lastNews && isHeading(line) && size >= SHORT_PART) {
      if (size > LONG_PART) return fit ?? at;
      if (fit === null || line.depth <= lines[fit]!.depth) fit = at;
    }
    size += line.isWide ? 2 : 1; // a blank line stands above a wide heading
    if (size > LONG_PART && fit !== null) return fit;
    hasNews ||= isNewsworthy(line);
  }
  return null;
}

/** Whether a line reports a throw or a draw, not a result without dice. */
export function isThrowOfDice(line: StoryLine): boolean {
  return line.kind === "roll" && line.reason === "";
}

/** Whether a line stands above others, as their heading. */
export function isHeading(line: StoryLine): boolean {
  return line.kind === "heading" || line.kind === "chapter";
}
