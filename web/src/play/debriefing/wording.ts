/** The debriefing after a mission in words, and where one was when a game is taken up again. */

import type { SheetGroup, Trouble } from "../sheet/classes";
import { findTroubles, troubleText } from "../sheet/troubles";
import { type GroupText, hasOtherNews, renderField } from "../sheet/wording";
import type { StoryLine } from "../story/classes";
import { newsLines } from "../story/storyLine";
import * as sentences from "../storySentences";
import type { Debriefing } from "./classes";

/** How many lines of news are told again when a game is taken up. */
const RECALLED_NEWS = 8;

/** How many troubles are told again. */
const RECALLED_TROUBLES = 5;

/** A page on a mission that is over. */
export interface DebriefingText {
  readonly title: string;
  /** What is counted, each with what it came to. */
  readonly counted: readonly (readonly [string, string])[];
  /** Who is hurt and what is broken. */
  readonly wrong: readonly string[];
  /** Where nothing is counted, the rest of the mission's sheet; then the career's. */
  readonly groups: readonly GroupText[];
}

/** Where one was. */
export interface RecallText {
  /** What is told of: `Where you were: Mission 3`. */
  readonly title: string;
  /** The last news since the last chapter, none set in. */
  readonly lines: readonly StoryLine[];
  /** What is wrong. */
  readonly wrong: readonly string[];
  /** How much more is wrong. */
  readonly more: number;
}

/**
 * A page on a mission that is over: what is counted, who is hurt and what is broken, the record.
 *
 * What is counted and came to nothing is told only where it would have been good; the lists of the record are not, for
 * what was added to them was told a moment ago. Where nothing is counted, the rest of the mission's sheet stands for it.
 */
export function renderDebriefing(debriefing: Debriefing): DebriefingText {
  const { title, tallies, record, sheet } = debriefing;
  const counted = tallies.filter((each) => each.number !== 0 || each.matters === "good");
  const singles = record.map((group) => ({ ...group, lines: group.lines.filter((line) => !line.isList) }));
  return {
    title: `Debriefing: ${title}`,
    counted: counted.map((each) => [each.title, each.value]),
    wrong: debriefing.troubles.map(troubleText),
    groups: [...(tallies.length ? [] : renderGroups(sheet)), ...renderGroups(singles)],
  };
}

/** What of a sheet is as play has left it, each group under its title. */
function renderGroups(groups: readonly SheetGroup[]): GroupText[] {
  const rendered = groups.map(({ title, lines }) => ({
    title,
    lines: lines.filter(hasOtherNews).map((line) => renderField(line)),
  }));
  return rendered.filter((group) => group.lines.length);
}

/** Where one was: the last chapter, the last news, what is wrong. */
export function renderRecall(
  lines: readonly StoryLine[],
  sheet: readonly SheetGroup[],
  title = sentences.RECALL_TITLE,
): RecallText {
  const last = lines.map((line) => line.kind).lastIndexOf("chapter");
  const since = lines.slice(Math.max(0, last));
  const newsOfChapter = new Set(newsLines(since));
  const recalledLines = since.filter((line) => line.kind === "joins" || line.kind === "end" || newsOfChapter.has(line));
  const wrong: Trouble[] = findTroubles(sheet);
  return {
    title: [title, lines[last]?.text].filter(Boolean).join(": "),
    lines: recalledLines.slice(-RECALLED_NEWS).map((line) => ({ ...line, depth: 0 })),
    wrong: wrong.slice(0, RECALLED_TROUBLES).map(troubleText),
    more: Math.max(0, wrong.length - RECALLED_TROUBLES),
  };
}
