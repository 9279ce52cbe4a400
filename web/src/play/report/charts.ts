/** Charts of a career: what was counted of each mission, in their order. */

import { fixed, grouped } from "../../figures";
import type { Tone } from "../../modes";
import type { Counted, Debriefing } from "../debriefing/classes";
import { type Markup, tag } from "../markup";

/** The paper of a chart, and what is left free around its field, in pixels. */
const WIDTH = 340;
const HEIGHT = 190;
const LEFT = 40;
const RIGHT = 6;
const TOP = 20;
const BOTTOM = 24;

/** The part of the field that a column takes at most. */
const WIDEST = 0.12;

/** What it is to have less than nothing of what is good, or bad. */
const OTHER: Readonly<Record<Tone, Tone>> = { good: "bad", bad: "good", "": "" };

/** Of fewer missions there is nothing to be drawn. */
const FEWEST = 2;

/** Missions by their titles, each with its number. */
type Numbers = readonly (readonly [mission: string, number: number])[];

/** A stretch of numbers, with marks at whole multiples of a step. */
interface Scale {
  readonly low: number;
  readonly high: number;
  readonly step: number;
}

/** A chart for each tally that came to different numbers. */
export function charts(ends: readonly Debriefing[]): Markup[] {
  if (ends.length < FEWEST) return [];
  const found = new Map<string, [mission: string, tally: Counted][]>();
  for (const end of ends) {
    for (const tally of end.tallies) found.set(tally.title, [...(found.get(tally.title) ?? []), [end.title, tally]]);
  }
  const drawn: Markup[] = [];
  for (const [title, tallies] of found) {
    const numbers = tallies.flatMap(([mission, { number }]) => (number === null ? [] : [[mission, number] as const]));
    if (new Set(numbers.map(([, number]) => number)).size < 2) continue;
    const isShare = tallies.every(([, tally]) => tally.value === "yes" || tally.value === "no");
    drawn.push(figure(title, tallies[0]![1].matters, numbers, isShare));
  }
  return drawn;
}

/** What numbers come to: `9 of 25`, `12 together, 0.5 a mission`; per cents do not add up. */
function summed(title: string, numbers: readonly number[], isShare: boolean): string {
  const total = numbers.reduce((sum, number) => sum + number, 0);
  const mean = `${fixed(total / numbers.length, 1).replace("-0.0", "0.0")} a mission`;
  if (isShare) return `${grouped(total)} of ${grouped(numbers.length)}`;
  return title.includes("%") ? `${mean}, on average` : `${grouped(total)} together, ${mean}`;
}

/** A chart with its sum, and its numbers in a table. */
function figure(title: string, matters: Tone, numbers: Numbers, isShare: boolean): Markup {
  const values = numbers.map(([, number]) => number);
  const said = summed(title, values, isShare);
  const rows = numbers.map(([mission, number]) =>
    tag("tr", {}, tag("th", { scope: "row" }, mission), tag("td", {}, grouped(number))),
  );
  const heads = tag("tr", {}, tag("th", { scope: "col" }, "mission"), tag("th", { scope: "col" }, "number"));
  const figures = tag("table", { class: "plain" }, tag("thead", {}, heads), tag("tbody", {}, rows));
  return tag(
    "figure",
    {},
    tag("figcaption", {}, tag("strong", {}, title), " ", tag("span", {}, said)),
    columns(`${title}: ${said}`, matters, numbers),
    tag("details", {}, tag("summary", {}, "Figures"), figures),
  );
}

/** A column for each mission, up or down from nothing. */
function columns(title: string, matters: Tone, numbers: Numbers): Markup {
  const values = numbers.map(([, number]) => number);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = Math.max(1, Math.round(roundStep(high - low, 4)));
  const up = { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step, step };
  const attributes = { class: "histogram", role: "img", viewBox: `0 0 ${WIDTH} ${HEIGHT}` };
  const field = [...side(up), ...bars(numbers, up, matters), ...below(values.length)];
  return tag("svg", attributes, tag("title", {}, title), field);
}

/** The columns, each with its mission and number for who points at it; less than nothing of what is good is bad. */
function bars(numbers: Numbers, up: Scale, matters: Tone): Markup[] {
  const each = 1 / numbers.length;
  const wide = Math.min(0.8 * each, WIDEST);
  return [1, -1].flatMap((sign) => {
    const shapes = [...numbers.entries()].flatMap(([at, [mission, number]]) => {
      if (number * sign <= 0) return [];
      const [above, zero] = [yOf(placeOn(up, number)), yOf(placeOn(up, 0))];
      const [top, foot] = [Math.min(above, zero), Math.max(above, zero)];
      const [left, right] = [xOf((at + 0.5) * each - wide / 2), xOf((at + 0.5) * each + wide / 2)];
      const shape = tag("rect", { x: left, y: top, width: right - left, height: foot - top });
      return [tag("g", {}, tag("title", {}, `${mission}: ${grouped(number)}`), shape)];
    });
    return shapes.length ? [tag("g", { class: `bars ${sign > 0 ? matters : OTHER[matters]}`.trim() }, shapes)] : [];
  });
}

/** Numbers at the left, and a line through the field for each. */
function side(up: Scale): Markup[] {
  return marksOf(up).flatMap((mark) => {
    const y = yOf(placeOn(up, mark));
    return [
      tag("line", { class: mark ? "grid" : "base", x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y }),
      tag("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, grouped(mark)),
    ];
  });
}

/** Numbers of missions under the field. */
function below(many: number): Markup[] {
  const every = Math.max(1, Math.round(roundStep(many, 8)));
  const numbers = [1];
  for (let number = Math.max(2, every); number <= many; number += every) numbers.push(number);
  return numbers.map((number) =>
    tag("text", { x: xOf((number - 0.5) / many), y: HEIGHT - 6, "text-anchor": "middle" }, String(number)),
  );
}

/** The smallest of 1, 2, 5, 10, 20, ... and their tenths of which no more than so many make up a stretch. */
function roundStep(span: number, most: number): number {
  const least = span / most;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * [1, 2, 5, 10].find((factor) => power * factor >= least * (1 - 1e-9))!;
}

/** Where a number lies on a scale, 0 to 1. */
function placeOn({ low, high }: Scale, number: number): number {
  return (number - low) / (high - low);
}

/** The numbers that are marked. */
function marksOf({ low, high, step }: Scale): number[] {
  return Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) => low + at * step);
}

/** A place in the field, from the left. */
function xOf(at: number): number {
  return LEFT + at * (WIDTH - LEFT - RIGHT);
}

/** A place in the field, from below. */
function yOf(at: number): number {
  return HEIGHT - BOTTOM - at * (HEIGHT - TOP - BOTTOM);
}
