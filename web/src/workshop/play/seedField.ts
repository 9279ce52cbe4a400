/** The field with the seed of the game that is played, and another one. */

import { button, errorSentence, h } from "../../page/dom";
import { parseSeed, randomSeed } from "./seeds";

/** The field. */
export class SeedField {
  readonly element: HTMLFormElement;
  private readonly input = h("input", {
    id: "play-seed",
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    size: 8,
    maxlength: 20,
  });

  /** Make the field; `play` gets a seed that was typed or drawn. */
  constructor(private readonly play: (seed: string) => void) {
    this.element = h(
      "form",
      { class: "seed-field", hidden: true },
      h("label", { for: "play-seed" }, "Seed"),
      this.input,
      button("Another", () => this.play(randomSeed()), { class: "quiet", title: "Begin again with other dice" }),
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.input.addEventListener("input", () => this.input.setCustomValidity(""));
  }

  /** Show the seed of a game. */
  show(seed: string): void {
    this.input.value = seed;
    this.input.setCustomValidity("");
  }

  private submit(): void {
    try {
      this.play(parseSeed(this.input.value));
    } catch (error) {
      this.input.setCustomValidity(errorSentence(error));
      this.input.reportValidity();
    }
  }
}
