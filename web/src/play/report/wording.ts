/** Texts of story lines in a report: the subject, the dice, and the result. */

import { unreachable } from "../../closed";
import { capitalizeFirst, partition } from "../../text";
import { TONE_SIGNS } from "../boards/svg";
import type { Counted } from "../debriefing/classes";
import type { CareerTable } from "../records/classes";
import type { StoryLine } from "../story/classes";
import { ARROW } from "../story/lineParts";
import { type Legend, makeLine, TONES, UNSEEN } from "../story/storyLine";
import * as sentences from "../storySentences";
import { joinHeadlines } from "./chronicle";
import type { Chapter, ChronicleEntry, Worded } from "./classes";
import { missionDebriefings, type Report } from "./reportData";

const MINUS = "\u2212";

/** The mark of rules that are not printed. */
const DAGGER = "\u2020";

const LEGEND_TEXTS: Readonly<Record<Legend, string>> = {
  [UNSEEN]: `${DAGGER} ${sentences.UNPRINTED_LEGEND}`,
  [TONES]: `${TONE_SIGNS.bad}bad news, ${TONE_SIGNS.good}good news`,
};

/** Put a line of the story into words: subject, dice, result. */
export function wordLine(line: StoryLine): Worded {
  const mark = line.isUnseen ? DAGGER : "";
  switch (line.kind) {
    case "heading":
      return makeWorded(line.names.join(" \u203a "));
    case "roll": {
      const args = line.names.length ? ` (${line.names.join(", ")})` : "";
      return makeWorded(`${line.text}${args}${mark}`, line.result, describeDice(line));
    }
    case "result":
      return makeWorded(line.text + mark, line.result);
    case "answer": {
      const questionText = line.by ? `${line.text} (${line.by})` : line.text;
      return makeWorded(questionText, line.result + (line.behind ? ` (${line.behind})` : ""));
    }
    case "change": {
      const before = line.dice ? `${line.dice} ${ARROW} ` : "";
      const after = line.result && `: ${before}${line.result}`;
      return makeWorded(`${TONE_SIGNS[line.tone]}${line.text}${after}${mark}`);
    }
    case "joins":
    case "leaves": {
      const joins = line.kind === "joins";
      const sign = joins && line.text ? `${line.text}:` : joins ? "+" : MINUS;
      return makeWorded(`${sign} ${line.names.join(", ")}${mark}`);
    }
    case "legend":
      return makeWorded(LEGEND_TEXTS[line.text as Legend]);
    case "chapter":
    case "news":
    case "limit":
    case "end":
      return makeWorded(TONE_SIGNS[line.tone] + line.text + mark);
    default:
      return unreachable(line.kind);
  }
}

/** Collect the texts of a report's line: subject, result and dice. */
function makeWorded(text: string, result = "", dice = ""): Worded {
  return { text, dice, result };
}

/** Describe the dice and their modifiers: `2+1 −1 gale = 2`; or the reason why none were thrown. */
function describeDice(line: StoryLine): string {
  if (line.reason) return line.reason;
  const dice = [line.dice, ...line.modifiers].join(" ").replaceAll("-", MINUS);
  return line.total ? `${dice} = ${line.total.replaceAll("-", MINUS)}` : dice;
}

/** Whether a story line is mere bookkeeping: a change that is neither good nor bad, or that a sentence mentions. */
export function isBooksOnly(line: StoryLine): boolean {
  return line.kind === "change" && !line.tone;
}

/** Merge consecutive story lines of elements that join or leave the same list. */
export function mergeElementLines(lines: readonly StoryLine[]): StoryLine[] {
  const merged: StoryLine[] = [];
  for (const line of lines) {
    const last = merged.at(-1);
    const isOne = last?.kind === line.kind && last.text === line.text && last.depth === line.depth;
    if (isOne && (line.kind === "joins" || line.kind === "leaves")) {
      merged[merged.length - 1] = makeLine(line.kind, { ...last, names: [...last.names, ...line.names] });
    } else merged.push(line);
  }
  return merged;
}

