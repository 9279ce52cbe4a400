/** Charts of a career: what was counted of each mission, in their order. */

import type { Tone } from "../../modes";
import { formatFixed, groupThousands } from "../../numberFormat";
import type { Counted, Debriefing } from "../debriefing/classes";
import { type Markup, tag } from "../markup";
import * as sentences from "../storySentences";

/** The paper of a chart, and what is left free around its field, in pixels. */
const WIDTH = 340;
const HEIGHT = 190;
const MARGIN_LEFT = 40;
const MARGIN_RIGHT = 6;
const MARGIN_TOP = 20;
const MARGIN_BOTTOM = 24;

/** The part of the field that a column takes at most. */
const MAX_BAR_WIDTH = 0.12;

/** What it is to have less than nothing of what is good, or bad. */
const OPPOSITE_TONES: Readonly<Record<Tone, Tone>> = { good: "bad", bad: "good", "": "" };

/** Of fewer missions there is nothing to be drawn. */
const MIN_MISSIONS = 2;

/** Missions by their titles, each with its number. */
type MissionNumbers = readonly (readonly [mission: string, number: number])[];

/** A stretch of numbers, with marks at whole multiples of a step. */
interface Scale {
  readonly low: number;
  readonly high: number;
  readonly step: number;
}

/** A chart for each tally that came to different numbers. */
export function renderCharts(ends: readonly Debriefing[]): Markup[] {
  if (ends.length < MIN_MISSIONS) return [];
  const talliesByTitle = new Map<string, [mission: string, tally: Counted][]>();
  for (const end of ends) {
    for (const tally of end.tallies)
      talliesByTitle.set(tally.title, [...(talliesByTitle.get(tally.title) ?? []), [end.title, tally]]);
  }
  const drawn: Markup[] = [];
  for (const [title, tallies] of talliesByTitle) {
    const numbers = tallies.flatMap(([mission, { number }]) => (number === null ? [] : [[mission, number] as const]));
    if (new Set(numbers.map(([, number]) => number)).size < 2) continue;
    const isShare = tallies.every(([, tally]) => tally.value === "yes" || tally.value === "no");
    drawn.push(renderFigure(title, tallies[0]![1].matters, numbers, isShare));
  }
  return drawn;
}

/** What numbers come to: `9 of 25`, `12 together, 0.5 a mission`; per cents do not add up. */
function describeSum(title: string, numbers: readonly number[], isShare: boolean): string {
  const total = numbers.reduce((sum, number) => sum + number, 0);
  const mean = sentences.meanPerMission(formatFixed(total / numbers.length, 1).replace("-0.0", "0.0"));
  if (isShare) return sentences.shareOfMissions(total, numbers.length);
  return title.includes("%") ? sentences.meanPercentage(mean) : sentences.sumAndMean(total, mean);
}

/** A chart with its sum, and its numbers in a table. */
function renderFigure(title: string, matters: Tone, numbers: MissionNumbers, isShare: boolean): Markup {
  const values = numbers.map(([, number]) => number);
  const sum = describeSum(title, values, isShare);
  const rows = numbers.map(([mission, number]) =>
    tag("tr", {}, tag("th", { scope: "row" }, mission), tag("td", {}, groupThousands(number))),
  );
  const heads = tag("tr", {}, tag("th", { scope: "col" }, "mission"), tag("th", { scope: "col" }, "number"));
  const figures = tag("table", { class: "plain" }, tag("thead", {}, heads), tag("tbody", {}, rows));
  return tag(
    "figure",
    {},
    tag("figcaption", {}, tag("strong", {}, title), " ", tag("span", {}, sum)),
    renderColumns(`${title}: ${sum}`, matters, numbers),
    tag("details", {}, tag("summary", {}, "Figures"), figures),
  );
}

/** A column for each mission, up or down from nothing. */
function renderColumns(title: string, matters: Tone, numbers: MissionNumbers): Markup {
  const values = numbers.map(([, number]) => number);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = Math.max(1, Math.round(roundStep(high - low, 4)));
  const vertical = { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step, step };
  const attributes = { class: "histogram", role: "img", viewBox: `0 0 ${WIDTH} ${HEIGHT}` };
  const field = [...renderYAxis(vertical), ...renderBars(numbers, vertical, matters), ...renderXAxis(values.length)];
  return tag("svg", attributes, tag("title", {}, title), field);
}

/** The columns, each with its mission and number for who points at it; less than nothing of what is good is bad. */
function renderBars(numbers: MissionNumbers, vertical: Scale, matters: Tone): Markup[] {
  const each = 1 / numbers.length;
  const wide = Math.min(0.8 * each, MAX_BAR_WIDTH);
  return [1, -1].flatMap((sign) => {
    const shapes = [...numbers.entries()].flatMap(([at, [mission, number]]) => {
      if (number * sign <= 0) return [];
      const [above, zero] = [yAt(scalePosition(vertical, number)), yAt(scalePosition(vertical, 0))];
      const [top, foot] = [Math.min(above, zero), Math.max(above, zero)];
      const [left, right] = [xAt((at + 0.5) * each - wide / 2), xAt((at + 0.5) * each + wide / 2)];
      const shape = tag("rect", { x: left, y: top, width: right - left, height: foot - top });
      return [tag("g", {}, tag("title", {}, `${mission}: ${groupThousands(number)}`), shape)];
    });
    return shapes.length
      ? [tag("g", { class: `bars ${sign > 0 ? matters : OPPOSITE_TONES[matters]}`.trim() }, shapes)]
      : [];
  });
}

/** Numbers at the left, and a line through the field for each. */
function renderYAxis(vertical: Scale): Markup[] {
  return tickValues(vertical).flatMap((mark) => {
    const y = yAt(scalePosition(vertical, mark));
    return [
      tag("line", { class: mark ? "grid" : "base", x1: MARGIN_LEFT, x2: WIDTH - MARGIN_RIGHT, y1: y, y2: y }),
      tag("text", { x: MARGIN_LEFT - 6, y: y + 4, "text-anchor": "end" }, groupThousands(mark)),
    ];
  });
}

/** Numbers of missions under the field. */
function renderXAxis(missionCount: number): Markup[] {
  const every = Math.max(1, Math.round(roundStep(missionCount, 8)));
  const numbers = [1];
  for (let number = Math.max(2, every); number <= missionCount; number += every) numbers.push(number);
  return numbers.map((number) =>
    tag("text", { x: xAt((number - 0.5) / missionCount), y: HEIGHT - 6, "text-anchor": "middle" }, String(number)),
  );
}

/** The smallest of 1, 2, 5, 10, 20, ... and their tenths of which no more than so many make up a stretch. */
function roundStep(span: number, maxSteps: number): number {
  const minStep = span / maxSteps;
  const power = 10 ** Math.floor(Math.log10(minStep));
  return power * [1, 2, 5, 10].find((factor) => power * factor >= minStep * (1 - 1e-9))!;
}

/** Where a number lies on a scale, 0 to 1. */
function scalePosition({ low, high }: Scale, number: number): number {
  return (number - low) / (high - low);
}

/** The numbers that are marked. */
function tickValues({ low, high, step }: Scale): number[] {
  return Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) => low + at * step);
}

/** A place in the field, from the left. */
function xAt(at: number): number {
  return MARGIN_LEFT + at * (WIDTH - MARGIN_LEFT - MARGIN_RIGHT);
}

/** A place in the field, from below. */
function yAt(at: number): number {
  return HEIGHT - MARGIN_BOTTOM - at * (HEIGHT - MARGIN_TOP - MARGIN_BOTTOM);
}
