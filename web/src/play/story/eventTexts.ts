/** Texts of single events in the story. */

import { unreachable } from "../../closed";
import type { ChoiceView, EnterView, OutcomeView, RollView, View } from "../../engine/classes";
import { facesText, isInPlay, isThrow, spokenArguments, type ThrowView } from "../../engine/views";
import { isUnseen as wasUnseen } from "../../rules/origin";
import type { RowInfo } from "../../rules/program";
import { isDecimal } from "../../text";
import * as sentences from "../storySentences";
import type { StoryLine } from "./classes";

/** Matches the indices in a change's path. */
const INDEX_PATTERN = /\[[^\]]*\]/gu;

/** The id of the field in the path of a changed slot: `posts.manned` for `posts[tower].manned`. */
export function fieldIdOf(place: string): string {
  return place.replace(INDEX_PATTERN, "");
}

/** Render the heading of a procedure or step with its arguments: `Hour 3`, `Trim (North)`. */
export function renderHeading(view: EnterView): string {
  const argumentWords = spokenArguments(view.arguments).join(", ");
  if (!view.title || !argumentWords) return view.title;
  return isDecimal(argumentWords) ? `${view.title} ${argumentWords}` : `${view.title} (${argumentWords})`;
}

/** Put a row's title before a number or in place of yes, no or 0: `A gust (1)`, `It holds`; empty for other results. */
export function titleResult(row: RowInfo | null, resultText: string): string {
  if (row === null || !row.title) return "";
  if (["yes", "no", "0"].includes(resultText)) return row.title;
  return isDecimal(resultText.replace(/^-+/, "")) ? `${row.title} (${resultText})` : "";
}

/** Render the outcome of a run in a line. */
export function renderOutcome(view: OutcomeView): string {
  if (view.fault) return sentences.rulesFault(view.fault, view.origin.place);
  return view.result === "none" ? sentences.NO_OUTCOME : sentences.outcome(view.title);
}

/** Whether an event rests on rules transcribed without sight of the original, a throw's modifiers included. */
export function isEventUnseen(view: View): boolean {
  const modifiers: RollView["modifiers"] = view.event === "roll" ? view.modifiers : [];
  return wasUnseen(view.origin) || modifiers.some((modifier) => wasUnseen(modifier.origin));
}

/** Whether an event is a throw, or an answer to a choice. */
export function isThrowOrChoice(view: View): view is ThrowView | ChoiceView {
  return isThrow(view) || view.event === "choice";
}

/**
 * Find the indices of the changes that a sentence of the rules mentions: no throw and no answer lies between a change
 * and its sentence.
 *
 * Of elements a sentence covers those that join one of the lists `records`, and those that leave and are named in full.
 */
export function findWordedChanges(views: readonly View[], records: ReadonlySet<string>): Set<number> {
  const toldChanges = new Set<number>();
  let changes: number[] = [];
  let sentences = "";
  /** At the end of a passage, count its changes as mentioned if it had a sentence, and begin the next. */
  const settleChanges = () => {
    if (sentences) for (const at of changes) toldChanges.add(at);
    changes = [];
    sentences = "";
  };
  views.forEach((view, at) => {
    if (isThrowOrChoice(view)) {
      settleChanges();
      return;
    }
    switch (view.event) {
      case "say":
        if (isInPlay(view)) sentences += view.text.toLowerCase();
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
      case "hidden":
      case "limit":
      case "outcome":
        break;
      default:
        unreachable(view);
    }
  });
  settleChanges();
  return toldChanges;
}

/** The fields of a throw's story line that describe its dice. */
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