/** Describe the game of a report: `Campaign, 25 missions played`, `Mission 11`. */
export function describePlayed(report: Report): string {
  const { entry, args } = report.header;
  if (report.career === null) {
    const titled = report.chapters.find((chapter) => chapter.title);
    return titled?.title ?? [capitalizeFirst(entry), ...args].join(" ");
  }
  const many = missionDebriefings(report).length;
  return sentences.campaignPlayed(many);
}

/** The titles of the chapters; repeated titles are numbered from the second on. */
export function chapterTitles(chapters: readonly Chapter[]): string[] {
  const countByTitle = new Map<string, number>();
  return chapters.map((chapter) => {
    const title = chapter.title || sentences.BEFORE_FIRST_CHAPTER;
    const number = (countByTitle.get(title) ?? 0) + 1;
    countByTitle.set(title, number);
    return number > 1 ? `${title} (${number})` : title;
  });
}

/** The titles of the chapters, each with the heading that the chronicle gives it. */
export function chapterHeadings(chapters: readonly Chapter[]): string[] {
  return chapterTitles(chapters).map((title, at) =>
    sentences.missionHeading(title, joinHeadlines(chapters[at]!.chronicle)),
  );
}

/** The sentences of a chapter's paragraph of the chronicle, without the parts of its heading. */
export function chronicleSentences({ chronicle }: Chapter): ChronicleEntry[] {
  return chronicle.filter((entry) => !entry.isHeadline);
}

/** The titles and values of a mission's tallies, without balances and those that say no or 0. */
export function worthSaying(tallies: readonly Counted[]): (readonly [string, string])[] {
  return tallies.filter((each) => each.number !== 0 && !each.isBalance).map((each) => [each.title, each.value]);
}

/** The explanation of the marks in a report's story, in one line; empty without any. */
export function describeLegends({ legends }: Report): string {
  return legends.map((name) => LEGEND_TEXTS[name]).join("; ");
}

/** Where the dice came from, and which rules were in force besides the game's own, as titles and texts. */
export function describeDiceAndRules({ header }: Report): (readonly [string, string])[] {
  const names = header.overlays.map((overlay) => overlay.name);
  return [
    [sentences.DICE_TITLE, sentences.diceWords(header.dice, String(header.seed))],
    ...(names.length ? [[sentences.IN_FORCE, describeOverlays(names)] as const] : []),
  ];
}

/** Name overlays by their kinds: `errata: rulebook box, general; house: fog`; each is its kind and its name. */
function describeOverlays(names: readonly string[]): string {
  const byKind = new Map<string, string[]>();
  for (const name of names) {
    const [kind, , rest] = partition(name, " ");
    byKind.set(kind, [...(byKind.get(kind) ?? []), rest.replaceAll("_", " ")]);
  }
  return [...byKind].map(([kind, rests]) => `${kind}: ${rests.join(", ")}`).join("; ");
}

/** Describe the outcome of a report's game, or its present position. */
export function describeEnd({ isOver, outcome }: Report): string {
  if (!isOver) return sentences.reportGoesOn(outcome);
  return outcome ? `${capitalizeFirst(outcome.replace(/\.+$/, ""))}.` : sentences.REPORT_OVER;
}

/** The column heads and the rows of a table, without empty columns; the first column names the rows. */
export function tableTexts({ columns, rows }: CareerTable): { heads: string[]; rows: string[][] } {
  const used = [...columns.keys()].filter((at) => at === 0 || rows.some((row) => row[at]));
  return {
    heads: used.map((at) => capitalizeFirst(columns[at]!.title)),
    rows: rows.map((row) => used.map((at) => (at ? row[at]! : capitalizeFirst(row[0]!)))),
  };
}

/** The tallies (statistics) of a career that its record does not show already, as title and value. */
export function remainingTallies({ career, tallies }: Report): (readonly [string, string])[] {
  const facts = new Set(career?.facts.map((fact) => `${fact.title.toLowerCase()}: ${fact.value}`));
  const rest = tallies.filter((tally) => !facts.has(`${tally.title.toLowerCase()}: ${tally.value}`));
  return rest.map((tally) => [tally.title, tally.value]);
}
