/** A choice as the player sees it. */

import type { Origin } from "../rules/program";

/** The index of the answer none. */
export const NO_OPTION = -1;

/** The index of the answer that keeps the dice, to an offer to throw them again. */
export const KEEP_DICE = 0;

/** The default chooser: the player. */
export const PLAYER = "player";

/** An option of a choice. */
export interface Option {
  /** Its stable name. */
  readonly name: string;
  readonly title: string;
  /** Words that distinguish it from similar options. */
  readonly marks: ReadonlySet<string>;
  /** The rules' information beside this option; empty if they declare none. */
  readonly beside: string;
  /** Whether the rules mark the answer as grave: never one to give by mistake. */
  readonly grave: boolean;
  /** The piece that it is, as boards name it; empty for none. */
  readonly piece: string;
  /** Its short title, for where the title has no room; empty for none. */
  readonly short: string;
}

/** What of an option that is no piece is empty. */
export const NO_PIECE = { piece: "", short: "" } as const;

/** A choice as the player sees it. */
export interface Question {
  /** The number of its site. */
  readonly site: number;
  /** Its stable name. */
  readonly id: string;
  readonly prompt: string;
  /** The chooser; {@link PLAYER} unless the rules name another. */
  readonly by: string;
  /** The answering player of two, by the stable name of his enum value; empty in a game for one. */
  readonly seat: string;
  readonly options: readonly Option[];
  /** Whether the answer none is allowed. */
  readonly optional: boolean;
  /** Whether it is a standing offer to throw dice again. */
  readonly offer: boolean;
  /** The index of the autopilot's answer. */
  readonly preferred: number;
  readonly origin: Origin;
  /** The rules' information beside the whole question, line by line. */
  readonly remarks: readonly string[];
  /** Whether the rules mark the autopilot's answer as the only sensible one in this state. */
  readonly routine: boolean;
  /**
   * The least and the greatest number that may be answered where the options are thousands of an amount: the next
   * question is which number of the one that was answered. Empty for any other question.
   */
  readonly ends: readonly number[];
  /** The title under which consecutive questions are asked as one; empty for a question on its own. */
  readonly together: string;
}

/** Whether a question has a grave (irreversible) answer. */
export function isGrave(question: Question): boolean {
  return question.options.some((option) => option.grave);
}

/** The answer to a question for an amount that takes the autopilot's answer, to its thousands and to the rest. */
export const SUGGESTED = "suggested";

/** The end of the id of a question for the thousands of an amount; the one for the number itself is called as the rest. */
export const UNIT_SUFFIX = "_1000";

/** Find the option in which a typed number lies, by its index; null unless the question is for an amount. */
export function findAmount(question: Question, text: string): number | null {
  const [low, high] = question.ends;
  if (low === undefined || high === undefined || !/^[+-]?[0-9]{1,10}$/.test(text)) return null;
  const number = Number(text);
  if (number < low || number > high) return null;
  const next = question.options.findIndex((option) => Number(option.name) > number);
  return Math.max((next < 0 ? question.options.length : next) - 1, 0);
}
