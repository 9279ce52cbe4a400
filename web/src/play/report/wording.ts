/** Lines of the story in words, parted into what it is about, how dice fell, and what came of it. */

import { unreachable } from "../../closed";
import { begun } from "../../text";
import { SIGNS } from "../boards/vector";
import type { CareerTable } from "../records/classes";
import type { StoryLine } from "../story/classes";
import { type Legend, storyLine, TONES, UNSEEN } from "../story/line";
import { ARROW } from "../story/parts";
import type { Chapter, Worded } from "./classes";
import { endsOf, type Report } from "./gathering";

const MINUS = "\u2212";

/** Behind what is not printed. */
const DAGGER = "\u2020";

const LEGENDS: Readonly<Record<Legend, string>> = {
  [UNSEEN]: `${DAGGER} not printed, or worked out from what is not`,
  [TONES]: `${SIGNS.bad}bad news, ${SIGNS.good}good news`,
};

/** A line of the story in words. */
export function worded(line: StoryLine): Worded {
  const mark = line.isUnseen ? DAGGER : "";
  switch (line.kind) {
    case "heading":
      return said(line.names.join(" \u203a "));
    case "roll": {
      const given = line.names.length ? ` (${line.names.join(", ")})` : "";
      return said(`${line.text}${given}${mark}`, line.result, fell(line));
    }
    case "result":
      return said(line.text + mark, line.result);
    case "answer": {
      const asked = line.by ? `${line.text} (${line.by})` : line.text;
      return said(asked, line.result + (line.behind ? ` (${line.behind})` : ""));
    }
    case "change": {
      const before = line.dice ? `${line.dice} ${ARROW} ` : "";
      return said(`${SIGNS[line.tone]}${line.text}: ${before}${line.result}${mark}`);
    }
    case "joins":
    case "leaves": {
      const joins = line.kind === "joins";
      const sign = joins && line.text ? `${line.text}:` : joins ? "+" : MINUS;
      return said(`${sign} ${line.names.join(", ")}${mark}`);
    }
    case "legend":
      return said(LEGENDS[line.text as Legend]);
    case "chapter":
    case "news":
    case "limit":
    case "end":
      return said(SIGNS[line.tone] + line.text + mark);
    default:
      return unreachable(line.kind);
  }
}

function said(text: string, result = "", dice = ""): Worded {
  return { text, dice, result };
}

/** How dice fell, with what changed them: `2+1 −1 gale = 2`; why there were none. */
function fell(line: StoryLine): string {
  if (line.reason) return line.reason;
  const told = [line.dice, ...line.modifiers].join(" ").replaceAll("-", MINUS);
  return line.total ? `${told} = ${line.total.replaceAll("-", MINUS)}` : told;
}

/** Whether a line is told in the books only: a change that is neither good nor bad, or was said in words. */
export function isOfBooks(line: StoryLine): boolean {
  return line.kind === "change" && !line.tone;
}

/** Lines of which those of elements that join, or leave, one after the other are one. */
export function gathered(lines: readonly StoryLine[]): StoryLine[] {
  const found: StoryLine[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    const isOne = last?.kind === line.kind && last.text === line.text && last.depth === line.depth;
    if (isOne && (line.kind === "joins" || line.kind === "leaves")) {
      found[found.length - 1] = storyLine(line.kind, { ...last, names: [...last.names, ...line.names] });
    } else found.push(line);
  }
  return found;
}

/** What a report tells of, in a few words: `Campaign, 25 missions played`, `Mission 11`. */
export function whatWasPlayed(report: Report): string {
  const { entry, args } = report.header;
  if (report.career === null) {
    const titled = report.chapters.find((chapter) => chapter.title);
    return titled?.title ?? [begun(entry), ...args].join(" ");
  }
  const many = endsOf(report).length;
  return `Campaign, ${many} ${many === 1 ? "mission" : "missions"} played`;
}

/** What heads each chapter; of several with the same title, from the second on, which it is. */
export function titlesOf(chapters: readonly Chapter[]): string[] {
  const seen = new Map<string, number>();
  return chapters.map((chapter) => {
    const title = chapter.title || "Before it begins";
    const number = (seen.get(title) ?? 0) + 1;
    seen.set(title, number);
    return number > 1 ? `${title} (${number})` : title;
  });
}

/** How it ended, or where it stands. */
export function howItEnded({ isOver, outcome }: Report): string {
  if (!isOver) return outcome ? `It goes on: ${outcome}.` : "It goes on.";
  return outcome ? `${begun(outcome.replace(/\.+$/, ""))}.` : "It is over.";
}

/** The heads and the rows of a table, without columns in which nothing stands; the first says what a row is of. */
export function toldTable({ columns, rows }: CareerTable): { heads: string[]; rows: string[][] } {
  const used = [...columns.keys()].filter((at) => at === 0 || rows.some((row) => row[at]));
  return {
    heads: used.map((at) => begun(columns[at]!.title)),
    rows: rows.map((row) => used.map((at) => (at ? row[at]! : begun(row[0]!)))),
  };
}

/** What is counted of a career and does not stand in its record already. */
export function countedBesides({ career, tallies }: Report): (readonly [string, string])[] {
  const facts = new Set(career?.facts.map((fact) => `${fact.title.toLowerCase()}: ${fact.value}`));
  const rest = tallies.filter((tally) => !facts.has(`${tally.title.toLowerCase()}: ${tally.value}`));
  return rest.map((tally) => [tally.title, tally.value]);
}
