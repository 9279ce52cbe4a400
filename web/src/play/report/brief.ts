/**
 * A report in brief: Markdown of at most 60 lines, for a forum.
 *
 * Of a career it has the head, a line for each mission and the people and things of its past; of a single mission its
 * paragraph of the chronicle, what is hurt and damaged, and what was counted.
 */

import type { Career } from "../records/classes";
import { troubleText } from "../sheet/troubles";
import * as sentences from "../storySentences";
import type { Chapter } from "./classes";
import { escapeMarkdown, FOOTER_TEXT, joinSentences } from "./markdown";
import type { Report } from "./reportData";
import {
  chapterHeadings,
  chronicleSentences,
  describeDiceAndRules,
  describeEnd,
  describePlayed,
  worthSaying,
} from "./wording";

/** The maximum number of lines of a brief report. */
const MAX_LINES = 60;

/** The maximum number of rows of a list of a career that stand in its line. */
const MAX_ROWS = 60;

/** Blocks of lines, with a blank line between them. */
type Blocks = readonly (readonly string[])[];

/** Render a report in brief, as Markdown of at most 60 lines. */
export function renderBrief(report: Report): string {
  const head = report.head.map(([title, text]) => `- ${escapeMarkdown(title)}: ${escapeMarkdown(text)}`);
  const facts = describeDiceAndRules(report).map(([title, text]) => `${title}: ${text}`);
  const isCareer = report.career !== null;
  const before = [
    [`# ${escapeMarkdown(report.title)}`],
    [`${escapeMarkdown(describePlayed(report))}. ${escapeMarkdown(describeEnd(report))}`],
    ...(head.length ? [head] : []),
    ...(isCareer ? [] : tellMissions(report)),
  ];
  const after = [
    ...(report.career ? nameLists(report.career) : []),
    [`${escapeMarkdown(facts.join("; "))}.`],
    [FOOTER_TEXT],
  ];
  const room = MAX_LINES - countLines([...before, [], ...after]);
  const blocks = [...before, ...fitItems(isCareer ? missionLines(report) : [], room), ...after];
  return `${blocks.map((block) => block.join("\n")).join("\n\n")}\n`;
}

/** Count the lines of blocks, with the blank lines between them. */
function countLines(blocks: Blocks): number {
  return blocks.reduce((sum, block) => sum + block.length + 1, -1);
}

/** Make the block of a list, of which the first items are left out where they need more lines than there is room. */
function fitItems(items: readonly string[], room: number): Blocks {
  if (items.length <= room) return items.length ? [items] : [];
  const left = items.length - Math.max(0, room - 1);
  return [[`- ${sentences.itemsLeftOut(left)}`, ...items.slice(left)]];
}

// --- a career

/** A list item for each mission of a career: its heading, or its title with what was counted. */
function missionLines({ chapters }: Report): string[] {
  const headings = chapterHeadings(chapters);
  return chapters.flatMap((chapter, at) => {
    if (!chapter.end?.debriefing) return [];
    const counted = chapter.chronicle.length ? "" : countBriefly(chapter);
    return [`- ${escapeMarkdown(sentences.missionHeading(headings[at]!, counted))}`];
  });
}

/** Say what was counted in a mission, in one line. */
function countBriefly({ end }: Chapter): string {
  const counted = worthSaying(end?.debriefing?.tallies ?? []);
  return counted.map(([title, value]) => (value === "yes" ? title : `${title}: ${value}`)).join("; ");
}

/** A line for each titled list of a career of which no number stands first: people and things by name. */
function nameLists(career: Career): Blocks {
  return career.tables
    .filter((table) => table.title && !table.columns[0]!.isNumber)
    .map(({ title, rows }) => {
      const left = rows.length - MAX_ROWS;
      const named = [...(left > 0 ? [sentences.itemsLeftOut(left)] : []), ...rows.slice(-MAX_ROWS).map(nameRow)];
      return [`**${escapeMarkdown(title)}:** ${escapeMarkdown(named.join("; "))}.`];
    });
}

/** Say a row of a list in brief: its words, without numbers and yes. */
function nameRow(row: readonly string[]): string {
  return row.filter((cell) => cell && cell !== "yes" && !/^-*\d+$/.test(cell)).join(", ");
}

// --- a mission

/** Blocks of lines of each chapter: heading, paragraph of the chronicle, what is wrong, what was counted. */
function tellMissions({ chapters }: Report): Blocks {
  const headings = chapterHeadings(chapters);
  return chapters.flatMap((chapter, at) => {
    const entries = chronicleSentences(chapter);
    const troubles = (chapter.end?.troubles ?? []).map(troubleText).join("; ");
    const counted = countBriefly(chapter);
    return [
      ...(chapter.chronicle.length ? [[`**${escapeMarkdown(headings[at]!)}**`]] : []),
      ...(entries.length ? [[joinSentences(entries)]] : []),
      ...(troubles ? [[`${sentences.HURT_TITLE}: ${escapeMarkdown(troubles)}.`]] : []),
      ...(counted ? [[`${escapeMarkdown(counted)}.`]] : []),
    ];
  });
}
