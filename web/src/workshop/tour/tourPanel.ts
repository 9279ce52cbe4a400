/** The panel of the tour: a step's words, what shows it, and the way to the next. */

import { button, type Child, h } from "../../page/dom";
import { TOUR_STEPS, type TourStep } from "./steps";

/** What the panel can do. */
export interface TourActions {
  showMe(): void;
  goTo(step: number): void;
  beginAnew(): void;
  leave(): void;
}

/** How far the present step is. */
export interface TourProgress {
  /** Its number, from 1. */
  readonly number: number;
  readonly isDone: boolean;
  /** Whether the file was there before, changed. */
  readonly isFromBefore: boolean;
}

/** Draw the panel. */
export function drawTour({ number, isDone, isFromBefore }: TourProgress, actions: TourActions): Child {
  const step = TOUR_STEPS[number - 1]!;
  const isLast = number === TOUR_STEPS.length;
  const isToDo = step.edits.length > 0;
  const summary = h(
    "summary",
    {},
    h("small", {}, `Tour, ${number} of ${TOUR_STEPS.length}`),
    h("span", { class: "tour-title", role: "heading", "aria-level": 2 }, step.title),
  );
  const next = isLast
    ? h("a", { class: "button main", href: "#/" }, "To rules of your own")
    : button("Next", () => actions.goTo(number + 1), { class: isDone ? "main" : "quiet" });
  return h(
    "details",
    { class: "tour", open: true },
    summary,
    drawText(step),
    step.lines && h("pre", {}, dedent(step.lines)),
    isFromBefore &&
      h(
        "p",
        { class: "faint" },
        "The file is as you left it. ",
        button("Begin anew", () => actions.beginAnew(), { class: "link" }),
      ),
    h("p", { role: "status", class: "tour-done" }, isToDo && isDone && "Done."),
    h(
      "div",
      { class: "tour-ways" },
      number > 1 && button("Back", () => actions.goTo(number - 1), { class: "quiet" }),
      isToDo && !isDone && button("Show me", () => actions.showMe()),
      next,
      button("Leave", () => actions.leave(), { class: "quiet tour-leave" }),
    ),
  );
}

/** Draw the paragraphs of a step's text. */
function drawText({ text }: TourStep): Child {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => h("p", {}, ...drawWords(paragraph.replace(/\s+/g, " "))));
}

/** Draw a paragraph: what stands between bars is set as rules are. */
function drawWords(paragraph: string): Child[] {
  return paragraph.split("|").map((part, at) => (at % 2 === 1 ? h("code", {}, part) : part));
}

/** Take the indentation of the first line from all lines. */
function dedent(lines: string): string {
  const indent = lines.match(/^ */)![0];
  return lines
    .split("\n")
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join("\n");
}
