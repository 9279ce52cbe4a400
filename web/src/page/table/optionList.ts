/** View of a question with its answers: the suggestion is marked and focused, grave answers stand apart. */

import { NO_OPTION, type Question } from "../../engine/question";
import { explainRejection, hasManyNumbers, isNumberChoice, listNumbers, parseOption } from "../../play/answers/answers";
import { type OfferedAnswer, offeredAnswers, renderPrompt } from "../../play/answers/offeredAnswers";
import { isUnseen } from "../../rules/origin";
import { button, type Child, h } from "../dom";
import { unprintedMark } from "./partElements";
import { describeAnswer, type PieceLink } from "./pieceLinks";

/** Takes an answer: the index of an option, -1 for none; of an amount the typed number, empty for the suggested one. */
export type AnswerHandler = (index: number, typed?: string) => void;

/** Render the head of a question: prompt, chooser, and the information beside it. */
export function questionHead(
  question: Question,
  title = renderPrompt(question),
  remarks: readonly string[] = question.remarks,
): Child {
  return [
    h("h2", { id: "prompt" }, title, isUnseen(question.origin) && unprintedMark()),
    remarks.length > 0 && h("ul", { class: "remarks" }, ...remarks.map((remark) => h("li", {}, remark))),
  ];
}

/** Render the answers of a question as buttons in display order, with room for odds; `answer` takes the chosen one. */
export function optionList(question: Question, answer: AnswerHandler): HTMLElement {
  if (question.ends.length > 0 || hasManyNumbers(question.options)) return numberLine(question, answer);
  const isNumbers = isNumberChoice(question.options);
  const all = offeredAnswers(question);
  const list = h(
    "div",
    { class: `options${isNumbers ? " numbers" : ""}`, role: "group", "aria-labelledby": "prompt" },
    ...all.filter((each) => !each.isGrave).map((each) => optionButton(each, isNumbers, answer)),
    all.some((each) => each.isGrave) && h("p", { class: "apart" }, "Not to be taken back in the story"),
    ...all.filter((each) => each.isGrave).map((each) => optionButton(each, isNumbers, answer)),
  );
  list.addEventListener("keydown", (event) => moveFocus(list, event));
  return list;
}

/** Render a choice among many numbers: the suggested one as a button, none if allowed, and an input for all others. */
function numberLine(question: Question, answer: AnswerHandler): HTMLElement {
  const isAmount = question.ends.length > 0;
  const numbers = isAmount ? question.ends : question.options.map((option) => Number(option.name));
  const suggested = question.options[question.preferred]?.name ?? "";
  const box = h("input", {
    type: "number",
    "aria-label": "Another number",
    min: Math.min(...numbers),
    max: Math.max(...numbers),
    value: suggested,
    required: true,
  });
  /** Answer with the typed number, or show why it is no valid answer. */
  const submitNumber = (): void => {
    const index = parseOption(question, box.value);
    if (typeof index === "number") {
      answer(index, box.value);
    } else {
      box.setCustomValidity(explainRejection(question, index, box.value));
      box.reportValidity();
    }
  };
  const shownAnswers = offeredAnswers(question).filter((each) => each.isSuggested || each.index === NO_OPTION);
  return h(
    "div",
    { class: "options", role: "group", "aria-labelledby": "prompt" },
    h("p", {}, listNumbers(question).join(", ")),
    ...shownAnswers.map((each) => optionButton(each, true, answer)),
    h(
      "p",
      {
        class: "ways",
        oninput: () => box.setCustomValidity(""),
        onkeydown: (event) => (event as KeyboardEvent).key === "Enter" && event.target === box && submitNumber(),
      },
      box,
      button("Answer so", submitNumber),
    ),
  );
}

/** Create the button of an answer: its key, title, information, and the mark of a suggestion. */
function optionButton(answerOffered: OfferedAnswer, isNumber: boolean, answer: AnswerHandler): HTMLElement {
  const { index, key, title, beside, isGrave, isSuggested } = answerOffered;
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

/** The links of a question's answers that are pieces, with their buttons in a list; `answer` takes the chosen one. */
export function optionLinks(question: Question, list: HTMLElement, answer: AnswerHandler): PieceLink[] {
  const pieces = offeredAnswers(question).filter(({ index }) => question.options[index]?.piece);
  return pieces.map(({ index, title, beside }) => ({
    piece: question.options[index]!.piece,
    title,
    describe: () => describeAnswer(title, beside),
    elements: [...list.querySelectorAll<HTMLElement>(`[data-index="${index}"]`)],
    answers: true,
    mark: () => null,
    choose: () => answer(index),
  }));
}

/** Find the button to focus first in a list of answers: that of the suggested answer, else the first; null for none. */
export function firstToFocus(list: HTMLElement): HTMLElement | null {
  return list.querySelector<HTMLElement>(".suggested") ?? list.querySelector<HTMLElement>(".option");
}

/** Move the focus between the answers by arrow keys. */
function moveFocus(list: HTMLElement, event: KeyboardEvent): void {
  const offset = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (offset === undefined) return;
  const all = [...list.querySelectorAll<HTMLElement>(".option")];
  const at = all.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  all[(at + offset + all.length) % all.length]?.focus();
}
