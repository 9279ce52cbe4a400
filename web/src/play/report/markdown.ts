/** A report as Markdown, for a forum: headings, tables and lists, no HTML. What is only in the books is left out. */

import { drawn } from "../boards/characters";
import type { BoardShown } from "../boards/classes";
import type { CareerTable } from "../records/classes";
import { troubleText } from "../sheet/troubles";
import type { StoryLine } from "../story/classes";
import { ARROW } from "../story/parts";
import type { Chapter, Passage, Stop } from "./classes";
import type { Report } from "./gathering";
import { countedBesides, gathered, howItEnded, isOfBooks, titlesOf, toldTable, whatWasPlayed, worded } from "./wording";

/** What would be taken for markup. */
const SPECIAL = /[\\`*_[\]<>|#~]/g;

/** What a text ends with, by which one of ours is known. */
const FOOT = "Told by Bombsight from a save.";

/** Characters that a line of a board takes at most. */
const WIDEST = 78;

/** The text of a report. */
export function markdown(report: Report): string {
  const { title, header, chapters } = report;
  const heads = titlesOf(chapters);
  const blocks = [
    `# ${plain(title)}`,
    `${plain(whatWasPlayed(report))}. ${plain(howItEnded(report))}`,
    `Seed ${header.seed}, dice ${header.dice}.`,
    ...record(report),
    ...chapters.flatMap((chapter, at) => part(chapter, heads[at]!)),
    FOOT,
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** What a career has come to. */
function record(report: Report): string[] {
  const { career } = report;
  if (career === null) return [];
  const facts = career.facts.map((fact) => [fact.title, fact.value]);
  const counted = countedBesides(report);
  return [
    "## The record",
    ...(facts.length ? [table(["", ""], facts)] : []),
    ...career.tables.flatMap((each) => [...(each.title ? [`### ${plain(each.title)}`] : []), ofCareer(each)]),
    ...(counted.length ? ["## Counted", table(["", ""], counted)] : []),
  ];
}

/** A chapter under its title: its story, then how it stood, then what is told behind that. */
function part({ passages, end, after }: Chapter, title: string): string[] {
  return [`## ${plain(title)}`, ...story(passages), ...(end ? ending(end) : []), ...story(after)];
}

/** Headings, and lists of the lines below them. */
function story(passages: readonly Passage[]): string[] {
  const blocks: string[] = [];
  let items: string[] = [];
  const close = (): void => {
    if (items.length) blocks.push(items.join("\n"));
    items = [];
  };
  const told = passages.flatMap((passage) => passage.lines.filter((line) => !isOfBooks(line)));
  for (const line of gathered(told)) {
    if (line.kind === "heading") {
      close();
      blocks.push(`${line.isWide ? "###" : "####"} ${plain(worded(line).text)}`);
    } else items.push(`- ${item(line)}`);
  }
  close();
  return blocks;
}

/** A line of the story; news stands out. */
function item(line: StoryLine): string {
  const { text, dice, result } = worded(line);
  const isNews = line.kind === "news" || line.kind === "end";
  const about = isNews ? `**${plain(text)}**` : plain(text);
  return `${about}${dice ? `: ${plain(dice)}` : ""}${result ? ` ${ARROW} ${plain(result)}` : ""}`;
}

/** How things stood. */
function ending(stop: Stop): string[] {
  const tallies = (stop.debriefing?.tallies ?? []).map((tally) => [tally.title, tally.value]);
  const wrong = stop.troubles.map((trouble) => `- ${plain(troubleText(trouble))}`);
  return [
    ...(tallies.length ? ["### Debriefing", table(["", ""], tallies)] : []),
    ...(wrong.length ? ["### Hurt and damaged", wrong.join("\n")] : []),
    ...stop.people.flatMap((each) => ["### Who was where", ofCareer(each)]),
    ...(stop.boards.length
      ? ["### How it stood", ...stop.boards.map((board) => `\`\`\`\n${textOf(board)}\n\`\`\``)]
      : []),
  ];
}

/** A board in characters, under its title. */
function textOf(board: BoardShown): string {
  return [board.title, ...drawn(board, WIDEST)].join("\n").replaceAll("`", "'");
}

/** A table of the record or of a mission. */
function ofCareer(each: CareerTable): string {
  const { heads, rows } = toldTable(each);
  return table(heads, rows);
}

/** A table. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads.map(plain), heads.map(() => "---"), ...rows.map((row) => row.map(plain))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A text in which nothing is markup. */
function plain(text: string): string {
  return text.replace(SPECIAL, "\\$&");
}
