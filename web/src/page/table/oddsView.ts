/** View of the odds beside each answer, updated while they are computed. */

import type { Question } from "../../engine/question";
import { NO_OPTION } from "../../engine/question";
import { joinNames, pluralize } from "../../listing";
import type { Horizon } from "../../modes";
import type { Measured, MeasureTold } from "../../play/odds/classes";
import { describeUncountedRuns, type Odds } from "../../play/odds/odds";
import * as sentences from "../../play/storySentences";
import { partition } from "../../text";
import { button, type Child, errorSentence, h, setChildren } from "../dom";

/** Number of measures shown at first, the most important ones. */
const SHOWN_MEASURES = 2;

/** The z-score of a significant difference, and of a 95 % interval. */
const SIGNIFICANT_ERRORS = 1.96;

const RUN_ENDS: Readonly<Record<Horizon, string>> = {
  mission: sentences.MISSION_END,
  career: sentences.CAMPAIGN_END,
  stage: sentences.STAGE_END,
};

/** Where odds come from. */
export interface OddsSource {
  /** Work them out: call `show` with them, each time that they have grown, or `fail`. */
  weigh(show: (odds: Odds, done: boolean) => void, fail: (error: unknown) => void): void;
  /** Stop working. */
  stop(): void;
}

/** The view of the odds beside the answers of a question, updated while they are computed. */
export class OddsView {
  private readonly note = h("div", { class: "odds-note" });
  private lastShown: readonly [Odds, boolean] | null = null;

  /**
   * Request the odds of a question, and show them in `container` as they grow: in all measures if `showsEverything`,
   * else in the weightiest.
   */
  constructor(
    private readonly source: OddsSource,
    private readonly question: Question,
    private readonly container: HTMLElement,
    private showsEverything: boolean,
  ) {
    setChildren(this.note, h("p", { role: "status" }, "Working out the odds …"));
    container.append(this.note);
    source.weigh(
      (odds, done) => this.show(odds, done),
      (error) => this.showError(error),
    );
  }

  /** Show why there are no odds, in sight: the answers above may fill the window. */
  private showError(error: unknown): void {
    setChildren(this.note, h("p", { role: "status" }, errorSentence(error)));
    this.note.scrollIntoView({ block: "center" });
  }

  /** Stop the computation, and remove the odds from the page. */
  stop(): void {
    this.source.stop();
    this.note.remove();
    for (const place of this.container.querySelectorAll(".option .odds")) place.replaceChildren();
  }

  /** Show odds beside the answers; `done` tells that they grow no further. */
  private show(odds: Odds, done: boolean): void {
    this.lastShown = [odds, done];
    const measures = this.showsEverything ? odds.measures : odds.measures.slice(0, SHOWN_MEASURES);
    odds.answers.forEach((answer, at) => {
      const index = at < this.question.options.length ? at : NO_OPTION;
      const place = this.container.querySelector(`.option[data-index="${index}"] .odds`);
      const figures = measures.map((measure, number) => renderFigures(measure, answer.measured[number]!));
      if (place)
        setChildren(place, answer.name === odds.best && h("span", { class: "best" }, "★ serves best"), ...figures);
    });
    setChildren(this.note, ...this.noteContent(odds, done));
  }

  /**
   * Render the note below the odds: number of simulated runs, best answer, runs that do not count, and a button for
   * further measures.
   */
  private noteContent(odds: Odds, done: boolean): Child[] {
    const more = odds.measures.length - SHOWN_MEASURES;
    const all = button(
      this.showsEverything ? "Only what weighs most" : `${pluralize(more, "measure")} of less weight`,
      () => {
        this.showsEverything = !this.showsEverything;
        if (this.lastShown) this.show(...this.lastShown);
      },
      { class: "quiet" },
    );
    return [
      h(
        "p",
        { role: done ? "status" : null },
        `${sentences.oddsBasis(odds.runs, RUN_ENDS[odds.until])} `,
        describeVerdict(odds),
      ),
      describeForecasts(odds),
      describeWorseMark(odds),
      ...describeUncountedRuns(odds).map((note) => h("p", {}, note)),
      ...odds.answers
        .filter((each) => each.faults > 0)
        .map((each) => h("p", {}, sentences.faultyRuns(each.faults, each.title))),
      more > 0 && all,
    ];
  }
}

