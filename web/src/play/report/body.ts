/** A report as elements: what was played, the record with its charts, the story with its boards. */

import type { LineKind } from "../../modes";
import type { BoardShown } from "../boards/classes";
import { drawing } from "../boards/vector";
import { type Content, type Markup, tag } from "../markup";
import type { CareerTable } from "../records/classes";
import { troubleText } from "../sheet/troubles";
import type { StoryLine } from "../story/classes";
import { ARROW } from "../story/parts";
import { charts } from "./charts";
import type { Chapter, Passage, Stop } from "./classes";
import { endsOf, type Report } from "./gathering";
import { countedBesides, gathered, howItEnded, isOfBooks, titlesOf, toldTable, whatWasPlayed, worded } from "./wording";

/** The class of a line by its kind, short, for there are thousands; empty where it is like any other. */
const LETTERS: Readonly<Record<LineKind, string>> = {
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

/** The parts of a report, in the order in which they are read. */
export interface ReportParts {
  /** What was played, and how it ended. */
  readonly front: Markup;
  /** Where to find the chapters of a long one; else empty. */
  readonly contents: readonly Markup[];
  /** What a career has come to, with charts; then the story. */
  readonly told: readonly Markup[];
  readonly foot: Markup;
}

/** A report as elements; chapters are found by `linkTo` with the ids of their sections. */
export function reportParts(report: Report, linkTo: (id: string) => string): ReportParts {
  const { game, rules } = report.header;
  const foot = `Played by the rules ${game} ${rules.slice(0, 12)}, and told from the save.`;
  return {
    front: front(report),
    contents: contents(report, linkTo),
    told: [...record(report), ...story(report)],
    foot: tag("footer", {}, foot),
  };
}

/** A report as a part of a page. */
export function article(report: Report, linkTo: (id: string) => string): Markup {
  const { front, contents, told, foot } = reportParts(report, linkTo);
  return tag("article", { class: "report" }, front, contents, told, foot);
}

/** What was played, and how it ended. */
function front(report: Report): Markup {
  const { seed, dice, overlays } = report.header;
  const facts = [
    ["Seed", String(seed)],
    ["Dice", dice],
    ...(overlays.length ? [["In force", overlays.map((overlay) => overlay.name).join(", ")]] : []),
  ];
  return tag(
    "header",
    {},
    tag("h1", {}, report.title),
    tag("p", { class: "lede" }, `${whatWasPlayed(report)}. ${howItEnded(report)}`),
    pairs(facts, null),
  );
}

/** Where to find the chapters of a long report. */
function contents(report: Report, linkTo: (id: string) => string): Markup[] {
  if (report.career === null) return [];
  const links = titlesOf(report.chapters).map((title, at) => tag("a", { href: linkTo(anchor(at)) }, title));
  const list = tag(
    "ol",
    {},
    links.map((link) => tag("li", {}, link)),
  );
  return [tag("nav", { "aria-label": "Chapters" }, list)];
}

/** What a chapter is found by. */
function anchor(at: number): string {
  return `chapter-${at + 1}`;
}

// --- a career

/** What a career has come to: its sheet, its lists, and charts mission by mission. */
function record(report: Report): Markup[] {
  const { career } = report;
  if (career === null) return [];
  const facts = values(career.facts.map((fact) => [fact.title, fact.value]));
  const drawn = charts(endsOf(report));
  const counted = countedBesides(report);
  return [
    tag("section", {}, tag("h2", {}, "The record"), facts, career.tables.map(lasting)),
    ...(drawn.length
      ? [tag("section", {}, tag("h2", {}, "Mission by mission"), tag("div", { class: "figures" }, drawn))]
      : []),
    ...(counted.length ? [tag("section", {}, tag("h2", {}, "Counted"), values(counted))] : []),
  ];
}

/** Single values with their titles, in columns where there is room. */
function values(told: readonly (readonly string[])[]): Markup {
  return pairs(told, "values");
}

function pairs(told: readonly (readonly string[])[], style: string | null): Markup {
  const held = told.map(([title, value]) => tag("div", {}, tag("dt", {}, title!), tag("dd", {}, value!)));
  return tag("dl", { class: style }, held);
}

/** A table under its title, as a part of the record. */
function lasting(table: CareerTable): Markup {
  return wide(table.title || "Table", [...(table.title ? [tag("h3", {}, table.title)] : []), sheet(table)]);
}

/** What may be wider than the page, and then scrolls by itself: by touch, and by the keys. */
function wide(title: string, held: readonly Markup[], style = "wide"): Markup {
  return tag("div", { class: style, role: "group", "aria-label": title, tabindex: 0 }, held);
}

/** A table of the record or of a mission, whose first column says what each row is about. */
function sheet(table: CareerTable): Markup {
  const { heads, rows } = toldTable(table);
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

/** The chapters; of a mission in a career how it ended, its story and the boards folded behind that. */
function story(report: Report): Markup[] {
  const heads = titlesOf(report.chapters);
  let number = 0;
  const pictures = (boards: readonly BoardShown[]): Markup[] => {
    if (!boards.length) return [];
    const drawn = boards.map((board) => drawing(board, `${board.name}-${++number}`));
    return [wide("Boards", drawn, "boards")];
  };
  return report.chapters.map((chapter, at) => {
    const stretches = (passages: readonly Passage[]): Markup[] =>
      passages.flatMap((passage) => [...pictures(passage.boards), ...linesOf(passage.lines)]);
    const told = stretches(chapter.passages);
    const after = stretches(chapter.after);
    const boards = chapter.end ? pictures(chapter.end.boards) : [];
    return tag("section", { id: anchor(at) }, tag("h2", {}, heads[at]!), parts(report, chapter, told, boards, after));
  });
}

/** What a chapter tells, in its order. */
function parts(
  report: Report,
  { end }: Chapter,
  told: readonly Markup[],
  boards: readonly Markup[],
  after: readonly Markup[],
): Markup[] {
  const behind = after.length ? [tag("div", { class: "story" }, after)] : [];
  const ended = end ? ending(end) : [];
  if (report.career !== null && end?.debriefing) {
    return [...ended, ...behind, ...folded("How it stood", boards), ...folded("The story, with its dice", told)];
  }
  const stood = boards.length ? [tag("h3", {}, "How it stood"), ...boards] : [];
  return [tag("div", { class: "story" }, told), ...ended, ...stood, ...behind];
}

/** What is shown only where it is asked for. */
function folded(title: string, told: readonly Markup[]): Markup[] {
  return told.length ? [tag("details", {}, tag("summary", {}, title), tag("div", { class: "story" }, told))] : [];
}

/** Lines of the story; what under one heading is only in the books is folded away at its end. */
function linesOf(told: readonly StoryLine[]): Markup[] {
  const stretches: StoryLine[][] = [];
  for (const line of told) {
    const last = stretches.at(-1)?.at(-1);
    if (last && (last.kind === "heading") === (line.kind === "heading")) stretches.at(-1)!.push(line);
    else stretches.push([line]);
  }
  return stretches.flatMap((beneath) => {
    const open = gathered(beneath.filter((line) => !isOfBooks(line))).map(toldLine);
    const changes = beneath.filter(isOfBooks).map((line) => tag("li", {}, worded(line).text));
    if (!changes.length) return open;
    const style = `books d${beneath.at(-1)!.depth}`;
    return [...open, tag("details", { class: style }, tag("summary", {}, "In the books"), tag("ul", {}, changes))];
  });
}

/** A line of the story. */
function toldLine(line: StoryLine): Markup {
  const { text, dice, result } = worded(line);
  if (line.kind === "heading" && line.isWide) return tag("h3", {}, text);
  const style = [LETTERS[line.kind], line.tone, line.depth ? `d${line.depth}` : ""].filter(Boolean).join(" ");
  const said: Content[] = [text];
  if (dice) said.push(" ", tag("b", {}, dice));
  if (result) said.push(` ${ARROW} ${result}`);
  return tag("p", { class: style || null }, said);
}

/** How things stood: what is counted, what is wrong, who is where. */
function ending(stop: Stop): Markup[] {
  const tallies = (stop.debriefing?.tallies ?? []).map((tally) => [tally.title, tally.value]);
  const wrong = stop.troubles.map((trouble) => tag("li", {}, troubleText(trouble)));
  return [
    ...(tallies.length ? [tag("h3", {}, "Debriefing"), values(tallies)] : []),
    ...(wrong.length ? [tag("h3", {}, "Hurt and damaged"), tag("ul", { class: "troubles" }, wrong)] : []),
    ...stop.people.flatMap((table) => [tag("h3", {}, "Who was where"), wide("Who was where", [sheet(table)])]),
  ];
}
