/** What each answer leads to, beside the answers: figures that grow while one looks. */

import type { Question } from "../../engine/question";
import { NO_OPTION } from "../../engine/question";
import { grouped } from "../../figures";
import { counted, listed } from "../../listing";
import type { Measured, MeasureTold } from "../../play/odds/classes";
import { type Asked, type Odds, uncountedNotes } from "../../play/odds/odds";
import { button, type Child, fill, h, sentence } from "../dom";
import type { Seat } from "./seat";

/** So many measures are shown at first, those that weigh most. */
const FIRST = 2;

/** Standard errors that a difference must be away from none to be called clear, and within which a figure is right 95 times in 100. */
const CLEAR = 1.96;

const ENDS = { mission: "the mission", career: "the campaign" };

/** Odds beside the answers of a question. */
export class OddsView {
  private readonly note = h("div", { class: "odds-note" });
  private last: readonly [Odds, boolean] | null = null;

  constructor(
    private readonly seat: Seat,
    private readonly asked: Question,
    private readonly within: HTMLElement,
    private everything: boolean,
  ) {
    fill(this.note, h("p", { role: "status" }, "Working out the odds …"));
    within.append(this.note);
    seat.odds.weigh(
      askedOf(seat, asked),
      (odds, done) => this.show(odds, done),
      (error) => fill(this.note, h("p", { role: "status" }, sentence(error))),
    );
  }

  /** Show them no more. */
  stop(): void {
    this.seat.odds.stop();
    this.note.remove();
    for (const place of this.within.querySelectorAll(".option .odds")) place.replaceChildren();
  }

  private show(odds: Odds, done: boolean): void {
    this.last = [odds, done];
    const measures = this.everything ? odds.measures : odds.measures.slice(0, FIRST);
    odds.answers.forEach((answer, at) => {
      const index = at < this.asked.options.length ? at : NO_OPTION;
      const place = this.within.querySelector(`.option[data-index="${index}"] .odds`);
      const figures = measures.map((measure, number) => figured(measure, answer.measured[number]!));
      if (place) fill(place, answer.name === odds.best && h("span", { class: "best" }, "★ serves best"), ...figures);
    });
    fill(this.note, ...this.told(odds, done));
  }

  private told(odds: Odds, done: boolean): Child[] {
    const more = odds.measures.length - FIRST;
    const all = button(
      this.everything ? "Only what weighs most" : `${counted(more, "measure")} of less weight`,
      () => {
        this.everything = !this.everything;
        if (this.last) this.show(...this.last);
      },
      { class: "quiet" },
    );
    return [
      h(
        "p",
        { role: done ? "status" : null },
        `${grouped(odds.runs)} runs of each answer to the end of ${ENDS[odds.until]}: other dice, and the autopilot goes on. `,
        verdict(odds),
      ),
      ...uncountedNotes(odds).map((note) => h("p", {}, note)),
      ...odds.answers
        .filter((each) => each.faults > 0)
        .map((each) =>
          h("p", {}, `${each.faults} runs of ${each.title} ended in a fault of the rules, and do not count.`),
        ),
      more > 0 && all,
    ];
  }
}

/** Which answer serves best, as far as the runs show, and what the differences are held against; empty where nothing matters. */
function verdict(odds: Odds): string {
  if (odds.best !== null) return "In brackets how they differ from the best with the same dice.";
  if (odds.against === null) return "";
  const titles = new Map(odds.answers.map(({ name, title }) => [name, title]));
  const level = odds.level.map((name) => titles.get(name)!);
  const of = level.length === odds.answers.length ? "" : ` of ${listed(level)}`;
  return `No answer${of} is better, as far as ${grouped(odds.runs)} runs show; in brackets how they differ from ${titles.get(odds.against)!} with the same dice.`;
}

function askedOf({ play }: Seat, question: Question): Asked {
  const { header, script, laid } = play.session;
  return { question, until: header.entry, args: header.args, seed: header.seed, script: [...script], laid };
}

/** What an answer leads to in one measure, and how that differs from the best. */
function figured(measure: MeasureTold, measured: Measured): Child {
  const { value, low, high, difference, error } = measured;
  if (value === null || low === null || high === null) return null;
  const isChance = measure.kind === "chance";
  const { words } = measure;
  const told = words.length
    ? wordsBetween(words, low, high)
    : figure(value, Math.max(value - low, high - value), isChance);
  const first = h("b", {}, told);
  return h(
    "span",
    { class: "figure" },
    `${measure.title} `,
    first,
    difference !== null && error !== null && [" ", differs(measure, difference, error)],
  );
}

function differs(measure: MeasureTold, difference: number, error: number): Child {
  if (difference === 0 && error === 0) return h("span", { class: "faint" }, "(the same)");
  const isClear = measure.matters !== "" && Math.abs(difference) >= CLEAR * error;
  const isBetter = difference > 0 === (measure.matters === "good");
  const kind = isClear ? (isBetter ? "good" : "bad") : "faint";
  const shown = figure(difference, CLEAR * error, measure.kind === "chance", true);
  return h("span", { class: kind }, measure.words.length ? `(${shown} steps)` : `(${shown})`);
}

/** The word nearest to where a mean of their numbers lies; of several the outermost two. */
function wordsBetween(words: readonly string[], low: number, high: number): string {
  const [first, last] = [low, high].map((at) => words[Math.min(Math.max(Math.round(at), 0), words.length - 1)]);
  return first === last ? first! : `${first} to ${last}`;
}

/** A figure with how far off it may be, and no more digits than that bears. */
function figure(value: number, reach: number, isChance: boolean, isSigned = false): string {
  const [shown, off] = isChance ? [100 * value, 100 * reach] : [value, reach];
  const digits = off >= 1 ? 0 : isChance || off >= 0.1 ? 1 : 2;
  const text = shown.toFixed(digits).replace("-", "−");
  const isNone = Number(shown.toFixed(digits)) === 0; // no difference that is seen has no sign
  const plus = isSigned && !isNone && shown > 0 ? "+" : "";
  return `${plus}${isNone ? text.replace("−", "") : text} ± ${off.toFixed(digits)}${isChance ? " %" : ""}`;
}
