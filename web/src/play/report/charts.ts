/** Charts of a career: the tallies of each mission, in order. */

import type { Tone } from "../../modes";
import { formatFixed, groupThousands } from "../../numberFormat";
import type { Counted, Debriefing } from "../debriefing/classes";
import { type Markup, tag } from "../markup";
import * as sentences from "../storySentences";

/** The size and margins of a chart, in pixels. */
const WIDTH = 340;
const HEIGHT = 190;
const MARGIN_LEFT = 40;
const MARGIN_RIGHT = 6;
const MARGIN_TOP = 20;
const MARGIN_BOTTOM = 24;

/** The maximum width of a bar, as a share of the plot area. */
const MAX_BAR_WIDTH = 0.12;

/** The tone of negative values of a tally that is good or bad. */
const OPPOSITE_TONES: Readonly<Record<Tone, Tone>> = { good: "bad", bad: "good", "": "" };

/** The height of a strip of marks, the maximum width of a mission in it, and the height of a mark. */
const STRIP_HEIGHT = 36;
const STRIP_SLOT = 24;
const STRIP_MARK = 16;

/** The minimum number of missions for a chart. */
const MIN_MISSIONS = 2;

/** The title and the number of each mission. */
type MissionNumbers = readonly (readonly [mission: string, number: number])[];

/** A numeric scale, with ticks at multiples of a step. */
interface Scale {
  readonly low: number;
  readonly high: number;
  readonly step: number;
}

/** Draw a chart for each tally (statistic) that varies between missions, given the states at their ends. */
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

/** Describe the sum of numbers: `9 of 25` for yes and no, `12 together, 0.5 a mission` for others. */
function describeSum(title: string, numbers: readonly number[], isShare: boolean): string {
  const total = numbers.reduce((sum, number) => sum + number, 0);
  const mean = sentences.meanPerMission(formatFixed(total / numbers.length, 1).replace("-0.0", "0.0"));
  if (isShare) return sentences.shareOfMissions(total, numbers.length);
  return title.includes("%") ? sentences.meanPercentage(mean) : sentences.sumAndMean(total, mean);
}

/** Draw a chart of numbers with their sum as its caption, and the numbers in a table. */
function renderFigure(title: string, tone: Tone, numbers: MissionNumbers, isShare: boolean): Markup {
  const values = numbers.map(([, number]) => number);
  const sum = describeSum(title, values, isShare);
  const caption = tag("figcaption", {}, tag("strong", {}, title), " ", tag("span", {}, sum));
  if (values.every((number) => Math.abs(number) <= 1)) {
    return tag("figure", {}, caption, renderStrip(`${title}: ${sum}`, tone, numbers));
  }
  const rows = numbers.map(([mission, number]) =>
    tag("tr", {}, tag("th", { scope: "row" }, mission), tag("td", {}, groupThousands(number))),
  );
  const heads = tag("tr", {}, tag("th", { scope: "col" }, "mission"), tag("th", { scope: "col" }, "number"));
  const figures = tag("table", { class: "plain" }, tag("thead", {}, heads), tag("tbody", {}, rows));
  return tag(
    "figure",
    {},
    caption,
    renderColumns(`${title}: ${sum}`, tone, numbers),
    tag("details", {}, tag("summary", {}, "Figures"), figures),
  );
}

/** Draw a tally of 1, 0 and -1 as a strip: a mark up for each 1, down for each -1, a dot for each 0. */
function renderStrip(title: string, tone: Tone, numbers: MissionNumbers): Markup {
  const slotWidth = Math.min(WIDTH / numbers.length, STRIP_SLOT);
  const hasNegative = numbers.some(([, number]) => number < 0);
  const middle = hasNegative ? STRIP_HEIGHT / 2 : STRIP_HEIGHT - STRIP_MARK / 2;
  const width = 0.7 * slotWidth;
  const marks = numbers.map(([mission, number], at) => {
    const x = (at + 0.5) * slotWidth;
    const shape = number
      ? tag("rect", { x: x - width / 2, y: number > 0 ? middle - STRIP_MARK : middle, width, height: STRIP_MARK })
      : tag("circle", { cx: x, cy: middle, r: 1.5 });
    const shown = number ? (number > 0 ? tone : OPPOSITE_TONES[tone]) : "";
    const label = tag("title", {}, `${mission}: ${groupThousands(number)}`);
    return tag("g", { class: `bars ${shown || "none"}` }, label, shape);
  });
  const attributes = { class: "strip", role: "img", viewBox: `0 0 ${WIDTH} ${STRIP_HEIGHT}` };
  return tag("svg", attributes, tag("title", {}, title), marks);
}

