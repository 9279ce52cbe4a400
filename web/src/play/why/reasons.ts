/** All that a roll's result rests on, and what was told since that is not printed: in lines of parts. */

import { unreachable } from "../../closed";
import type { BeforehandView, DrawView, RollView, View } from "../../engine/classes";
import type { Question } from "../../engine/question";
import { severalOf } from "../../engine/views";
import { bareNotation, notation } from "../../rules/dice";
import { isUnseen, reasonOf } from "../../rules/origin";
import type { Origin } from "../../rules/program";
import { rpartition } from "../../text";
import { DRAWN } from "../dice/wanted";
import { ARROW, type Part, part, plainText } from "../story/parts";
import { BY_RULES, label, type Phrases, toldCondition, toldResult } from "../story/phrases";
import type { Led } from "./derivations";

/** A line of a derivation: at its beginning (0), or of what it consists of (1). */
export interface Reason {
  readonly depth: number;
  readonly parts: readonly Part[];
}

/** How a result came about: dice, modifiers, row, what other dice would have led to, sources, amendments. */
export function reasons(view: RollView | BeforehandView, others: readonly Led[], phrases: Phrases): Reason[] {
  const about = (view.event === "roll" ? view.arguments : []).filter((each) => each.name !== "none");
  const told: Part[][] = view.event === "roll" ? toldDice(view, phrases) : [[noDice(view, phrases)]];
  if (view.row !== null) told.push(toldRow(view, others, phrases));
  if (others.length > 0) {
    const needed = others.map((each) => toldLed(each, phrases)).join("; ");
    told.push([part("text", "needed: "), part("result", needed)]);
  }
  if (view.origin.standing) told.push([part("text", reasonOf(view.origin))]);
  const cited = view.row !== null && view.row.origin.cite === view.origin.cite;
  const place = part("place", rpartition(view.origin.place, ":")[0]);
  told.push(withSource([place], cited ? { ...view.origin, cite: "" } : view.origin));
  const name = [part("name", label(view.table, view.title) || "Dice")];
  if (about.length > 0) name.push(part("about", ` (${about.map((each) => each.title).join(", ")})`));
  const parts = told.filter((each) => plainText(each) !== "");
  return [{ depth: 0, parts: name }, ...parts.map((each) => ({ depth: 1, parts: each }))];
}

/** What was drawn, and what from; `pile` is the event that told that, null where there were not several. */
export function drawReasons(view: DrawView, pile: View | null): Reason[] {
  const from =
    pile?.event === "pile"
      ? `1 of ${view.count}, each as likely: ${pile.titles.join("; ")}`
      : view.count > 0
        ? "nothing else was there"
        : "nothing was there";
  const place = part("place", rpartition(view.origin.place, ":")[0]);
  return [
    { depth: 0, parts: [part("name", DRAWN), part("text", ": "), part("result", view.drawnTitle)] },
    { depth: 1, parts: [part("text", from)] },
    { depth: 1, parts: withSource([place], view.origin) },
  ];
}

/** The dice, each modifier with why it counted, and what they make together. */
function toldDice(view: RollView, phrases: Phrases): Part[][] {
  const several = severalOf(view);
  const dice = several ? bareNotation(view.dice) : notation(view.dice); // the faces say which of them is kept
  const fell = [part("text", `${dice}: `), part("dice", several || `${view.natural}`)];
  if (several) fell.push(part("sign", " = "), part("total", `${view.natural}`));
  const told = [fell];
  for (const { amount, label, text, origin } of view.modifiers) {
    const when = toldCondition(phrases, text) || text.replaceAll("_", " ");
    const parts = [
      part("modifier", `${amount < 0 ? "" : "+"}${amount} ${label.replaceAll("_", " ")}`),
      part("when", ` ${whenWords(when)}`),
    ];
    if (origin.standing) parts.push(part("text", `; ${reasonOf(origin)}`));
    told.push(withSource(parts, origin));
  }
  if (view.modifiers.length > 0) told.push([part("text", "makes "), part("total", `${view.total}`)]);
  return told;
}

/** When a modifier counts, from its condition. */
function whenWords(condition: string): string {
  if (!condition) return "always";
  return condition.startsWith("unless ") ? condition : `when ${condition}`;
}

/** Why there were no dice. */
function noDice(view: BeforehandView, phrases: Phrases): Part {
  return part("reason", `no dice: ${toldCondition(phrases, view.row.label) || BY_RULES}`);
}

/** The row, and what it comes to. */
function toldRow(view: RollView | BeforehandView, others: readonly Led[], phrases: Phrases): Part[] {
  const row = view.row!;
  const result = toldResult(phrases, row);
  const key = view.event === "beforehand" || others.length > 0 ? "" : `row ${row.label}`;
  const parts = key ? [part("text", key)] : [];
  if (result) parts.push(part("sign", `${key ? " " : ""}${ARROW} `), part("result", result));
  return withSource(parts, row.origin);
}

/** What neighbouring results of the dice lead to: `1 to 5 miss`. */
function toldLed(each: Led, phrases: Phrases): string {
  const faces = each.low === each.high ? `${each.low}` : `${each.low} to ${each.high}`;
  return `${faces} ${toldResult(phrases, each.row)}`.trim();
}

/** What was told since the last roll, or is asked, that is worked out from what is not printed, and from what. */
export function workedOut(views: readonly View[], asked: Question | null): Reason[] {
  const found = new Map<string, Part[]>();
  const add = (parts: Part[]) => found.set(plainText(parts), parts);
  const toldOf = (said: string, origin: Origin) => [part("name", said), part("text", `: ${reasonOf(origin)}`)];
  for (const view of views) {
    const said = headline(view).replace(/[.:]+$/, "");
    if (said && isUnseen(view.origin)) add(withSource(toldOf(said, view.origin), view.origin));
  }
  if (asked !== null && isUnseen(asked.origin)) add(toldOf(asked.prompt, asked.origin));
  return [...found.values()].map((parts) => ({ depth: 0, parts }));
}

/** What an event is about that is no roll; empty where a person does not see it. */
function headline(view: View): string {
  switch (view.event) {
    case "say":
      return view.text;
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
    case "limit":
    case "outcome":
      return "";
    default:
      return unreachable(view);
  }
}

/** A line with its citation and the overlay items that amended it. */
function withSource(parts: readonly Part[], origin: Origin): Part[] {
  const items = origin.amended_by.filter((item) => item !== origin.cite);
  return [
    ...parts,
    ...(origin.cite ? [part("cite", ` [${origin.cite}]`)] : []),
    ...(items.length > 0 ? [part("amended", ` · amended by ${items.join(", ")}`)] : []),
  ];
}
