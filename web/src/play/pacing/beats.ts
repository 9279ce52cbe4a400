/**
 * Pace: division of a story into parts, each shown at once and held until the player goes on.
 *
 * The rules mark procedures and steps with which a beat, a moment of the story, ends. A pace only divides a story that
 * has happened already: no save, journal or replay depends on it.
 */

import { unreachable } from "../../closed";
import type { Pace } from "../../modes";
import type { StoryLine } from "../story/classes";
import * as sentences from "../storySentences";

export const DEFAULT_PACE: Pace = "beats";

/** The lines of a part from which on the next heading ends it, though no beat does. */
const LONG_PART = 18;

/** Lines of a story that are shown at once. */
export interface StoryPart {
  readonly lines: readonly StoryLine[];
  /**
   * How many events have happened when the player has read them: the state of the game to be shown beside them. Null
   * for the last part of a story, beside which the present state stands.
   */
  readonly eventCount: number | null;
  /** The index of the event of the first throw that follows, if the following part has one; else null. */
  readonly nextThrow: number | null;
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

/**
 * Divide the lines of a story at a pace; the last part is followed by a question, or by the end of the game.
 *
 * Each part has news, dice or a change, but for the only part of a story without any.
 */
export function divideStory(lines: readonly StoryLine[], pace: Pace): StoryPart[] {
  const ends: (readonly [end: number, eventCount: number | null])[] = [];
  let start = 0;
  for (let at = 1; at < lines.length && pace !== "straight"; at++) {
    const eventCount = findStop(lines.slice(start, at), lines[at]!, pace);
    if (eventCount === null) continue;
    ends.push([at, eventCount]);
    start = at;
  }
  // A question stops there anyway.
  if (ends.length > 0 && !lines.slice(start).some(isNewsworthy)) ends.pop();
  ends.push([lines.length, null]);
  return ends.map(([end, eventCount], number) => {
    const following = ends[number + 1]?.[0] ?? end;
    const nextThrow = lines.slice(end, following).find(isThrowOfDice)?.event ?? null;
    return { lines: lines.slice(ends[number - 1]?.[0] ?? 0, end), eventCount, nextThrow };
  });
}

/**
 * The number of events at a stop between the shown lines of a part and the following line; null if the telling does not
 * stop there.
 */
function findStop(shown: readonly StoryLine[], following: StoryLine, pace: Exclude<Pace, "straight">): number | null {
  if (!shown.some(isNewsworthy)) return null;
  switch (pace) {
    case "throws":
      return isThrowOfDice(following) ? following.event : null;
    case "beats": {
      if (following.beat > shown.at(-1)!.beat) return following.beat;
      const isHeading = following.kind === "heading";
      if (isHeading && shown.length >= LONG_PART) return following.event;
      const holds = (isHeading || following.kind === "roll") && shown.some((line) => line.tone === "bad");
      return holds ? following.event : null;
    }
    default:
      return unreachable(pace);
  }
}

/** Whether a line reports a throw or a draw, not a result without dice. */
export function isThrowOfDice(line: StoryLine): boolean {
  return line.kind === "roll" && line.reason === "";
}

/** Whether a line is worth a stop below it: no heading, legend, or answer of the player. */
function isNewsworthy(line: StoryLine): boolean {
  switch (line.kind) {
    case "news":
    case "roll":
    case "result":
    case "change":
    case "joins":
    case "leaves":
    case "limit":
    case "end":
      return true;
    case "chapter":
    case "heading":
    case "answer":
    case "legend":
      return false;
    default:
      return unreachable(line.kind);
  }
}
