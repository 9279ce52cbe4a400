/** What the journal's events say, typed: everything that the story and the pages are made of. */

import { unreachable } from "../closed";
import type { EventName, Tone } from "../modes";
import { type Dice, notation, renderFaces } from "../rules/dice";
import type { EnterSite, LeaveSite, Origin, RowInfo } from "../rules/program";

/** Raised when what makes two events the same changes. In stories of version 1 sentences counted, too. */
export const STORY_VERSION = 2;

/** The versions of stories that can be told: a save goes on by that of its header. */
export const STORIES: ReadonlySet<number> = new Set([1, STORY_VERSION]);

/** A value: what it is of, its stable name, and its title. */
export interface Told {
  readonly of: string;
  readonly name: string;
  readonly title: string;
}

/** A modifier that applied, and what it added to the dice. */
export interface AppliedModifier {
  readonly label: string;
  readonly amount: number;
  readonly text: string;
  readonly origin: Origin;
}

/** A throw of dice. `faces` is a single number where only the total of several dice was told, or the one kept. */
export interface RollView {
  readonly event: "roll";
  readonly origin: Origin;
  readonly table: string | null;
  readonly title: string;
  readonly dice: Dice;
  readonly faces: readonly number[];
  readonly natural: number;
  readonly modifiers: readonly AppliedModifier[];
  readonly total: number;
  readonly row: RowInfo | null;
  readonly arguments: readonly Told[];
}

/** A table's result without dice. */
export interface BeforehandView {
  readonly event: "beforehand";
  readonly origin: Origin;
  readonly table: string;
  readonly title: string;
  readonly row: RowInfo;
}

/** What a table gave; one value, or one for each named part. */
export interface ResultView {
  readonly event: "result";
  readonly origin: Origin;
  readonly table: string;
  readonly title: string;
  readonly values: readonly Told[];
}

/** A choice that was asked, and its answer: the name of an option, or `none`. */
export interface ChoiceView {
  readonly event: "choice";
  readonly origin: Origin;
  readonly id: string;
  readonly prompt: string;
  readonly by: string;
  readonly options: readonly string[];
  readonly titles: readonly string[];
  readonly answer: string;
  readonly answerTitle: string;
  readonly offer: boolean;
}

/** What there is to draw from, where a throw is to tell which it will be: the first for a 1. */
export interface PileView {
  readonly event: "pile";
  readonly origin: Origin;
  readonly id: string;
  readonly members: readonly string[];
  readonly titles: readonly string[];
}

/** What was drawn at random, and from how many; `none` where there was nothing. */
export interface DrawView {
  readonly event: "draw";
  readonly origin: Origin;
  readonly id: string;
  readonly count: number;
  readonly drawn: string;
  readonly drawnTitle: string;
}

/** A field changed; its title is empty where the player does not see it. */
export interface ChangeView {
  readonly event: "change";
  readonly origin: Origin;
  readonly field: string;
  readonly title: string;
  readonly old: string;
  readonly new: string;
  readonly oldTitle: string;
  readonly newTitle: string;
  readonly tone: Tone;
}

/** An element joined a list or left it. */
export interface ElementView {
  readonly event: "element";
  readonly origin: Origin;
  readonly list: string;
  readonly title: string;
  readonly joins: boolean;
  readonly element: string;
  readonly elementTitle: string;
}

/** An element became the first of its list or the last. */
export interface MoveView {
  readonly event: "move";
  readonly origin: Origin;
  readonly list: string;
  readonly title: string;
  readonly first: boolean;
  readonly element: string;
  readonly elementTitle: string;
}

/** A line of text; `unnamed` is the same with the names of the manifest, empty where those are shown. */
export interface SayView {
  readonly event: "say";
  readonly origin: Origin;
  readonly text: string;
  readonly tone: Tone;
  readonly unnamed: string;
}

/**
 * A procedure or a step begins.
 *
 * `seenBy` is who sees what happens in it, as it says itself: `all`; of a step, the stable name of a player, or `none` for
 * nobody, too. Empty where it says nothing, and of a procedure that says anything else.
 */
export interface EnterView {
  readonly event: "enter";
  readonly origin: Origin;
  readonly kind: EnterSite["kind"];
  readonly name: string;
  readonly title: string;
  readonly arguments: readonly Told[];
  readonly seenBy: string;
}

/** A procedure or a step is over. */
export interface LeaveView {
  readonly event: "leave";
  readonly origin: Origin;
  readonly kind: LeaveSite["kind"];
  readonly name: string;
}

/** A bound was reached and what stood beyond it was left out. */
export interface LimitView {
  readonly event: "limit";
  readonly origin: Origin;
  readonly text: string;
}

/** The end: a result (`none` where there is none), or what the rules did that they may not. */
export interface OutcomeView {
  readonly event: "outcome";
  readonly origin: Origin;
  readonly result: string;
  readonly title: string;
  readonly fault: string;
}

/** Each event by its name. */
interface Views {
  readonly roll: RollView;
  readonly beforehand: BeforehandView;
  readonly result: ResultView;
  readonly choice: ChoiceView;
  readonly pile: PileView;
  readonly draw: DrawView;
  readonly change: ChangeView;
  readonly element: ElementView;
  readonly move: MoveView;
  readonly say: SayView;
  readonly enter: EnterView;
  readonly leave: LeaveView;
  readonly limit: LimitView;
  readonly outcome: OutcomeView;
}

/** An event; here nobody is told that another sees something alone. */
export type View = Views[Exclude<EventName, "hidden">];

/** A throw, a table's result without one, or a draw. */
export type ThrowView = RollView | BeforehandView | DrawView;

/** Whether an event tells of a throw, of a table's result without one, or of a draw. */
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
    case "limit":
    case "outcome":
      return false;
    default:
      return unreachable(view);
  }
}

/** The event as far as it counts when runs are compared: names and numbers, no sentences and no places. Null where it
 * does not count in stories of this version ({@link STORIES}).
 */
export function keyOf(view: View, story: number = STORY_VERSION): readonly unknown[] | null {
  switch (view.event) {
    case "roll": {
      const amounts = view.modifiers.map((each) => (story === 1 ? [each.label, each.amount] : each.amount));
      const row = view.row?.label ?? null;
      return ["roll", view.table, notation(view.dice), view.faces, view.natural, amounts, view.total, row];
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
      return story === 1 ? ["say", view.unnamed || view.text] : null;
    case "enter":
      return ["enter", view.kind, view.name, view.arguments.map((each) => each.name)];
    case "leave":
      return ["leave", view.kind, view.name];
    case "limit":
      return story === 1 ? ["limit", view.text] : ["limit"];
    case "outcome":
      return ["outcome", view.result, view.fault];
    default:
      return unreachable(view);
  }
}

/** What dice show, where what they come to is yet to be told: `3+4`, `lowest of 3, 7`; else empty. */
export function severalOf({ dice, faces }: RollView): string {
  return renderFaces(dice, faces);
}

/** What something was called with, in words: none is not mentioned, and of yes and no only what is so. */
export function spoken(given: readonly Told[]): string[] {
  return given
    .filter((each) => each.name !== "none" && each.name !== "no")
    .map((each) => (each.name === "yes" ? each.of.replaceAll("_", " ") : each.title));
}

/** A result in words; its parts by name where it has several, and once that there is none. */
export function toldValues(values: readonly Told[]): string {
  const [first] = values;
  if (first && values.length > 1 && values.every((each) => each.name === "none")) return first.title;
  return values.map((each) => `${each.of.replaceAll("_", " ")} ${each.title}`.trim()).join(", ");
}
