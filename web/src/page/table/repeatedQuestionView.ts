/** View of a repeated question: its options once, several of which are chosen in order. */

import { describeCount, minChoices, type RepeatedQuestion } from "../../play/answers/questionGroups";
import { button, h } from "../dom";
import { describeAnswer, type PieceLink, type PieceQuestion } from "./pieceLinks";

/** Takes the chosen options, as indices in the order of choice. */
export type ChoiceHandler = (places: readonly number[]) => void;

/** The view of a repeated question: check boxes of its options, several of which the player chooses in order. */
export class RepeatedQuestionView {
  readonly element: HTMLElement;
  private readonly chosen: number[];
  private readonly numbers: HTMLElement[];
  private readonly boxes: HTMLInputElement[];
  private readonly doneButton: HTMLButtonElement;

  /** Create the view of a repeated question; `answer` takes the chosen options when the player confirms them. */
  constructor(
    private readonly repeated: RepeatedQuestion,
    answer: ChoiceHandler,
  ) {
    const { question, preferred } = repeated;
    this.chosen = [...preferred];
    this.numbers = question.options.map(() => h("span", { class: "place" }));
    this.boxes = question.options.map((_, index) =>
      h("input", { type: "checkbox", onchange: () => this.toggle(index) }),
    );
    this.doneButton = button("", () => answer([...this.chosen]), { class: "main" });
    this.element = h(
      "div",
      { class: "group" },
      h("p", { class: "faint" }, `Choose ${describeCount(repeated)}, in their order.`),
      h(
        "div",
        { class: "options", role: "group", "aria-labelledby": "prompt" },
        ...question.options.map((option, place) =>
          h(
            "label",
            { class: `option${preferred.includes(place) ? " suggested" : ""}` },
            this.boxes[place],
            this.numbers[place],
            h("span", { class: "answer" }, option.title),
            option.beside && h("span", { class: "beside" }, option.beside),
          ),
        ),
      ),
      h("p", { class: "ways" }, this.doneButton),
    );
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || this.doneButton.disabled) return;
      event.preventDefault();
      answer([...this.chosen]);
    });
    this.draw();
  }

  /** The indices of the chosen options, in the order in which they were chosen. */
  get chosenIndices(): readonly number[] {
    return [...this.chosen];
  }

  /** The question as pieces answer it. */
  pieceQuestion(): PieceQuestion {
    const { question } = this.repeated;
    const titles = () => this.chosen.map((place, at) => `${at + 1}. ${question.options[place]!.title}`);
    return {
      links: this.pieceLinks(),
      asked: () => `${question.prompt} (${describeCount(this.repeated)}, in their order)`,
      markedLines: titles,
      confirmButton: this.doneButton,
    };
  }

  /** The links of the options that are pieces: each chooses its option, or removes it from the choice. */
  private pieceLinks(): PieceLink[] {
    const links = this.repeated.question.options.map(({ piece, title, beside }, place) => ({
      piece,
      title,
      describe: () => describeAnswer(title, beside),
      elements: [this.boxes[place]!.closest("label")!],
      answers: false,
      mark: () => ({ text: this.numberOf(place), isChosen: this.chosen.includes(place) }),
      choose: () => this.toggle(place),
    }));
    return links.filter(({ piece }) => piece);
  }

  /** The number of the option with an index in the order of choice, `1.`; empty if it is not chosen. */
  private numberOf(place: number): string {
    const at = this.chosen.indexOf(place);
    return at < 0 ? "" : `${at + 1}.`;
  }

  /** Focus the first check box. */
  focus(): void {
    (this.boxes[this.chosen[0] ?? 0] ?? this.doneButton).focus({ preventScroll: true });
  }

  /** Choose the option with an index, or, if it is chosen already, remove it from the choice. */
  private toggle(place: number): void {
    const at = this.chosen.indexOf(place);
    if (at >= 0) this.chosen.splice(at, 1);
    else if (this.chosen.length < this.repeated.most) this.chosen.push(place);
    this.draw();
  }

  /** Show which options are chosen, in which order, and whether they are enough. */
  private draw(): void {
    this.boxes.forEach((box, place) => {
      const at = this.chosen.indexOf(place);
      box.checked = at >= 0;
      box.disabled = at < 0 && this.chosen.length >= this.repeated.most;
      this.numbers[place]!.textContent = this.numberOf(place);
    });
    this.doneButton.disabled = this.chosen.length < minChoices(this.repeated);
    this.doneButton.textContent = this.chosen.length > 0 ? `Choose ${this.chosen.length}` : "Choose none";
  }
}
