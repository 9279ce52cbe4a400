/** A choice as a person sees it. */

import type { Origin } from "../rules/program";

/** The index that stands for none. */
export const NO_OPTION = -1;

/** The index that stands for keeping the dice, where it is offered to throw them again. */
export const KEEP_DICE = 0;

/** Who chooses where the rules name nobody else. */
export const PLAYER = "player";

/** Something to choose. */
export interface Option {
  /** Its stable name. */
  readonly name: string;
  readonly title: string;
  /** Words that set it apart from its likes. */
  readonly marks: ReadonlySet<string>;
  /** What decides, as the rules declare it beside this option; empty where they declare nothing. */
  readonly beside: string;
  /** Whether the rules call it an answer that one does not give by mistake. */
  readonly grave: boolean;
}

/** A choice as a person sees it. */
export interface Question {
  /** The number of its site. */
  readonly site: number;
  /** Its stable name. */
  readonly id: string;
  readonly prompt: string;
  /** Who chooses; {@link PLAYER} unless the rules name another. */
  readonly by: string;
  /** Which of the players that is, by the stable name of his value; empty where one plays alone. */
  readonly seat: string;
  readonly options: readonly Option[];
  /** Whether none may be answered. */
  readonly optional: boolean;
  /** Whether it is a standing offer to throw dice again. */
  readonly offer: boolean;
  /** The index that the autopilot would answer. */
  readonly preferred: number;
  readonly origin: Origin;
  /** What decides, as the rules declare it beside the whole question, line by line. */
  readonly remarks: readonly string[];
  /** Whether the rules call the autopilot's answer the one sensible one, as things stand. */
  readonly routine: boolean;
  /** What questions that follow one another are asked as one under; empty for one that stands alone. */
  readonly together: string;
}

/** Whether an answer to it is grave. */
export function isGrave(question: Question): boolean {
  return question.options.some((option) => option.grave);
}
