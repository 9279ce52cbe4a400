/** The luck of a report's game as a section of its page and of its Markdown. */

import type { LuckRecord, MeasuredLuck } from "../luck/classes";
import { hasThrows } from "../luck/measuring";
import { describeShare, formatTenths } from "../luck/wording";
import { type Markup, tag } from "../markup";
import * as sentences from "../storySentences";

/** The id of the section. */
const LUCK_ANCHOR = "luck";

/** The section of the page: the whole game, and of a career each mission, folded; nothing without throws. */
export function renderLuckSection(luck: LuckRecord): Markup[] {
  if (!hasThrows(luck.total)) return [];
  const missions = luck.missions.filter(({ measures }) => luck.career && hasThrows(measures));
  const folded = missions.flatMap(({ title, measures }) => [
    tag("h3", {}, title),
    renderLuckTable(title, measures, false),
  ]);
  return [
    tag(
      "section",
      { id: LUCK_ANCHOR },
      tag("h2", {}, sentences.LUCK_TITLE),
      tag("p", {}, sentences.LUCK_NOTE),
      renderLuckTable(sentences.LUCK_TITLE, luck.total, luck.career),
      luck.unjudged ? [tag("p", {}, sentences.luckUnjudged(luck.unjudged))] : [],
      folded.length ? [tag("details", {}, tag("summary", {}, sentences.LUCK_BY_MISSION), folded)] : [],
    ),
  ];
}

/** Render the measures of a mission or of the whole as a table, in a box that scrolls sideways. */
function renderLuckTable(title: string, measures: readonly MeasuredLuck[], isCareer: boolean): Markup {
  const heads = sentences.LUCK_COLUMNS.map((head) => (head ? tag("th", { scope: "col" }, head) : tag("td", {})));
  const rows = luckRows(measures, isCareer).map(([first, ...cells]) =>
    tag(
      "tr",
      {},
      tag("th", { scope: "row" }, first!),
      cells.map((cell) => tag("td", {}, cell)),
    ),
  );
  const table = tag("table", { class: "sheet" }, tag("thead", {}, tag("tr", {}, heads)), tag("tbody", {}, rows));
  return tag("div", { class: "wide", role: "group", "aria-label": title, tabindex: "0" }, table);
}

/** The cells of each measure that has counted throws. */
export function luckRows(measures: readonly MeasuredLuck[], isCareer: boolean): string[][] {
  return measures
    .filter((measured) => measured.throws > 0)
    .map(({ title, throws, counted, expected, deviation, better }) => [
      title,
      String(throws),
      String(counted),
      formatTenths(expected),
      formatTenths(deviation),
      deviation ? describeShare(better, isCareer) : "",
    ]);
}
