/** A question with its answers: what is suggested is marked and has the focus, what is grave stands apart. */

import { NO_OPTION, type Option, type Question } from "../../engine/question";
import { inOrder, isGraveAnswer, isNumberChoice, keyOf, titleOf } from "../../play/answers/answering";
import { isUnseen } from "../../rules/origin";
import { type Child, h } from "../dom";
import { unprinted } from "./parts";

/** Takes an answer: the index of an option, -1 for none. */
export type Answer = (index: number) => void;

/** The head of a question: what is asked, by whom it is answered, what decides it. */
export function questionHead(asked: Question, title = asked.prompt, remarks: readonly string[] = asked.remarks): Child {
  const by = asked.by !== "player" && h("small", {}, ` (${asked.by.replaceAll("_", " ")})`);
  return [
    h("h2", { id: "prompt" }, title, by, isUnseen(asked.origin) && unprinted()),
    remarks.length > 0 && h("ul", { class: "remarks" }, ...remarks.map((remark) => h("li", {}, remark))),
  ];
}

/** The answers of a question; what odds say of each may be put beside it later. */
export function optionList(asked: Question, answer: Answer): HTMLElement {
  const usual = inOrder(asked).filter((index) => !isGraveAnswer(asked, index));
  const grave = inOrder(asked).filter((index) => isGraveAnswer(asked, index));
  if (asked.optional) usual.push(NO_OPTION);
  const list = h(
    "div",
    { class: `options${isNumberChoice(asked.options) ? " numbers" : ""}`, role: "group", "aria-labelledby": "prompt" },
    ...usual.map((index) => optionButton(asked, index, answer)),
    grave.length > 0 && h("p", { class: "apart" }, "Not to be taken back in the story"),
    ...grave.map((index) => optionButton(asked, index, answer)),
  );
  list.addEventListener("keydown", (event) => step(list, event));
  return list;
}

function optionButton(asked: Question, index: number, answer: Answer): HTMLElement {
  const option: Option | undefined = asked.options[index];
  const isSuggested = index === asked.preferred;
  const key = asked.offer && isSuggested ? "" : keyOf(asked, index);
  const isNumber = isNumberChoice(asked.options);
  const title = titleOf(asked, index);
  return h(
    "button",
    {
      type: "button",
      class: `option${isSuggested ? " suggested" : ""}${option?.grave ? " grave" : ""}`,
      "data-index": index,
      onclick: () => answer(index),
    },
    key && !isNumber && h("kbd", { "aria-hidden": "true" }, key),
    h("span", { class: "answer" }, title),
    option?.beside && h("span", { class: "beside" }, option.beside),
    isSuggested && h("span", { class: "suggests" }, "suggested"),
    h("span", { class: "odds" }),
  );
}

/** The answer that has the focus first: what is suggested. */
export function firstOf(list: HTMLElement): HTMLElement | null {
  return list.querySelector<HTMLElement>(".suggested") ?? list.querySelector<HTMLElement>(".option");
}

/** Arrows go from answer to answer. */
function step(list: HTMLElement, event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  const all = [...list.querySelectorAll<HTMLElement>(".option")];
  const at = all.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  all[(at + by + all.length) % all.length]?.focus();
}
