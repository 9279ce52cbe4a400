/**
 * Standing orders: the player's advance answers, and their terms.
 *
 * An order never gives a grave answer, and does nothing if its answer is not offered.
 */

import { unreachable } from "../../closed";
import type { View } from "../../engine/classes";
import { isGrave, NO_OPTION, type Question } from "../../engine/question";
import { isInPlay } from "../../engine/views";
import type { Level } from "../../modes";
import type { Hole } from "../../rules/program";
import * as sentences from "../sentences";
import type { Heading } from "../story/classes";
import type { Headings } from "../story/headings";
import * as story from "../storySentences";

/** The description of each question level. */
export const LEVEL_TEXTS: Readonly<Record<Level, string>> = {
  all: story.ALL_LEVEL,
  sensible: story.SENSIBLE_LEVEL,
  grave: story.GRAVE_LEVEL,
};

/** The placeholder for the variable parts of a question's wording. */
const HOLE_TEXT = "…";

/** A standing order. */
export interface Order {
  /** The stable name of its question; empty for every question. */
  readonly id: string;
  /** The question's constant wording. */
  readonly wording: string;
  /** The stable name of the answer; empty for the autopilot's. */
  readonly answer: string;
  /** The title of the answer. */
  readonly title: string;
  /** The heading with which it ends, or null. */
  readonly during: Heading | null;
  /** The name of the procedure or step at whose start it ends; empty for none. */
  readonly until: string;
  /** The title of that procedure or step. */
  readonly untilTitle: string;
  /** Whether it ends at good or bad news, and before a grave question. */
  readonly untilNews: boolean;
  /** The number of events when it was given. */
  readonly since: number;
}

/** The standing orders of a game, and what new ones are made of. */
export interface OrderBook {
  /** The orders in force, oldest first. */
  readonly orders: readonly Order[];
  /** Which questions the player is asked. */
  readonly level: Level;
  /** The number of events so far. */
  readonly eventCount: number;
  /** The open headings. */
  readonly headings: Headings;
  /** The titles of the procedures and steps until which an order can stand, by their names. */
  readonly endPoints: ReadonlyMap<string, string>;
  /** The wording of a question without its variable parts. */
  wordingOf(question: Question): string;
  /** Give an order. */
  giveOrder(order: Order): void;
  /** Remove the order with a number, from 1, and return it; null if there is none. */
  takeBackOrder(number: number): Order | null;
  /** Set which questions the player is asked. */
  setLevel(level: Level): void;
}

/** Make the order that lets the autopilot answer everything to the end, from the event `since` on. */
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

/** Whether a standing order lets the autopilot answer every question. */
export function isAuto(order: Order): boolean {
  return order.id === "";
}

/** Describe the term of a standing order: how long it stands. */
export function describeTerm(order: Order): string {
  if (order.during !== null) return sentences.duringHeading(order.during.title || order.during.name);
  if (order.until) return sentences.untilPoint(order.untilTitle);
  if (order.untilNews) return sentences.UNTIL_NEWS;
  return isAuto(order) ? sentences.UNTIL_END : sentences.ALWAYS_TERM;
}

/** Describe a standing order: its question, answer and term. */
export function describeOrder(order: Order): string {
  if (isAuto(order)) return sentences.autopilotOrder(describeTerm(order));
  return sentences.answerOrder(order.wording, order.title || sentences.AUTOPILOT_ANSWER, describeTerm(order));
}

/** Whether a standing order replaces another order, because question and term are the same. */
export function replaces(order: Order, other: Order): boolean {
  return order.id === other.id && (isAuto(order) || describeTerm(order) === describeTerm(other));
}

/** The index of a standing order's answer to a question, -1 for none; null if that answer is not offered or grave. */
export function answerTo(order: Order, question: Question): number | null {
  if (order.answer === "none") return question.optional ? NO_OPTION : null;
  /** The index of the option with a name; -1 if it is not offered. */
  const indexOf = (name: string) => question.options.findIndex((option) => option.name === name);
  const index = order.answer ? indexOf(order.answer) : question.preferred;
  if (index === NO_OPTION) return order.answer ? null : NO_OPTION;
  return question.options[index]!.grave ? null : index;
}

/** Whether a standing order ends at an event; `headings` are the procedures and steps open after the event. */
export function endsAt(order: Order, view: View, headings: Headings): boolean {
  if (view.event === "enter" && view.name === order.until) return true;
  if (view.event === "say" && isInPlay(view) && view.tone && order.untilNews) return true;
  return order.during !== null && !headings.isOpen(order.during);
}

/** Render a question's wording, with ellipses for its variable parts: `Hour …, …: fire at`. */
export function renderWording(parts: readonly (string | Hole)[]): string {
  return parts.map((part) => (typeof part === "string" ? part : HOLE_TEXT)).join("");
}

/** Whether the player is asked a question at a question level. */
export function isShownAtLevel(question: Question, level: Level): boolean {
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
