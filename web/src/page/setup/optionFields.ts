/** Form fields of a game's options, by chapter, with their origins. */

import { pluralize } from "../../listing";
import type { Setting } from "../../rules/documents";
import { standingText } from "../../rules/origin";
import { type Child, h } from "../dom";
import { foldedPart, labelledField, type SelectOption, selectBox } from "./fields";

/** The fields of a game's options, with an accessor of their values. */
export interface OptionFields {
  readonly elements: Child[];
  /** The options that differ from their defaults: words by name. */
  chosenOptions(): Map<string, string>;
}

/** Create the form fields of a game's options, by chapter. */
export function optionFields(settings: readonly Setting[]): OptionFields {
  const inputs = new Map<Setting, HTMLSelectElement | HTMLInputElement>();
  /** Create the labelled field of an option, and remember its input. */
  const makeField = (setting: Setting): HTMLElement => {
    const input = optionInput(setting);
    inputs.set(setting, input);
    return labelledField(setting.title || setting.name, input, describeSetting(setting));
  };
  const chapters = [...new Set(settings.map((setting) => setting.chapter))];
  const elements = chapters.map((chapter) => {
    const own = settings.filter((setting) => setting.chapter === chapter);
    return foldedPart(chapter || "Options of the game", pluralize(own.length, "option"), () => [
      h("div", { class: "settings" }, ...own.map(makeField)),
    ]);
  });
  return {
    elements,
    chosenOptions: () =>
      new Map(
        [...inputs]
          .filter(([setting, input]) => input.value !== setting.default)
          .map(([setting, input]) => [setting.name, input.value]),
      ),
  };
}

/** Create the input of an option: a drop-down list of its values, or a number. */
function optionInput(setting: Setting): HTMLSelectElement | HTMLInputElement {
  const id = `option-${setting.name}`;
  if (setting.values.length === 0) {
    return h("input", {
      type: "number",
      id,
      min: setting.low,
      max: setting.high,
      value: setting.default,
      required: true,
    });
  }
  const picks = setting.values.map(
    ({ word, title }): SelectOption => [word, word === setting.default ? `${title} (default)` : title],
  );
  return selectBox(id, picks, setting.default);
}

/** Describe what an option changes, where it comes from, its range and its default; empty if nothing is known. */
function describeSetting({ explanation, origin, low, high, default: usual }: Setting): Child {
  const range = low === null ? "" : `${low} to ${high}; default ${usual}`;
  const source = [range, origin.cite, origin.standing && standingText({ is: "Origin", ...origin })]
    .filter((each) => each)
    .join("; ");
  return explanation ? [explanation, h("span", { class: "faint" }, source && ` ${source}`)] : source;
}
