/** What single events come to in the story's words. */

import { unreachable } from "../../closed";
import type { ChoiceView, EnterView, OutcomeView, RollView, View } from "../../engine/classes";
import { isThrow, severalOf, spoken, type ThrowView } from "../../engine/views";
import { isUnseen as wasUnseen } from "../../rules/origin";
import type { RowInfo } from "../../rules/program";
import { isDecimal } from "../../text";
import type { StoryLine } from "./classes";

/** What in the place of a change is no part of its field's id. */
const INDICES = /\[[^\]]*\]/gu;

/** The id of the field that a change's place is in. */
export function fieldOf(place: string): string {
  return place.replace(INDICES, "");
}

/** A procedure's or a step's title, with what it was called with: `Hour 3`, `Trim (North)`. */
export function heading(view: EnterView): string {
  const told = spoken(view.arguments).join(", ");
  if (!view.title || !told) return view.title;
  return isDecimal(told) ? `${view.title} ${told}` : `${view.title} (${told})`;
}

/** A number or a yes or no by the title of the row that gave it: `A gust (1)`, `It holds`; empty for others. */
export function entitled(row: RowInfo | null, given: string): string {
  if (row === null || !row.title) return "";
  if (given === "yes" || given === "no") return row.title;
  return isDecimal(given.replace(/^-+/, "")) ? `${row.title} (${given})` : "";
}

/** How it ended, in a line. */
export function outcome(view: OutcomeView): string {
  if (view.fault) return `Rules fault: ${view.fault}${view.origin.place ? ` (${view.origin.place})` : ""}`;
  return view.result === "none" ? "The end." : `Outcome: ${view.title}`;
}

/** Whether what is told is not printed, or a throw led to it by a modifier that is not. */
export function isUnseen(view: View): boolean {
  const modifiers: RollView["modifiers"] = view.event === "roll" ? view.modifiers : [];
  return wasUnseen(view.origin) || modifiers.some((modifier) => wasUnseen(modifier.origin));
}

/** Whether dice or an answer are told: what a sentence says of changes beside it counts up to there. */
export function isTurn(view: View): view is ThrowView | ChoiceView {
  return isThrow(view) || view.event === "choice";
}

/**
 * The numbers of the changes that a sentence stands beside, with no dice and no answer between.
 *
 * Of elements it tells those that join one of the lists `records`, and those that leave and are called by full name.
 */
export function toldInWords(views: readonly View[], records: ReadonlySet<string>): Set<number> {
  const found = new Set<number>();
  let changes: number[] = [];
  let said = "";
  const settle = () => {
    if (said) for (const at of changes) found.add(at);
    changes = [];
    said = "";
  };
  views.forEach((view, at) => {
    if (isTurn(view)) {
      settle();
      return;
    }
    switch (view.event) {
      case "say":
        said += view.text.toLowerCase();
        break;
      case "element":
        if (view.joins && records.has(view.list)) changes.push(at);
        else if (!view.joins && said.includes(view.elementTitle.toLowerCase())) found.add(at);
        break;
      case "change":
        changes.push(at);
        break;
      case "pile":
      case "result":
      case "move":
      case "enter":
      case "leave":
      case "limit":
      case "outcome":
        break;
      default:
        unreachable(view);
    }
  });
  settle();
  return found;
}

/** How the dice of a throw fell, as its line says it. */
export function thrown(view: RollView): Partial<StoryLine> {
  const several = severalOf(view);
  return {
    names: spoken(view.arguments),
    dice: several || `${view.natural}`,
    modifiers: view.modifiers.map(
      ({ amount, label }) => `${amount < 0 ? "" : "+"}${amount} ${label.replaceAll("_", " ")}`,
    ),
    total: several !== "" || view.modifiers.length > 0 ? `${view.total}` : "",
  };
}
