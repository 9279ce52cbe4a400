/** The choice of how much is told. */

import { DETAILS, type Detail } from "../../modes";
import * as sentences from "../../play/storySentences";
import { type Child, h } from "../dom";

/** The description of each level of detail. */
export const DETAIL_TEXTS: Readonly<Record<Detail, string>> = {
  news: sentences.NEWS_DETAIL,
  rolls: sentences.ROLLS_DETAIL,
  books: sentences.BOOKS_DETAIL,
};

/** A story whose level of detail is chosen. */
export interface ToldGame {
  readonly detail: Detail;
  retell(detail: Detail): void;
}

/** Create the choice of the story's level of detail. */
export function detailChoice(controller: ToldGame): Child {
  return DETAILS.map((detail) =>
    h(
      "label",
      { class: "choice" },
      h("input", {
        type: "radio",
        name: "tell",
        checked: controller.detail === detail,
        onchange: () => controller.retell(detail),
      }),
      h("span", {}, h("b", {}, detail), `: ${DETAIL_TEXTS[detail]}`),
    ),
  );
}
