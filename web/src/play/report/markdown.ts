/** Reports as Markdown, for a forum: headings, tables and lists, no HTML. Changes of the level `books` are left out. */

import { drawBoard } from "../boards/characters";
import type { BoardShown } from "../boards/classes";
import type { CareerTable } from "../records/classes";
import { troubleText } from "../sheet/troubles";
import type { StoryLine } from "../story/classes";
import { ARROW } from "../story/lineParts";
import * as sentences from "../storySentences";
import { groupByName } from "./chronicle";
import type { Chapter, ChronicleEntry, Passage, Stop } from "./classes";
import { luckRows } from "./luckSection";
import type { Report } from "./reportData";
import {
  chapterHeadings,
  chapterTitles,
  chronicleSentences,
  describeDiceAndRules,
  describeEnd,
  describeLegends,
  describePlayed,
  isBooksOnly,
  mergeElementLines,
  remainingTallies,
  tableTexts,
  wordLine,
  worthSaying,
} from "./wording";

/** Characters that Markdown would interpret: anywhere, or at the beginning of a text. */
const MARKUP_CHARACTERS = /[\\`*_[<|~]|^(?:[>+-]|#+)(?=\s)/g;

/** A number at the beginning of a text that Markdown would read as that of a list. */
const NUMBERED = /^(\d+)([.)])(?=\s)/;

/** The last line of a report, which identifies our files. */
export const FOOTER_TEXT = "Told by Bombsight from a save.";

/** Maximum characters in a line of a board. */
const MAX_COLUMNS = 78;

/** Render a report as Markdown text. */
export function renderMarkdown(report: Report): string {
  const { title, chapters, career } = report;
  const heads = career === null ? chapterTitles(chapters) : chapterHeadings(chapters);
  const legend = describeLegends(report);
  const blocks = [
    `# ${escapeMarkdown(title)}`,
    `${escapeMarkdown(describePlayed(report))}. ${escapeMarkdown(describeEnd(report))}`,
    renderFacts(report),
    ...renderChronicle(report),
    ...renderNames(report),
    ...renderRecord(report),
    ...chapters.flatMap((chapter, at) => renderChapter(chapter, heads[at]!)),
    ...renderLuck(report),
    ...(legend ? [escapeMarkdown(legend)] : []),
    FOOTER_TEXT,
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** Render the head's facts of a report as a Markdown list. */
function renderFacts(report: Report): string {
  const facts = [...report.head, ...describeDiceAndRules(report)];
  return facts.map(([title, text]) => `- ${escapeMarkdown(title)}: ${escapeMarkdown(text)}`).join("\n");
}

/** Render the chronicle by chapters in Markdown: the heading of each, and its sentences in a paragraph. */
function renderChronicle({ chapters }: Report): string[] {
  const headings = chapterHeadings(chapters);
  const blocks = chapters.flatMap((chapter, at) => {
    const entries = chronicleSentences(chapter);
    return [
      ...(chapter.chronicle.length ? [`### ${escapeMarkdown(headings[at]!)}`] : []),
      ...(entries.length ? [joinSentences(entries)] : []),
    ];
  });
  return blocks.length ? [`## ${sentences.CHRONICLE_TITLE}`, ...blocks] : [];
}

/** Render the chronicle by names in Markdown: for each name the chapters with sentences that name it. */
function renderNames({ chapters, career }: Report): string[] {
  const titles = chapterTitles(chapters);
  const found = groupByName(chapters.map((chapter) => chapter.chronicle));
  const blocks = found.map(({ name, chapters: inChapters }) => {
    const parts = inChapters.map(([at, entries]) =>
      career === null ? joinSentences(entries) : `${escapeMarkdown(titles[at]!)}: ${joinSentences(entries)}`,
    );
    return `**${escapeMarkdown(name.title)}.** ${parts.join(" ")}`;
  });
  return blocks.length ? [`## ${sentences.NAMES_TITLE}`, ...blocks] : [];
}

/** Join sentences of the chronicle in Markdown. */
export function joinSentences(entries: readonly ChronicleEntry[]): string {
  return entries.map((entry) => escapeMarkdown(entry.text)).join(" ");
}

/** Render the record of a career in Markdown: facts, tables, tallies. */
function renderRecord(report: Report): string[] {
  const { career } = report;
  if (career === null) return [];
  const facts = career.facts.map((fact) => [fact.title, fact.value]);
  const counted = remainingTallies(report);
  return [
    `## ${sentences.RECORD_TITLE}`,
    ...(facts.length ? [renderTable(["", ""], facts)] : []),
    ...career.tables.flatMap((table) => [
      ...(table.title ? [`### ${escapeMarkdown(table.title)}`] : []),
      renderCareerTable(table),
    ]),
    ...(counted.length ? [`## ${sentences.COUNTED_TITLE}`, renderTable(["", ""], counted)] : []),
  ];
}

/** Render the luck of the whole game in Markdown; nothing without throws. */
function renderLuck({ luck }: Report): string[] {
  const rows = luckRows(luck.total, luck.career);
  if (!rows.length) return [];
  const table = renderTable(sentences.LUCK_COLUMNS, rows);
  return [`## ${sentences.LUCK_TITLE}`, escapeMarkdown(sentences.LUCK_NOTE), table];
}

/** Render a chapter with its title in Markdown: its story, the state at its end, the story after that. */
function renderChapter({ passages, end, after }: Chapter, title: string): string[] {
  return [
    `## ${escapeMarkdown(title)}`,
    ...renderStory(passages),
    ...(end ? renderEnding(end) : []),
    ...renderStory(after),
  ];
}

/** Render passages of the story in Markdown, as headings and lists. */
function renderStory(passages: readonly Passage[]): string[] {
  const blocks: string[] = [];
  let items: string[] = [];
  /** End the current list. */
  const closeList = (): void => {
    if (items.length) blocks.push(items.join("\n"));
    items = [];
  };
  const lines = passages.flatMap((passage) => passage.lines.filter((line) => !isBooksOnly(line)));
  for (const line of mergeElementLines(lines)) {
    if (line.kind === "heading") {
      closeList();
      blocks.push(`${line.isWide ? "###" : "####"} ${escapeMarkdown(wordLine(line).text)}`);
    } else items.push(`- ${renderItem(line)}`);
  }
  closeList();
  return blocks;
}

/** Render a line of the story as a list item in Markdown; good and bad news is bold. */
function renderItem(line: StoryLine): string {
  const { text, dice, result } = wordLine(line);
  const isBold = (line.kind === "news" && line.tone) || line.kind === "end";
  const about = isBold ? `**${escapeMarkdown(text)}**` : escapeMarkdown(text);
  return `${about}${dice ? `: ${escapeMarkdown(dice)}` : ""}${result ? ` ${ARROW} ${escapeMarkdown(result)}` : ""}`;
}

/** Render the state at the end of a mission, or of an unfinished save, in Markdown. */
function renderEnding(stop: Stop): string[] {
  const tallies = worthSaying(stop.debriefing?.tallies ?? []);
  const wrong = stop.troubles.map((trouble) => `- ${escapeMarkdown(troubleText(trouble))}`);
  return [
    ...(tallies.length ? [`### ${sentences.DEBRIEFING_TITLE}`, renderTable(["", ""], tallies)] : []),
    ...(wrong.length ? [`### ${sentences.HURT_TITLE}`, wrong.join("\n")] : []),
    ...stop.people.flatMap((each) => [`### ${sentences.PEOPLE_TITLE}`, renderCareerTable(each)]),
    ...(stop.boards.length
      ? [`### ${sentences.BOARDS_TITLE}`, ...stop.boards.map((board) => `\`\`\`\n${renderBoard(board)}\n\`\`\``)]
      : []),
  ];
}

/** Draw a board in characters, under its title, in Markdown. */
function renderBoard(board: BoardShown): string {
  return [board.title, ...drawBoard(board, MAX_COLUMNS)].join("\n").replaceAll("`", "'");
}

/** Render a table of the career's record or of a mission in Markdown, without its title. */
function renderCareerTable(table: CareerTable): string {
  const { heads, rows } = tableTexts(table);
  return renderTable(heads, rows);
}

/** Render a table with these column heads in Markdown. */
function renderTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads.map(escapeMarkdown), heads.map(() => "---"), ...rows.map((row) => row.map(escapeMarkdown))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Escape the characters of a text that Markdown interprets. */
export function escapeMarkdown(text: string): string {
  return text.replace(MARKUP_CHARACTERS, "\\$&").replace(NUMBERED, "$1\\$2");
}
