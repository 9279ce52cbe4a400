/** What single events come to in the story's words. */

import { unreachable } from "../../closed";
import type { ChoiceView, EnterView, OutcomeView, RollView, View } from "../../engine/classes";
import { facesText, isThrow, spokenArguments, type ThrowView } from "../../engine/views";
import { isUnseen as wasUnseen } from "../../rules/origin";
import type { RowInfo } from "../../rules/program";
import { isDecimal } from "../../text";
import * as sentences from "../storySentences";
import type { StoryLine } from "./classes";

/** What in the place of a change is no part of its field's id. */
const INDEX_PATTERN = /\[[^\]]*\]/gu;

/** The id of the field that a change's place is in. */
export function fieldIdOf(place: string): string {
  return place.replace(INDEX_PATTERN, "");
}

/** A procedure's or a step's title, with what it was called with: `Hour 3`, `Trim (North)`. */
export function renderHeading(view: EnterView): string {
  const argumentWords = spokenArguments(view.arguments).join(", ");
  if (!view.title || !argumentWords) return view.title;
  return isDecimal(argumentWords) ? `${view.title} ${argumentWords}` : `${view.title} (${argumentWords})`;
}

/** A number or a yes or no by the title of the row that gave it: `A gust (1)`, `It holds`; empty for others. */
export function titleResult(row: RowInfo | null, resultText: string): string {
  if (row === null || !row.title) return "";
  if (resultText === "yes" || resultText === "no") return row.title;
  return isDecimal(resultText.replace(/^-+/, "")) ? `${row.title} (${resultText})` : "";
}

/** How it ended, in a line. */
export function renderOutcome(view: OutcomeView): string {
  if (view.fault) return sentences.rulesFault(view.fault, view.origin.place);
  return view.result === "none" ? "The end." : `Outcome: ${view.title}`;
}

/** Whether what is told is not printed, or a throw led to it by a modifier that is not. */
export function isEventUnseen(view: View): boolean {
  const modifiers: RollView["modifiers"] = view.event === "roll" ? view.modifiers : [];
  return wasUnseen(view.origin) || modifiers.some((modifier) => wasUnseen(modifier.origin));
}

/** Whether dice or an answer are told: what a sentence says of changes beside it counts up to there. */
export function isThrowOrChoice(view: View): view is ThrowView | ChoiceView {
  return isThrow(view) || view.event === "choice";
}

/**
 * The numbers of the changes that a sentence stands beside, with no dice and no answer between.
 *
 * Of elements it tells those that join one of the lists `records`, and those that leave and are called by full name.
 */
export function findWordedChanges(views: readonly View[], records: ReadonlySet<string>): Set<number> {
  const toldChanges = new Set<number>();
  let changes: number[] = [];
  let sentences = "";
  const settle = () => {
    if (sentences) for (const at of changes) toldChanges.add(at);
    changes = [];
    sentences = "";
  };
  views.forEach((view, at) => {
    if (isThrowOrChoice(view)) {
      settle();
      return;
    }
    switch (view.event) {
      case "say":
        sentences += view.text.toLowerCase();
        break;
      case "element":
        if (view.joins && records.has(view.list)) changes.push(at);
        else if (!view.joins && sentences.includes(view.elementTitle.toLowerCase())) toldChanges.add(at);
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
  return toldChanges;
}

/** How the dice of a throw fell, as its line says it. */
export function throwFields(view: RollView): Partial<StoryLine> {
  const several = facesText(view);
  return {
    names: spokenArguments(view.arguments),
    dice: several || `${view.natural}`,
    modifiers: view.modifiers.map(
      ({ amount, label }) => `${amount < 0 ? "" : "+"}${amount} ${label.replaceAll("_", " ")}`,
    ),
    total: several !== "" || view.modifiers.length > 0 ? `${view.total}` : "",
  };
}
