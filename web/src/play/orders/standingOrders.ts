/**
 * Standing orders: answers given before they are asked for, and for how long they stand.
 *
 * An order never gives a grave answer, and where its answer is not offered it is passed over.
 */

import { unreachable } from "../../closed";
import type { View } from "../../engine/classes";
import { isGrave, NO_OPTION, type Question } from "../../engine/question";
import type { Level } from "../../modes";
import type { Hole } from "../../rules/program";
import * as sentences from "../sentences";
import type { Heading } from "../story/classes";
import type { Headings } from "../story/headings";
import * as story from "../storySentences";

/** What is asked at each level. */
export const LEVEL_TEXTS: Readonly<Record<Level, string>> = {
  all: story.ALL_LEVEL,
  sensible: story.SENSIBLE_LEVEL,
  grave: story.GRAVE_LEVEL,
};

/** Stands in the wording of a question for what is different each time. */
const HOLE_TEXT = "…";

/** A standing order. */
export interface Order {
  /** The stable name of the question that it answers; empty for every question. */
  readonly id: string;
  /** The question as it reads each time, holes left out. */
  readonly wording: string;
  /** The stable name of the answer; empty for what the autopilot would answer. */
  readonly answer: string;
  /** The same for reading. */
  readonly title: string;
  /** The heading for as long as which it stands; null where it does not end with one. */
  readonly during: Heading | null;
  /** The name of the procedure or step at whose beginning it ends; empty where it does not end with one. */
  readonly until: string;
  /** The same for reading. */
  readonly untilTitle: string;
  /** Whether it ends with good or bad news, and before a grave question. */
  readonly untilNews: boolean;
  /** How many events had happened when it was given. */
  readonly since: number;
}

/** An order to let the autopilot answer everything, to the end. */
export function autoOrder(since: number): Order {
  return {
    id: "",
    wording: "",
    answer: "",
    title: "",
    during: null,
    until: "",
    untilTitle: "",
    untilNews: false,
    since,
  };
}

/** Whether it lets the autopilot answer every question. */
export function isAuto(order: Order): boolean {
  return order.id === "";
}

/** For how long it stands, in words. */
export function describeTerm(order: Order): string {
  if (order.during !== null) return sentences.duringHeading(order.during.title || order.during.name);
  if (order.until) return sentences.untilPoint(order.untilTitle);
  if (order.untilNews) return sentences.UNTIL_NEWS;
  return isAuto(order) ? sentences.UNTIL_END : sentences.ALWAYS_TERM;
}

/** An order in words. */
export function describeOrder(order: Order): string {
  if (isAuto(order)) return sentences.autopilotOrder(describeTerm(order));
  return sentences.answerOrder(order.wording, order.title || sentences.AUTOPILOT_ANSWER, describeTerm(order));
}

/** Whether an order is another one, changed: for the same question, to stand as long. */
export function replaces(order: Order, other: Order): boolean {
  return order.id === other.id && (isAuto(order) || describeTerm(order) === describeTerm(other));
}

/** The index of the answer that an order gives to a question that it is for, -1 for none; null where it gives none that may be given. */
export function answerTo(order: Order, question: Question): number | null {
  if (order.answer === "none") return question.optional ? NO_OPTION : null;
  const indexOf = (name: string) => question.options.findIndex((option) => option.name === name);
  const index = order.answer ? indexOf(order.answer) : question.preferred;
  if (index === NO_OPTION) return order.answer ? null : NO_OPTION;
  return question.options[index]!.grave ? null : index;
}

/** Whether an order is over behind an event, with what is open behind it. */
export function endsAt(order: Order, view: View, headings: Headings): boolean {
  if (view.event === "enter" && view.name === order.until) return true;
  if (view.event === "say" && view.tone && order.untilNews) return true;
  return order.during !== null && !headings.has(order.during);
}

/** How a question reads each time, what is different then left out: `Hour …, …: fire at`. */
export function renderWording(parts: readonly (string | Hole)[]): string {
  return parts.map((part) => (typeof part === "string" ? part : HOLE_TEXT)).join("");
}

/** Whether a question is asked of a person where so much is asked. */
export function isAsked(question: Question, level: Level): boolean {
  switch (level) {
    case "all":
      return true;
    case "sensible":
      return !question.routine;
    case "grave":
      return !question.routine && isGrave(question);
    default:
      return unreachable(level);
  }
}
