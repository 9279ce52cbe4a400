/** Reports as elements: the game played, the record with its charts, the story with its boards. */

import type { LineKind } from "../../modes";
import type { BoardShown } from "../boards/classes";
import { drawSvg } from "../boards/svg";
import { type Content, type Markup, tag } from "../markup";
import type { CareerTable } from "../records/classes";
import { troubleText } from "../sheet/troubles";
import type { StoryLine } from "../story/classes";
import { ARROW } from "../story/lineParts";
import * as sentences from "../storySentences";
import { renderCharts } from "./charts";
import { groupByName } from "./chronicle";
import type { Chapter, ChronicleEntry, Passage, Stop } from "./classes";
import { renderLuckSection } from "./luckSection";
import { missionDebriefings, type Report } from "./reportData";
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

/** The most columns of a drawing: as wide as printed pages, so that words are printed as large as others. */
const BOARD_COLUMNS = 80;

/** The CSS class of a line by its kind, short, for there are thousands; empty for ordinary lines. */
const LINE_CLASSES: Readonly<Record<LineKind, string>> = {
  chapter: "",
  heading: "h",
  news: "n",
  roll: "r",
  result: "",
  answer: "a",
  change: "",
  joins: "",
  leaves: "",
  limit: "q",
  legend: "q",
  end: "n",
};

/** The parts of a report, in reading order. */
export interface ReportParts {
  /** The game played, and its result. */
  readonly front: Markup;
  /** The table of contents of a long report; else empty. */
  readonly contents: readonly Markup[];
  /** The record of a career with charts; then the story. */
  readonly main: readonly Markup[];
  readonly foot: Markup;
}

/** Render the parts of a report as elements; `linkTo` makes the URL of a section's id. */
export function renderParts(report: Report, linkTo: (id: string) => string): ReportParts {
  const { game, rules } = report.header;
  const foot = sentences.reportFooter(sentences.versioned(game, report.version), report.home, rules.slice(0, 12));
  return {
    front: renderFront(report),
    contents: renderContents(report, linkTo),
    main: [
      ...renderChronicle(report, linkTo),
      ...renderNames(report, linkTo),
      ...renderRecord(report),
      ...renderStory(report),
      ...renderLuckSection(report.luck),
    ],
    foot: tag("footer", {}, foot),
  };
}

/** Render a report as an element to be put into a page. */
export function renderArticle(report: Report, linkTo: (id: string) => string): Markup {
  const { front, contents, main, foot } = renderParts(report, linkTo);
  return tag("article", { class: "report" }, front, contents, main, foot);
}

/** Render the head of a report: game, mission or career, outcome. */
function renderFront(report: Report): Markup {
  const facts = [...report.head, ...describeDiceAndRules(report)];
  return tag(
    "header",
    {},
    tag("h1", {}, report.title),
    tag("p", { class: "lede" }, `${describePlayed(report)}. ${describeEnd(report)}`),
    definitionList(facts, null),
  );
}

/** Render the table of contents of a long report without a chronicle, which has the same links. */
function renderContents(report: Report, linkTo: (id: string) => string): Markup[] {
  if (report.career === null || report.chapters.some((chapter) => chapter.chronicle.length)) return [];
  const links = chapterTitles(report.chapters).map((title, at) => tag("a", { href: linkTo(chapterAnchor(at)) }, title));
  const list = tag(
    "ol",
    {},
    links.map((link) => tag("li", {}, link)),
  );
  return [tag("nav", { "aria-label": "Chapters" }, list)];
}

/** The id of the section of a chapter, counted from 0. */
function chapterAnchor(number: number): string {
  return `chapter-${number + 1}`;
}

// --- the chronicle

/** Render the chronicle by chapters: the heading of each, and its sentences in a paragraph. */
function renderChronicle({ chapters }: Report, linkTo: (id: string) => string): Markup[] {
  const headings = chapterHeadings(chapters);
  const parts = chapters.flatMap((chapter, at) => {
    if (!chapter.chronicle.length) return [];
    const title = tag("h3", {}, tag("a", { href: linkTo(chapterAnchor(at)) }, headings[at]!));
    const entries = chronicleSentences(chapter);
    const paragraph = entries.length ? [tag("p", {}, linkSentences(entries, at, linkTo))] : [];
    return [tag("div", { class: "day" }, title, paragraph)];
  });
  return parts.length ? [tag("section", { class: "chronicle" }, tag("h2", {}, sentences.CHRONICLE_TITLE), parts)] : [];
}