/** Describe whether an answer is best, and with which answer the others are compared; empty if no measure decides. */
function describeVerdict(odds: Odds): string {
  if (odds.best !== null) return "In brackets how they differ from the best with the same dice.";
  if (odds.against === null) return "";
  const titles = new Map(odds.answers.map(({ name, title }) => [name, title]));
  const level = odds.level.map((name) => titles.get(name)!);
  const of = level.length === odds.answers.length ? "" : ` of ${joinNames(level)}`;
  return `${sentences.noBetterAnswer(of, odds.runs)}; in brackets how they differ from ${titles.get(odds.against)!} with the same dice.`;
}

/** Describe which measures are forecasts of the campaign's end; null if none is one. */
function describeForecasts(odds: Odds): Child {
  const titles = odds.measures.filter((measure) => measure.forecast).map((measure) => measure.title);
  return titles.length > 0 && h("p", {}, sentences.expectedAtEnd(joinNames(titles)));
}

/** Describe that the marked answer is worse than the one that others are compared with; null if no runs show that. */
function describeWorseMark(odds: Odds): Child {
  if (odds.worseMark === null || odds.against === null) return null;
  const titles = new Map(odds.answers.map(({ name, title }) => [name, title]));
  return h("p", {}, sentences.markIsWorse(titles.get(odds.worseMark)!, titles.get(odds.against)!));
}

/** Render the value of a measure for an answer, and its difference from the baseline answer. */
function renderFigures(measure: MeasureTold, measured: Measured): Child {
  const { value, low, high, difference, error } = measured;
  if (value === null || low === null || high === null) return null;
  const isChance = measure.kind === "chance";
  const { words } = measure;
  const text = words.length
    ? wordsForInterval(words, low, high)
    : describeFigure(value, Math.max(value - low, high - value), isChance);
  const first = h("b", {}, text);
  return h(
    "span",
    { class: "figure" },
    `${measure.title} `,
    first,
    difference !== null && error !== null && [" ", describeDifference(measure, difference, error)],
  );
}

/** Render an answer's difference from the baseline in a measure; colours mark a clear advantage or disadvantage. */
function describeDifference(measure: MeasureTold, difference: number, error: number): Child {
  if (difference === 0 && error === 0) return h("span", { class: "faint" }, `(${sentences.SAME_FIGURE})`);
  const isClear = measure.matters !== "" && Math.abs(difference) >= SIGNIFICANT_ERRORS * error;
  const isBetter = difference > 0 === (measure.matters === "good");
  const kind = isClear ? (isBetter ? "good" : "bad") : "faint";
  const text = describeFigure(difference, SIGNIFICANT_ERRORS * error, measure.kind === "chance", true);
  const [number, reach] = splitFigure(text);
  if (Number(number) === 0) return h("span", { class: "faint" }, `(${sentences.SAME_FIGURE} ${reach})`);
  return h("span", { class: kind }, measure.words.length ? `(${text} steps)` : `(${text})`);
}

/** Split a figure into its number and its margin: `0.0` and `± 0.8 %`. */
function splitFigure(text: string): [string, string] {
  const [number, , reach] = partition(text, " ");
  return [number, reach];
}

/** Name the enum values nearest to an interval of indices; of several only the outermost two. */
function wordsForInterval(words: readonly string[], low: number, high: number): string {
  const [first, last] = [low, high].map((at) => words[Math.min(Math.max(Math.round(at), 0), words.length - 1)]);
  return first === last ? first! : `${first} to ${last}`;
}

/** Format a value with its margin of error, with significant digits only: `12.5 ± 0.8 %`. */
function describeFigure(value: number, margin: number, isChance: boolean, isSigned = false): string {
  const [scaled, shownMargin] = isChance ? [100 * value, 100 * margin] : [value, margin];
  const digits = shownMargin >= 1 ? 0 : isChance || shownMargin >= 0.1 ? 1 : 2;
  const text = scaled.toFixed(digits).replace("-", "−");
  const isNone = Number(scaled.toFixed(digits)) === 0; // a difference that rounds to 0 has no sign
  const plus = isSigned && !isNone && scaled > 0 ? "+" : "";
  return `${plus}${isNone ? text.replace("−", "") : text} ± ${shownMargin.toFixed(digits)}${isChance ? " %" : ""}`;
}
