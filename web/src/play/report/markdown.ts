/** Reports as Markdown, for a forum: headings, tables and lists, no HTML. Changes of the level `books` are left out. */

import { drawBoard } from "../boards/characters";
import type { BoardShown } from "../boards/classes";
import type { CareerTable } from "../records/classes";
import { troubleText } from "../sheet/troubles";
import type { StoryLine } from "../story/classes";
import { ARROW } from "../story/lineParts";
import type { Chapter, Passage, Stop } from "./classes";
import type { Report } from "./reportData";
import {
  chapterTitles,
  describeEnd,
  describePlayed,
  isBooksOnly,
  LEGEND,
  mergeElementLines,
  remainingTallies,
  tableTexts,
  wordLine,
} from "./wording";

/** Characters with a meaning in Markdown. */
const MARKUP_CHARACTERS = /[\\`*_[\]<>|#~]/g;

/** The last line of a report, which identifies our files. */
const FOOTER_TEXT = "Told by Bombsight from a save.";

/** Maximum characters in a line of a board. */
const MAX_COLUMNS = 78;

/** Render a report as Markdown text. */
export function renderMarkdown(report: Report): string {
  const { title, header, chapters } = report;
  const heads = chapterTitles(chapters);
  const blocks = [
    `# ${escapeMarkdown(title)}`,
    `${escapeMarkdown(describePlayed(report))}. ${escapeMarkdown(describeEnd(report))}`,
    `Seed ${header.seed}, dice ${header.dice}.`,
    `_${LEGEND}_`,
    ...renderRecord(report),
    ...chapters.flatMap((chapter, at) => renderChapter(chapter, heads[at]!)),
    FOOTER_TEXT,
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** Render the record of a career in Markdown: facts, tables, tallies. */
function renderRecord(report: Report): string[] {
  const { career } = report;
  if (career === null) return [];
  const facts = career.facts.map((fact) => [fact.title, fact.value]);
  const counted = remainingTallies(report);
  return [
    "## The record",
    ...(facts.length ? [renderTable(["", ""], facts)] : []),
    ...career.tables.flatMap((table) => [
      ...(table.title ? [`### ${escapeMarkdown(table.title)}`] : []),
      renderCareerTable(table),
    ]),
    ...(counted.length ? ["## Counted", renderTable(["", ""], counted)] : []),
  ];
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

/** Render a line of the story as a list item in Markdown; good and bad news is emphasized. */
function renderItem(line: StoryLine): string {
  const { text, dice, result } = wordLine(line);
  const isNews = line.kind === "news" || line.kind === "end";
  const about = isNews ? `**${escapeMarkdown(text)}**` : escapeMarkdown(text);
  return `${about}${dice ? `: ${escapeMarkdown(dice)}` : ""}${result ? ` ${ARROW} ${escapeMarkdown(result)}` : ""}`;
}

/** Render the state at the end of a mission, or of an unfinished save, in Markdown. */
function renderEnding(stop: Stop): string[] {
  const tallies = (stop.debriefing?.tallies ?? []).map((tally) => [tally.title, tally.value]);
  const wrong = stop.troubles.map((trouble) => `- ${escapeMarkdown(troubleText(trouble))}`);
  return [
    ...(tallies.length ? ["### Debriefing", renderTable(["", ""], tallies)] : []),
    ...(wrong.length ? ["### Hurt and damaged", wrong.join("\n")] : []),
    ...stop.people.flatMap((each) => ["### Who was where", renderCareerTable(each)]),
    ...(stop.boards.length
      ? ["### How it stood", ...stop.boards.map((board) => `\`\`\`\n${renderBoard(board)}\n\`\`\``)]
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
function escapeMarkdown(text: string): string {
  return text.replace(MARKUP_CHARACTERS, "\\$&");
}