/** Render the chronicle by names: for each name the chapters with sentences that name it. */
function renderNames({ chapters, career }: Report, linkTo: (id: string) => string): Markup[] {
  const titles = chapterTitles(chapters);
  const found = groupByName(chapters.map((chapter) => chapter.chronicle));
  const items = found.map(({ name, chapters: inChapters }) => {
    const lines = inChapters.map(([at, entries]) => {
      const linked = linkSentences(entries, at, linkTo);
      if (career === null) return tag("p", {}, linked);
      return tag("p", {}, tag("span", { class: "quiet" }, titles[at]!), " ", linked);
    });
    return tag("div", {}, tag("h3", {}, name.title), lines);
  });
  if (!items.length) return [];
  const heading = tag("h2", {}, sentences.NAMES_TITLE);
  return [tag("section", { class: "chronicle" }, heading, tag("div", { class: "names" }, items))];
}

/** Link each sentence to its line of the story, with blanks between; else to its chapter, counted from 0. */
function linkSentences(entries: readonly ChronicleEntry[], chapter: number, linkTo: (id: string) => string): Content[] {
  return entries.flatMap((entry, at) => [
    ...(at ? [" "] : []),
    tag("a", { href: linkTo(entry.anchor || chapterAnchor(chapter)) }, entry.text),
  ]);
}

// --- a career

/** Render the record of a career: its sheet, its lists, and charts of its missions. */
function renderRecord(report: Report): Markup[] {
  const { career } = report;
  if (career === null) return [];
  const facts = valueList(career.facts.map((fact) => [fact.title, fact.value]));
  const drawn = renderCharts(missionDebriefings(report));
  const counted = remainingTallies(report);
  return [
    tag("section", {}, tag("h2", {}, sentences.RECORD_TITLE), facts, career.tables.map(titledTable)),
    ...(drawn.length
      ? [tag("section", {}, tag("h2", {}, sentences.MISSIONS_TITLE), tag("div", { class: "figures" }, drawn))]
      : []),
    ...(counted.length ? [tag("section", {}, tag("h2", {}, sentences.COUNTED_TITLE), valueList(counted))] : []),
  ];
}

/** Render titles with their values as a list, in columns if there is room. */
function valueList(titledValues: readonly (readonly string[])[]): Markup {
  return definitionList(titledValues, "values");
}

/** Make a definition list of titles and values, with a style class. */
function definitionList(rows: readonly (readonly string[])[], style: string | null): Markup {
  const items = rows.map(([title, value]) => tag("div", {}, tag("dt", {}, title!), tag("dd", {}, value!)));
  return tag("dl", { class: style }, items);
}

/** Render a table with its title, as a part of the record. */
function titledTable(table: CareerTable): Markup {
  return scrollBox(table.title || "Table", [...(table.title ? [tag("h3", {}, table.title)] : []), renderTable(table)]);
}

/** Make a box for wide contents (`held`) that scrolls sideways by touch and keys. */
function scrollBox(title: string, held: readonly Markup[], style = "wide"): Markup {
  return tag("div", { class: style, role: "group", "aria-label": title, tabindex: 0 }, held);
}

/** Render a table of the record or of a mission; its first column names the rows. */
function renderTable(table: CareerTable): Markup {
  const { heads, rows } = tableTexts(table);
  const titles = heads.map((head) => (head ? tag("th", { scope: "col" }, head) : tag("td", {})));
  const lines = rows.map(([first, ...rest]) =>
    tag(
      "tr",
      {},
      tag("th", { scope: "row" }, first!),
      rest.map((cell) => tag("td", {}, cell)),
    ),
  );
  const style = table.columns[0]!.isNumber ? "sheet numbered" : "sheet";
  return tag("table", { class: style }, tag("thead", {}, tag("tr", {}, titles)), tag("tbody", {}, lines));
}

// --- the story

