/** Texts of story lines in a report: the subject, the dice, and the result. */

import { unreachable } from "../../closed";
import { capitalizeFirst } from "../../text";
import { TONE_SIGNS } from "../boards/svg";
import type { CareerTable } from "../records/classes";
import type { StoryLine } from "../story/classes";
import { ARROW } from "../story/lineParts";
import { type Legend, makeLine, TONES, UNSEEN } from "../story/storyLine";
import * as sentences from "../storySentences";
import type { Chapter, Worded } from "./classes";
import { missionDebriefings, type Report } from "./reportData";

const MINUS = "\u2212";

/** The mark of rules that are not printed. */
const DAGGER = "\u2020";

const LEGEND_TEXTS: Readonly<Record<Legend, string>> = {
  [UNSEEN]: `${DAGGER} ${sentences.UNPRINTED_LEGEND}`,
  [TONES]: `${TONE_SIGNS.bad}bad news, ${TONE_SIGNS.good}good news`,
};

/** What the marks mean, for the head of a report. */
export const LEGEND = `${Object.values(LEGEND_TEXTS).join("; ")}.`;

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
      return makeWorded(`${TONE_SIGNS[line.tone]}${line.text}: ${before}${line.result}${mark}`);
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
