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
  /** The title under which consecutive questions are asked as one; empty for a question on its own. */
  readonly together: string;
}

/** Whether a question has a grave (irreversible) answer. */
export function isGrave(question: Question): boolean {
  return question.options.some((option) => option.grave);
}
