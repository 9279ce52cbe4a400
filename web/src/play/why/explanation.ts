/** Explanation of a roll, by all that its result depends on, and of later events that are not printed. */

import { unreachable } from "../../closed";
import type { BeforehandView, DrawView, RollView, View } from "../../engine/classes";
import type { Question } from "../../engine/question";
import { facesText, isInPlay } from "../../engine/views";
import { bareNotation, diceNotation } from "../../rules/dice";
import { isUnseen, standingText } from "../../rules/origin";
import type { Origin, RowInfo } from "../../rules/program";
import { rpartition } from "../../text";
import { DRAWN_TITLE } from "../dice/throws";
import { ARROW, makePart, type Part, plainText } from "../story/lineParts";
import { BY_RULES_TEXT, conditionText, type Phrases, resultText, rowName, tableLabel } from "../story/phrases";
import * as sentences from "../storySentences";
import type { ResultRange } from "./otherResults";

/** A line of an explanation: a conclusion (depth 0), or one of its parts (1). */
export interface Reason {
  readonly depth: number;
  readonly parts: readonly Part[];
}

/** Explain the result of a roll: dice, modifiers, row, other results, source; each with citation and amendments. */
export function explainRoll(
  view: RollView | BeforehandView,
  otherResults: readonly ResultRange[],
  phrases: Phrases,
  beside: readonly (RollView | BeforehandView)[] = [],
): Reason[] {
  const about = (view.event === "roll" ? view.arguments : []).filter((each) => each.name !== "none");
  const lines: Part[][] = view.event === "roll" ? diceLines(view, phrases) : noDiceLines(view, phrases);
  if (view.row !== null) lines.push(describeRow(keyOf(view, otherResults, phrases), view.row, phrases));
  for (const { row } of beside) {
    if (row !== null) lines.push(describeRow(rowName(phrases, row.label), row, phrases));
  }
  if (otherResults.length > 0) {
    const needed = otherResults.map((each) => describeOtherResult(each, phrases)).join("; ");
    lines.push([makePart("text", "on the dice: "), makePart("result", needed)]);
  }
  if (view.origin.standing) lines.push([makePart("text", standingText(view.origin))]);
  const cited = view.row !== null && view.row.origin.cite === view.origin.cite;
  const place = makePart("place", rpartition(view.origin.place, ":")[0]);
  lines.push(addCitation([place], cited ? { ...view.origin, cite: "" } : view.origin));
  const name = [makePart("name", tableLabel(view.table, view.title) || "Dice")];
  if (about.length > 0) name.push(makePart("about", ` (${about.map((each) => each.title).join(", ")})`));
  const parts = lines.filter((each) => plainText(each) !== "");
  return [{ depth: 0, parts: name }, ...parts.map((each) => ({ depth: 1, parts: each }))];
}

/** Explain a random draw: the member drawn, and the members listed by the event `pile`; null if there was only one. */
export function explainDraw(view: DrawView, pile: View | null): Reason[] {
  const from = describePile(view, pile);
  const place = makePart("place", rpartition(view.origin.place, ":")[0]);
  return [
    { depth: 0, parts: [makePart("name", DRAWN_TITLE), makePart("text", ": "), makePart("result", view.drawnTitle)] },
    ...[[makePart("text", from)], addCitation([place], view.origin)]
      .filter((parts) => plainText(parts) !== "")
      .map((parts) => ({ depth: 1, parts })),
  ];
}

/** Describe the pile of a draw: `1 of 3, each as likely: A; B; C`; its members only if the reader saw them. */
function describePile(view: DrawView, pile: View | null): string {
  if (view.count <= 1) return view.count > 0 ? sentences.NOTHING_ELSE_THERE : sentences.NOTHING_WAS_THERE;
  const titles = pile?.event === "pile" && pile.id === view.id ? `: ${pile.titles.join("; ")}` : "";
  return `1 of ${view.count}, each as likely${titles}`;
}

