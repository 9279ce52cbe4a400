/** Information beside a question and its options, evaluated when somebody looks. */

import type { Aside, AsideLine, ChoiceSite, Hole } from "../rules/program";
import type { AsideEvaluator } from "./derivedValues";
import type { Describer } from "./describe";
import { PLAYER } from "./question";

/** Pseudo-index of the current option. */
const OPTION_INDEX = -1;

/** Placeholder for a value for which no steps were left. */
const UNKNOWN_TEXT = "?";

/** A renderer of the information beside a choice (remarks), or of any other display of asides. */
class RemarkRenderer {
  /** Make a renderer that evaluates asides by `evaluator`; `values` are the integers logged with the choice. */
  constructor(
    readonly describer: Describer,
    readonly evaluator: AsideEvaluator,
    readonly values: readonly number[],
  ) {}

  /** Evaluate the hole of a text template, or an aside, for an option; null if it faults. */
  evaluate(part: Hole | Aside, option: number): number | null {
    if (part.is === "Hole") return this.choiceValue(part.index, option);
    return this.evaluator.evaluate(part.entry, ...part.arguments.map((index) => this.choiceValue(index, option)));
  }

  /**
   * Render a line of information; empty if its condition is false or a value faults. Without steps left, values become
   * a question mark.
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

  /** The value at an index among those logged with the choice, or the current option. */
  private choiceValue(index: number, option: number): number {
    return index === OPTION_INDEX ? option : this.values[index]!;
  }
}

/** The information beside a choice. */
export interface Remarks {
  /** The lines beside the question. */
  readonly lines: readonly string[];
  /** The text beside each option; empty for none. */
  readonly beside: readonly string[];
  /** Whether the rules' preference is the only sensible answer. */
  readonly routine: boolean;
}

/** Whether a player at the table answers a choice, not another person of the rules. */
function isAnsweredByPlayer(site: ChoiceSite): boolean {
  return site.by === PLAYER || site.seat !== null;
}

/** Evaluate the information beside a choice in the current state; empty if no player answers it. */
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

/** Whether a line of information depends on the option beside which it stands. */
function dependsOnOption(line: AsideLine): boolean {
  return [line.condition, ...line.text].some((part) => {
    if (part === null || typeof part === "string") return false;
    return part.is === "Aside" ? part.arguments.includes(OPTION_INDEX) : part.index === OPTION_INDEX;
  });
}

/** Drop empty lines. */
function withoutEmptyLines(lines: readonly string[]): string[] {
  return lines.filter((line) => line !== "");
}
