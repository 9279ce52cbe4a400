/** What decides, beside a question and its options, worked out when somebody looks. */

import type { Aside, AsideLine, ChoiceSite, Hole } from "../rules/program";
import type { Worth } from "./asides";
import type { Describer } from "./describe";
import { PLAYER } from "./question";

/** In place of an index: the option at hand. */
const OPTION = -1;

/** In place of a value for which there were no steps left. */
const UNKNOWN = "?";

/** What is told with a choice, or beside anything else that shows values worked out. */
class Aloud {
  /** `worth` works asides out in the describer's state; `values` is what is told with the choice. */
  constructor(
    readonly describer: Describer,
    readonly worth: Worth,
    readonly values: readonly number[],
  ) {}

  /** What stands in a hole; null where working it out is a fault. */
  value(part: Hole | Aside, option: number): number | null {
    if (part.is === "Hole") return this.at(part.index, option);
    return this.worth.of(part.entry, ...part.arguments.map((index) => this.at(index, option)));
  }

  /**
   * A line; empty where it is not told, or where working something in it out is a fault. What there are no steps left
   * for is a question mark.
   */
  line(line: AsideLine, option: number = OPTION): string {
    if (line.condition !== null && !this.value(line.condition, option)) return "";
    let found = "";
    for (const part of line.text) {
      const value = typeof part === "string" ? null : this.value(part, option);
      if (typeof part === "string") found += part;
      else if (value === null && this.worth.isSpent) found += UNKNOWN;
      else if (value === null) return "";
      else found += this.describer.title(part.type, value);
    }
    return found.trim();
  }

  private at(index: number, option: number): number {
    return index === OPTION ? option : this.values[index]!;
  }
}

/** What stands beside a choice. */
export interface Remarks {
  /** Beside the question. */
  readonly lines: readonly string[];
  /** Beside each option; empty where there is nothing. */
  readonly beside: readonly string[];
  /** Whether the rules' preference is the one sensible answer. */
  readonly routine: boolean;
}

/** Whether somebody at the table answers. */
function isTold(site: ChoiceSite): boolean {
  return site.by === PLAYER || site.seat !== null;
}

/** What stands beside a choice, in the state as it is. Choosers who do not sit at the table are told nothing. */
export function remarks(
  describer: Describer,
  site: ChoiceSite,
  options: readonly number[],
  values: readonly number[],
): Remarks {
  if (describer.asides === null || !isTold(site) || (site.beside.length === 0 && site.routine === null)) {
    return { lines: [], beside: options.map(() => ""), routine: false };
  }
  const told = new Aloud(describer, describer.asides.at(describer.slots, describer.program.budgets.beside), values);
  const lines = site.beside.filter((line) => !isOfOption(line)).map((line) => told.line(line));
  const ofOption = site.beside.filter(isOfOption);
  const beside = options.map((option) => filled(ofOption.map((line) => told.line(line, option))).join(", "));
  const routine = site.routine !== null && told.value(site.routine, OPTION) === 1;
  return { lines: filled(lines), beside, routine };
}

/** Whether a line depends on the option at hand. */
function isOfOption(line: AsideLine): boolean {
  return [line.condition, ...line.text].some((part) => {
    if (part === null || typeof part === "string") return false;
    return part.is === "Aside" ? part.arguments.includes(OPTION) : part.index === OPTION;
  });
}

function filled(lines: readonly string[]): string[] {
  return lines.filter((line) => line !== "");
}
