/** A question with its answers: what is suggested is marked and has the focus, what is grave stands apart. */

import { NO_OPTION, type Question } from "../../engine/question";
import { complaint, hasManyNumbers, isNumberChoice, numbersOffered, readAnswer } from "../../play/answers/answering";
import { type Offered, offers, promptOf } from "../../play/answers/asking";
import { isUnseen } from "../../rules/origin";
import { button, type Child, h } from "../dom";
import { unprinted } from "./parts";

/** Takes an answer: the index of an option, -1 for none. */
export type Answer = (index: number) => void;

/** The head of a question: what is asked, of whom, what decides it. */
export function questionHead(
  asked: Question,
  title = promptOf(asked),
  remarks: readonly string[] = asked.remarks,
): Child {
  return [
    h("h2", { id: "prompt" }, title, isUnseen(asked.origin) && unprinted()),
    remarks.length > 0 && h("ul", { class: "remarks" }, ...remarks.map((remark) => h("li", {}, remark))),
  ];
}

/** The answers of a question, in the order in which lines have them; what odds say of each may be put beside it later. */
export function optionList(asked: Question, answer: Answer): HTMLElement {
  if (hasManyNumbers(asked.options)) return numberLine(asked, answer);
  const isNumbers = isNumberChoice(asked.options);
  const all = offers(asked);
  const list = h(
    "div",
    { class: `options${isNumbers ? " numbers" : ""}`, role: "group", "aria-labelledby": "prompt" },
    ...all.filter((each) => !each.isGrave).map((each) => optionButton(each, isNumbers, answer)),
    all.some((each) => each.isGrave) && h("p", { class: "apart" }, "Not to be taken back in the story"),
    ...all.filter((each) => each.isGrave).map((each) => optionButton(each, isNumbers, answer)),
  );
  list.addEventListener("keydown", (event) => step(list, event));
  return list;
}

/** Many numbers: what is suggested, none where it may be answered, and a box for any other. */
function numberLine(asked: Question, answer: Answer): HTMLElement {
  const numbers = asked.options.map((option) => Number(option.name));
  const suggested = asked.options[asked.preferred]?.name ?? "";
  const box = h("input", {
    type: "number",
    "aria-label": "Another number",
    min: Math.min(...numbers),
    max: Math.max(...numbers),
    value: suggested,
    required: true,
  });
  const take = (): void => {
    const index = readAnswer(asked, box.value);
    if (typeof index === "number") {
      answer(index);
    } else {
      box.setCustomValidity(complaint(asked, index, box.value));
      box.reportValidity();
    }
  };
  const shown = offers(asked).filter((each) => each.isSuggested || each.index === NO_OPTION);
  return h(
    "div",
    { class: "options", role: "group", "aria-labelledby": "prompt" },
    h("p", {}, numbersOffered(asked).join(", ")),
    ...shown.map((each) => optionButton(each, true, answer)),
    h(
      "p",
      {
        class: "ways",
        oninput: () => box.setCustomValidity(""),
        onkeydown: (event) => (event as KeyboardEvent).key === "Enter" && event.target === box && take(),
      },
      box,
      button("Answer so", take),
    ),
  );
}

function optionButton(offered: Offered, isNumber: boolean, answer: Answer): HTMLElement {
  const { index, key, title, beside, isGrave, isSuggested } = offered;
  const kind = `option${isSuggested ? " suggested" : ""}${isGrave ? " grave" : ""}`;
  return h(
    "button",
    { type: "button", class: kind, "data-index": index, onclick: () => answer(index) },
    !isNumber && h("kbd", { "aria-hidden": "true" }, key),
    h("span", { class: "answer" }, title),
    beside && h("span", { class: "beside" }, beside),
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