/** Render the chapters; a career's missions show their result, with story and boards folded. */
function renderStory(report: Report): Markup[] {
  const heads = report.career === null ? chapterTitles(report.chapters) : chapterHeadings(report.chapters);
  const legend = describeLegends(report);
  let number = 0;
  /** Draw boards in a box; nothing for none. */
  const drawBoards = (boards: readonly BoardShown[]): Markup[] => {
    if (!boards.length) return [];
    const drawn = boards.map((board) => drawSvg(board, `${board.name}-${++number}`, BOARD_COLUMNS));
    return [scrollBox("Boards", drawn, "boards")];
  };
  const sections = report.chapters.map((chapter, at) => {
    /** Render passages: the boards, then the lines of the story. */
    const renderPassages = (passages: readonly Passage[]): Markup[] =>
      passages.flatMap((passage) => [...drawBoards(passage.boards), ...renderLines(passage.lines)]);
    const passages = renderPassages(chapter.passages);
    const after = renderPassages(chapter.after);
    const boards = chapter.end ? drawBoards(chapter.end.boards) : [];
    return tag(
      "section",
      { id: chapterAnchor(at) },
      tag("h2", {}, heads[at]!),
      chapterParts(report, chapter, passages, boards, after),
    );
  });
  return [...sections, ...(legend ? [tag("p", { class: "quiet" }, legend)] : [])];
}

/** Arrange the rendered parts of a chapter: in a career its story is folded, below the mission's result. */
function chapterParts(
  report: Report,
  { end }: Chapter,
  storyParts: readonly Markup[],
  boards: readonly Markup[],
  after: readonly Markup[],
): Markup[] {
  const behind = after.length ? [tag("div", { class: "story" }, after)] : [];
  const ended = end ? renderEnding(end) : [];
  if (report.career !== null && end?.debriefing) {
    return [
      ...ended,
      ...behind,
      ...foldedPart(sentences.BOARDS_TITLE, boards),
      ...foldedPart(sentences.STORY_TITLE, storyParts),
    ];
  }
  const stood = boards.length ? [tag("h3", {}, sentences.BOARDS_TITLE), ...boards] : [];
  return [tag("div", { class: "story" }, storyParts), ...ended, ...stood, ...behind];
}

/** Make a part with a title that is folded until opened; nothing without contents. */
function foldedPart(title: string, nodes: readonly Markup[]): Markup[] {
  return nodes.length ? [tag("details", {}, tag("summary", {}, title), tag("div", { class: "story" }, nodes))] : [];
}

/** Render lines of the story; below each heading, changes that are neither good nor bad are folded at the end. */
function renderLines(storyLines: readonly StoryLine[]): Markup[] {
  const stretches: StoryLine[][] = [];
  for (const line of storyLines) {
    const last = stretches.at(-1)?.at(-1);
    if (last && (last.kind === "heading") === (line.kind === "heading")) stretches.at(-1)!.push(line);
    else stretches.push([line]);
  }
  return stretches.flatMap((beneath) => {
    const open = mergeElementLines(beneath.filter((line) => !isBooksOnly(line))).map(renderLine);
    const changes = beneath.filter(isBooksOnly).map((line) => tag("li", {}, wordLine(line).text));
    if (!changes.length) return open;
    const style = `books d${beneath.at(-1)!.depth}`;
    return [
      ...open,
      tag("details", { class: style }, tag("summary", {}, sentences.BOOKS_TITLE), tag("ul", {}, changes)),
    ];
  });
}

/** Render a line of the story. */
function renderLine(line: StoryLine): Markup {
  const { text, dice, result } = wordLine(line);
  if (line.kind === "heading" && line.isWide) return tag("h3", { id: line.anchor || null }, text);
  const style = [LINE_CLASSES[line.kind], line.tone, line.depth ? `d${line.depth}` : ""].filter(Boolean).join(" ");
  const content: Content[] = [text];
  if (dice) content.push(" ", tag("b", {}, dice));
  if (result) content.push(` ${ARROW} ${result}`);
  return tag("p", { class: style || null, id: line.anchor || null }, content);
}

/** Render the state at the end of a mission, or of an unfinished save: tallies, damage, persons. */
function renderEnding(stop: Stop): Markup[] {
  const tallies = worthSaying(stop.debriefing?.tallies ?? []);
  const wrong = stop.troubles.map((trouble) => tag("li", {}, troubleText(trouble)));
  return [
    ...(tallies.length ? [tag("h3", {}, sentences.DEBRIEFING_TITLE), valueList(tallies)] : []),
    ...(wrong.length ? [tag("h3", {}, sentences.HURT_TITLE), tag("ul", { class: "troubles" }, wrong)] : []),
    ...stop.people.flatMap((table) => [
      tag("h3", {}, sentences.PEOPLE_TITLE),
      scrollBox(sentences.PEOPLE_TITLE, [renderTable(table)]),
    ]),
  ];
}
