/** What decides, beside a question and its options, worked out when somebody looks. */

import type { Aside, AsideLine, ChoiceSite, Hole } from "../rules/program";
import type { AsideEvaluator } from "./derivedValues";
import type { Describer } from "./describe";
import { PLAYER } from "./question";

/** In place of an index: the option at hand. */
const OPTION_INDEX = -1;

/** In place of a value for which there were no steps left. */
const UNKNOWN_TEXT = "?";

/** What is told with a choice, or beside anything else that shows values worked out. */
class RemarkRenderer {
  /** `worth` works asides out in the describer's state; `values` is what is told with the choice. */
  constructor(
    readonly describer: Describer,
    readonly evaluator: AsideEvaluator,
    readonly values: readonly number[],
  ) {}

  /** What stands in a hole; null where working it out is a fault. */
  evaluate(part: Hole | Aside, option: number): number | null {
    if (part.is === "Hole") return this.toldValue(part.index, option);
    return this.evaluator.evaluate(part.entry, ...part.arguments.map((index) => this.toldValue(index, option)));
  }

  /**
   * A line; empty where it is not told, or where working something in it out is a fault. What there are no steps left
   * for is a question mark.
   */
  renderLine(line: AsideLine, option: number = OPTION_INDEX): string {
    if (line.condition !== null && !this.evaluate(line.condition, option)) return "";
    let text = "";
    for (const part of line.text) {
      const value = typeof part === "string" ? null : this.evaluate(part, option);
      if (typeof part === "string") text += part;
      else if (value === null && this.evaluator.isSpent) text += UNKNOWN_TEXT;
      else if (value === null) return "";
      else text += this.describer.valueTitle(part.type, value);
    }
    return text.trim();
  }

  private toldValue(index: number, option: number): number {
    return index === OPTION_INDEX ? option : this.values[index]!;
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
function isAnsweredByPlayer(site: ChoiceSite): boolean {
  return site.by === PLAYER || site.seat !== null;
}

/** What stands beside a choice, in the state as it is. Choosers who do not sit at the table are told nothing. */
export function collectRemarks(
  describer: Describer,
  site: ChoiceSite,
  options: readonly number[],
  values: readonly number[],
): Remarks {
  if (describer.asides === null || !isAnsweredByPlayer(site) || (site.beside.length === 0 && site.routine === null)) {
    return { lines: [], beside: options.map(() => ""), routine: false };
  }
  const renderer = new RemarkRenderer(
    describer,
    describer.asides.evaluatorAt(describer.slots, describer.program.budgets.beside),
    values,
  );
  const lines = site.beside.filter((line) => !dependsOnOption(line)).map((line) => renderer.renderLine(line));
  const ofOption = site.beside.filter(dependsOnOption);
  const beside = options.map((option) =>
    withoutEmptyLines(ofOption.map((line) => renderer.renderLine(line, option))).join(", "),
  );
  const routine = site.routine !== null && renderer.evaluate(site.routine, OPTION_INDEX) === 1;
  return { lines: withoutEmptyLines(lines), beside, routine };
}

/** Whether a line depends on the option at hand. */
function dependsOnOption(line: AsideLine): boolean {
  return [line.condition, ...line.text].some((part) => {
    if (part === null || typeof part === "string") return false;
    return part.is === "Aside" ? part.arguments.includes(OPTION_INDEX) : part.index === OPTION_INDEX;
  });
}

function withoutEmptyLines(lines: readonly string[]): string[] {
  return lines.filter((line) => line !== "");
}