/** Render the dice, each modifier with its condition, and their total, as lines of an explanation. */
function diceLines(view: RollView, phrases: Phrases): Part[][] {
  const several = facesText(view);
  const dice = several ? bareNotation(view.dice) : diceNotation(view.dice); // the faces show which die is kept
  const fell = [makePart("text", `${dice}: `), makePart("dice", several || `${view.natural}`)];
  if (several) fell.push(makePart("sign", " = "), makePart("total", `${view.natural}`));
  const lines = [fell];
  for (const { amount, label, text, origin } of view.modifiers) {
    const when = conditionText(phrases, text) || text.replaceAll("_", " ");
    const parts = [
      makePart("modifier", `${amount < 0 ? "" : "+"}${amount} ${label.replaceAll("_", " ")}`),
      makePart("when", ` ${describeCondition(when)}`),
    ];
    if (origin.standing) parts.push(makePart("text", `; ${standingText(origin)}`));
    lines.push(addCitation(parts, origin));
  }
  if (view.modifiers.length > 0) lines.push([makePart("text", "makes "), makePart("total", `${view.total}`)]);
  return lines;
}

/** Put the condition of a modifier into words: when the modifier counts; `always` without a condition. */
function describeCondition(condition: string): string {
  if (!condition) return "always";
  return sentences.conditionWords(condition, condition.startsWith("unless "));
}

/** Describe why a table's result needed no dice; empty for one of all rows that apply. */
function noDiceLines(view: BeforehandView, phrases: Phrases): Part[][] {
  if (view.number > 0) return [];
  return [[makePart("reason", sentences.noDiceBecause(conditionText(phrases, view.row.label) || BY_RULES_TEXT))]];
}

/** Name the row of a roll by its key; empty if other results lead to it by name, or it needed no dice. */
function keyOf(view: RollView | BeforehandView, otherResults: readonly ResultRange[], phrases: Phrases): string {
  if (view.event === "beforehand") return view.number > 0 ? rowName(phrases, view.row.label) : "";
  return otherResults.length > 0 ? "" : `row ${view.row!.label}`;
}

/** Describe the row of a roll and its result: `row 4..6 → safe`. */
function describeRow(key: string, row: RowInfo, phrases: Phrases): Part[] {
  const result = resultText(phrases, row);
  const parts = key ? [makePart("text", key)] : [];
  if (result) parts.push(makePart("sign", `${key ? " " : ""}${ARROW} `), makePart("result", result));
  return addCitation(parts, row.origin);
}

/** Describe the row to which other dice lead: `1 to 5 → miss`. */
function describeOtherResult(otherResult: ResultRange, phrases: Phrases): string {
  const faces =
    otherResult.low === otherResult.high ? `${otherResult.low}` : `${otherResult.low} to ${otherResult.high}`;
  const result = resultText(phrases, otherResult.row);
  return result ? `${faces} ${ARROW} ${result}` : faces;
}

/**
 * Explain, one by one, which events and whether the open question rest on rules that are not printed in the original.
 */
export function explainUnprinted(views: readonly View[], question: Question | null): Reason[] {
  const partsByText = new Map<string, Part[]>();
  /** Add a line to the explanation, once. */
  const addReason = (parts: Part[]) => partsByText.set(plainText(parts), parts);
  /** Render a title with the standing (reliability) of the rule behind it. */
  const describeOrigin = (title: string, origin: Origin) => [
    makePart("name", title),
    makePart("text", `: ${standingText(origin)}`),
  ];
  for (const view of views) {
    const title = headlineOf(view).replace(/[.:]+$/, "");
    if (title && isUnseen(view.origin)) addReason(addCitation(describeOrigin(title, view.origin), view.origin));
  }
  if (question !== null && isUnseen(question.origin)) addReason(describeOrigin(question.prompt, question.origin));
  return [...partsByText.values()].map((parts) => ({ depth: 0, parts }));
}

/** The headline of an event other than a roll; empty if players do not see the event. */
function headlineOf(view: View): string {
  switch (view.event) {
    case "say":
      return isInPlay(view) ? view.text : "";
    case "choice":
      return view.prompt;
    case "change":
    case "element":
    case "result":
      return view.title;
    case "roll":
    case "beforehand":
    case "pile":
    case "draw":
    case "move":
    case "enter":
    case "leave":
    case "hidden":
    case "limit":
    case "outcome":
      return "";
    default:
      return unreachable(view);
  }
}

/** Append the citation of a rule, and the overlay items that amended it, to a line. */
function addCitation(parts: readonly Part[], origin: Origin): Part[] {
  const items = origin.amended_by.filter((item) => item !== origin.cite);
  return [
    ...parts,
    ...(origin.cite ? [makePart("cite", ` [${origin.cite}]`)] : []),
    ...(items.length > 0 ? [makePart("amended", sentences.amendedBy(items.join(", ")))] : []),
  ];
}
