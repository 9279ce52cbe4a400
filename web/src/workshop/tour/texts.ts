/** The texts of the tour: how a step leaves the file, and which step a file has come to. */

import { TOUR_START, TOUR_STEPS, type TourStep } from "./steps";

/** Make a step's edits in a text; null if the text has been changed so that one of them does not fit. */
export function applyStep(step: TourStep, text: string): string | null {
  let changed = text;
  for (const edit of step.edits) {
    if (!changed.includes(edit.old)) return null;
    changed = changed.replace(edit.old, () => edit.new);
  }
  return changed;
}

/** The text before the step with a number, from 1, if each step was done as the tour shows it. */
export function textBefore(number: number): string {
  return TOUR_STEPS.slice(0, number - 1).reduce((text, step) => applyStep(step, text) ?? text, TOUR_START);
}

/** The text as a step leaves it: the present one with its edits, or that of the tour where these do not fit. */
export function textAfter(number: number, present: string): string {
  return applyStep(TOUR_STEPS[number - 1]!, present) ?? textBefore(number + 1);
}

/** Whether a text has what the last change of the tour writes. */
export function isTourDone(text: string): boolean {
  const last = TOUR_STEPS.filter(({ edits }) => edits.length > 0).at(-1)!;
  return last.edits.every((edit) => text.includes(edit.new));
}

/** The number of the step, from 1, to which a text has come: the last whose beginning it is; 1 for any other. */
export function stepOf(text: string): number {
  let found = 1;
  for (let number = 1; number <= TOUR_STEPS.length; number++) if (textBefore(number) === text) found = number;
  return found;
}
