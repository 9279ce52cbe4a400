/** Texts of the debriefing after a mission, and of the recap when a game is resumed. */

import type { SheetGroup, Trouble } from "../sheet/classes";
import { findTroubles, troubleText } from "../sheet/troubles";
import { type GroupText, hasOtherNews, renderField } from "../sheet/wording";
import type { StoryLine } from "../story/classes";
import { newsLines } from "../story/storyLine";
import * as sentences from "../storySentences";
import type { Debriefing } from "./classes";

/** Lines of news in a recap. */
const RECALLED_NEWS = 8;

/** Troubles in a recap. */
const RECALLED_TROUBLES = 5;

/** The text of a debriefing. */
export interface DebriefingText {
  readonly title: string;
  /** The tallies, each title with its value. */
  readonly counted: readonly (readonly [string, string])[];
  /** The troubles: people who are hurt, things that are damaged. */
  readonly wrong: readonly string[];
  /** Without tallies, the rest of the mission's sheet; then the career's. */
  readonly groups: readonly GroupText[];
}

/** The recap of a resumed game. */
export interface RecallText {
  /** Its title: `Where you were: Mission 3`. */
  readonly title: string;
  /** The last news since the last chapter, without indentation. */
  readonly lines: readonly StoryLine[];
  /** The troubles. */
  readonly wrong: readonly string[];
  /** The number of troubles left out. */
  readonly more: number;
}

/**
 * Render the debriefing of a mission: tallies (statistics), damage, the career's record.
 *
 * A tally of 0 appears only if more would be good, and a balance not at all, for it says little of one mission. The
 * lists of the record do not appear, for the story has just reported their additions. Without tallies, the rest of the
 * mission's sheet takes their place.
 */
export function renderDebriefing(debriefing: Debriefing): DebriefingText {
  const { title, tallies, record, sheet } = debriefing;
  const counted = tallies.filter((each) => (each.number !== 0 || each.matters === "good") && !each.isBalance);
  const singles = record.map((group) => ({ ...group, lines: group.lines.filter((line) => !line.isList) }));
  return {
    title: `Debriefing: ${title}`,
    counted: counted.map((each) => [each.title, each.value]),
    wrong: debriefing.troubles.map(troubleText),
    groups: [...(tallies.length ? [] : renderGroups(sheet)), ...renderGroups(singles)],
  };
}

/** Render the lines of a sheet that differ from the start of play, each group under its title. */
function renderGroups(groups: readonly SheetGroup[]): GroupText[] {
  const rendered = groups.map(({ title, lines }) => ({
    title,
    lines: lines.filter(hasOtherNews).map((line) => renderField(line)),
  }));
  return rendered.filter((group) => group.lines.length);
}

/** Render the recap of a resumed game: the last chapter, its last news, damage. */
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
