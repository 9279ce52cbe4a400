/** Event views of the journal: their comparison keys and their words. */

import { unreachable } from "../closed";
import { diceNotation, renderFaces } from "../rules/dice";
import { isDecimal } from "../text";
import type { BeforehandView, DrawView, LabelledValue, RollView, SayView, View } from "./classes";

/** The version of the event comparison; raised when it changes. In stories of version 1 sentences counted, too. */
export const STORY_VERSION = 2;

/** The supported story versions: a save continues by that of its header. */
export const STORY_VERSIONS: ReadonlySet<number> = new Set([1, STORY_VERSION]);

/** A throw, a table's result without one, or a draw. */
export type ThrowView = RollView | BeforehandView | DrawView;

/** Whether an event is a throw, a draw, or a table's result without dice. */
export function isThrow(view: View): view is ThrowView {
  switch (view.event) {
    case "roll":
    case "beforehand":
    case "draw":
      return true;
    case "result":
    case "choice":
    case "pile":
    case "change":
    case "element":
    case "move":
    case "say":
    case "enter":
    case "leave":
    case "hidden":
    case "limit":
    case "outcome":
      return false;
    default:
      return unreachable(view);
  }
}

/**
 * The comparison key of an event: its names and numbers, without sentences and positions in the rules. Null if stories
 * of the version `story` do not count the event ({@link STORY_VERSIONS}).
 */
export function keyOf(view: View, story: number = STORY_VERSION): readonly unknown[] | null {
  switch (view.event) {
    case "roll": {
      const amounts = view.modifiers.map((each) => (story === 1 ? [each.label, each.amount] : each.amount));
      const row = view.row?.label ?? null;
      return ["roll", view.table, diceNotation(view.dice), view.faces, view.natural, amounts, view.total, row];
    }
    case "beforehand":
      return ["beforehand", view.table, view.row.label];
    case "result":
      return ["result", view.table, view.values.map((each) => each.name)];
    case "choice":
      return ["choice", view.id, view.options, view.answer];
    case "pile":
      return ["pile", view.id, view.members];
    case "draw":
      return ["draw", view.id, view.count, view.drawn];
    case "change":
      return ["change", view.field, view.old, view.new];
    case "element":
      return ["element", view.list, view.joins, view.element];
    case "move":
      return ["move", view.list, view.first, view.element];
    case "say":
      return story === 1 && isInPlay(view) ? ["say", view.unnamed || view.text] : null;
    case "enter":
      return ["enter", view.kind, view.name, view.arguments.map((each) => each.name)];
    case "leave":
      return ["leave", view.kind, view.name];
    case "hidden":
      return ["hidden", view.name, view.whose];
    case "limit":
      return story === 1 ? ["limit", view.text] : ["limit"];
    case "outcome":
      return ["outcome", view.result, view.fault];
    default:
      return unreachable(view);
  }
}

/**
 * Render the faces of a roll, to stand before its result: `3+4`, `lowest of 3, 7`; empty if the result says the same.
 */
export function facesText({ dice, faces }: RollView): string {
  return renderFaces(dice, faces);
}

/** Render a call's arguments as words for a heading: an argument that is none or no is left out. */
export function spokenArguments(args: readonly LabelledValue[]): string[] {
  return args
    .filter((each) => each.name !== "none" && each.name !== "no")
    .map((each) => (each.name === "yes" ? each.of.replaceAll("_", " ") : each.title));
}

/**
 * Render a table's result in words: `2 hits, port, on fire`.
 *
 * A number stands before the name of its part. Of a part that is yes or no, its name stands where it is yes. Other
 * values speak for themselves. Parts that are none are left out, unless all are.
 */
export function renderResult(values: readonly LabelledValue[]): string {
  const [first] = values;
  if (first && values.length > 1 && values.every((each) => each.name === "none")) return first.title;
  const spoken = values.filter((each) => !each.of || (each.name !== "no" && each.name !== "none")).map(renderPart);
  return (spoken.length > 0 ? spoken : values.map((each) => `no ${each.of.replaceAll("_", " ")}`)).join(", ");
}

/** Render a part of a table's result, or the whole of a result in one part: `2 hits`, `port`, `on fire`. */
function renderPart({ of, name, title }: LabelledValue): string {
  const partName = of.replaceAll("_", " ");
  if (partName && name === "yes") return partName;
  return isDecimal(name.replace(/^-+/, "")) ? `${title} ${partName}`.trim() : title;
}

/** Whether players read a sentence of the rules in play: the chronicle alone has all others. */
export function isInPlay(view: Pick<SayView, "chronicle">): boolean {
  return view.chronicle === "" || view.chronicle === "also";
}