/** Draw a bar chart with a bar for each mission, up or down from 0. */
function renderColumns(title: string, tone: Tone, numbers: MissionNumbers): Markup {
  const values = numbers.map(([, number]) => number);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = Math.max(1, Math.round(roundStep(high - low, 4)));
  const scale = { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step, step };
  const attributes = { class: "histogram", role: "img", viewBox: `0 0 ${WIDTH} ${HEIGHT}` };
  const field = [...renderYAxis(scale), ...renderBars(numbers, scale, tone), ...renderXAxis(values.length)];
  return tag("svg", attributes, tag("title", {}, title), field);
}

/** Draw the bars of a chart, each with a tooltip; negative numbers have the opposite tone. */
function renderBars(numbers: MissionNumbers, scale: Scale, tone: Tone): Markup[] {
  const each = 1 / numbers.length;
  const wide = Math.min(0.8 * each, MAX_BAR_WIDTH);
  return [1, -1].flatMap((sign) => {
    const shapes = [...numbers.entries()].flatMap(([at, [mission, number]]) => {
      if (number * sign <= 0) return [];
      const [above, zero] = [yAt(scalePosition(scale, number)), yAt(scalePosition(scale, 0))];
      const [top, foot] = [Math.min(above, zero), Math.max(above, zero)];
      const [left, right] = [xAt((at + 0.5) * each - wide / 2), xAt((at + 0.5) * each + wide / 2)];
      const shape = tag("rect", { x: left, y: top, width: right - left, height: foot - top });
      return [tag("g", {}, tag("title", {}, `${mission}: ${groupThousands(number)}`), shape)];
    });
    return shapes.length ? [tag("g", { class: `bars ${sign > 0 ? tone : OPPOSITE_TONES[tone]}`.trim() }, shapes)] : [];
  });
}

/** Draw a chart's y axis: numbers at the left, each with a grid line. */
function renderYAxis(scale: Scale): Markup[] {
  return tickValues(scale).flatMap((mark) => {
    const y = yAt(scalePosition(scale, mark));
    return [
      tag("line", { class: mark ? "grid" : "base", x1: MARGIN_LEFT, x2: WIDTH - MARGIN_RIGHT, y1: y, y2: y }),
      tag("text", { x: MARGIN_LEFT - 6, y: y + 4, "text-anchor": "end" }, groupThousands(mark)),
    ];
  });
}

/** Draw a chart's x axis: the mission numbers. */
function renderXAxis(missionCount: number): Markup[] {
  const every = Math.max(1, Math.round(roundStep(missionCount, 8)));
  const numbers = [1];
  for (let number = Math.max(2, every); number <= missionCount; number += every) numbers.push(number);
  return numbers.map((number) =>
    tag("text", { x: xAt((number - 0.5) / missionCount), y: HEIGHT - 6, "text-anchor": "middle" }, String(number)),
  );
}

/** The smallest step of 1, 2 or 5 times a power of ten that divides a span into at most `maxSteps`. */
function roundStep(span: number, maxSteps: number): number {
  const minStep = span / maxSteps;
  const power = 10 ** Math.floor(Math.log10(minStep));
  return power * [1, 2, 5, 10].find((factor) => power * factor >= minStep * (1 - 1e-9))!;
}

/** The relative position of a number on a scale, 0 to 1. */
function scalePosition({ low, high }: Scale, number: number): number {
  return (number - low) / (high - low);
}

/** The numbers at the ticks of a scale. */
function tickValues({ low, high, step }: Scale): number[] {
  return Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) => low + at * step);
}

/** The x coordinate, in the plot area, of a relative position from 0 (left) to 1 (right). */
function xAt(at: number): number {
  return MARGIN_LEFT + at * (WIDTH - MARGIN_LEFT - MARGIN_RIGHT);
}

/** The y coordinate, in the plot area, of a relative height from 0 (bottom) to 1 (top). */
function yAt(at: number): number {
  return HEIGHT - MARGIN_BOTTOM - at * (HEIGHT - MARGIN_TOP - MARGIN_BOTTOM);
}
