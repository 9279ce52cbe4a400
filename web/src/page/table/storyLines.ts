/** Rendering of story lines as DOM elements. */

import { unreachable } from "../../closed";
import type { StoryLine } from "../../play/story/classes";
import { ARROW, diceParts, lineParts, type Part, stakeParts, UNPRINTED_MARK } from "../../play/story/lineParts";
import { UNSEEN } from "../../play/story/storyLine";
import { type Child, h } from "../dom";
import { markElement, partElements, silentMark, unprintedMark } from "./partElements";

/** Shows the explanation of a throw, by its number. */
export type ShowReasons = (number: number) => void;

/** Render a line of the story as a DOM element; `showReasons` explains its throw when clicked. */
export function lineElement(line: StoryLine, showReasons: ShowReasons): HTMLElement {
  const kind = `line ${line.kind} depth-${line.depth}${line.tone ? ` ${line.tone}` : ""}`;
  switch (line.kind) {
    case "chapter":
      return h("h2", { class: kind }, line.text);
    case "heading":
      return h("h3", { class: line.isWide ? `${kind} wider` : kind }, partElements(lineParts(line)));
    case "roll":
      return h("p", { class: kind }, rollButton(line, showReasons));
    case "legend":
      return h("p", { class: kind }, line.text === UNSEEN ? unseenLegend() : toneLegend(line));
    case "news":
    case "result":
    case "answer":
    case "change":
    case "joins":
    case "leaves":
    case "limit":
    case "end":
      return h("p", { class: kind }, partElements(lineParts(line)));
    default:
      return unreachable(line.kind);
  }
}

/** The legend of the marks for good and bad news, whose words say them already. */
function toneLegend(line: StoryLine): Child {
  return lineParts(line).map(({ role, text }) => (role === "mark" ? silentMark(text) : text));
}

/** The legend of the mark for rules that are not printed. */
function unseenLegend(): Child {
  return [markElement(UNPRINTED_MARK), " not printed, or worked out from what is not: touch a roll to see from what"];
}

/** Render a throw: purpose, dice, modifiers, result; a click shows its explanation. */
function rollButton(line: StoryLine, showReasons: ShowReasons): HTMLElement {
  const about = line.names.length > 0 && h("span", { class: "about" }, ` (${line.names.join(", ")})`);
  return h(
    "button",
    { type: "button", class: "throw", "aria-haspopup": "dialog", onclick: () => showReasons(line.number) },
    h("span", { class: "thrown" }, line.text, line.isUnseen && unprintedMark(), about),
    h("span", { class: "dots" }),
    h(
      "span",
      { class: "fell" },
      ...diceParts(line).map(diceElements),
      line.result &&
        h("span", { class: "outcome" }, ` ${ARROW} `, h("b", {}, line.result), partElements(stakeParts(line))),
    ),
  );
}

/** Render a part of a throw's line: dice as pictures, other text unchanged. */
function diceElements(part: Part): Child {
  if (part.role !== "dice") return partElements([part]);
  return part.text.split(/(\d+)/).map((said, at) => (at % 2 ? h("span", { class: "die" }, said) : said));
}
