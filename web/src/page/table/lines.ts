/** Lines of the story as elements. */

import { unreachable } from "../../closed";
import type { StoryLine } from "../../play/story/classes";
import { UNSEEN } from "../../play/story/line";
import { ARROW, fell, MARK, type Part, partsOf } from "../../play/story/parts";
import { type Child, h } from "../dom";
import { inline, mark, unprinted } from "./parts";

/** Asks for the reasons of a throw, by its number. */
export type Why = (number: number) => void;

/** A line as an element. */
export function drawn(line: StoryLine, why: Why): HTMLElement {
  const kind = `line ${line.kind} depth-${line.depth}${line.tone ? ` ${line.tone}` : ""}`;
  switch (line.kind) {
    case "chapter":
      return h("h2", { class: kind }, line.text);
    case "heading":
      return h("h3", { class: line.isWide ? `${kind} wider` : kind }, inline(partsOf(line)));
    case "roll":
      return h("p", { class: kind }, rollButton(line, why));
    case "legend":
      return h("p", { class: kind }, line.text === UNSEEN ? legend() : inline(partsOf(line)));
    case "news":
    case "result":
    case "answer":
    case "change":
    case "joins":
    case "leaves":
    case "limit":
    case "end":
      return h("p", { class: kind }, inline(partsOf(line)));
    default:
      return unreachable(line.kind);
  }
}

function legend(): Child {
  return [mark(MARK), " not printed, or worked out from what is not: touch a roll to see from what"];
}

/** A throw: what for, the dice, what changed them, what they led to. Touched, it tells its reasons. */
function rollButton(line: StoryLine, why: Why): HTMLElement {
  const about = line.names.length > 0 && h("span", { class: "about" }, ` (${line.names.join(", ")})`);
  return h(
    "button",
    { type: "button", class: "throw", "aria-haspopup": "dialog", onclick: () => why(line.number) },
    h("span", { class: "thrown" }, line.text, line.isUnseen && unprinted(), about),
    h("span", { class: "dots" }),
    h("span", { class: "fell" }, ...fell(line).map(shownDice), line.result && [` ${ARROW} `, h("b", {}, line.result)]),
  );
}

/** Dice as dice; the rest as it is. */
function shownDice(part: Part): Child {
  if (part.role !== "dice") return inline([part]);
  return part.text.split(/(\d+)/).map((said, at) => (at % 2 ? h("span", { class: "die" }, said) : said));
}
