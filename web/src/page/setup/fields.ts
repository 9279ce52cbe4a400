/** Labelled form fields. */

import { appendChildren, type Child, h } from "../dom";

/** An option of a list: value and title. */
export type SelectOption = readonly [value: string, title: string];

/** Create a form field from an input, with its label, and an explanation below. */
export function labelledField(label: string, input: HTMLElement, about: Child = null): HTMLElement {
  const id = `${input.id}-about`;
  if (about) input.setAttribute("aria-describedby", id);
  return h("div", { class: "field" }, h("label", { for: input.id }, label), input, about && h("small", { id }, about));
}

/** Create a drop-down list of options, with the chosen one selected. */
export function selectBox(id: string, options: readonly SelectOption[], chosen: string): HTMLSelectElement {
  return h(
    "select",
    { id },
    ...options.map(([value, title]) => h("option", { value, selected: value === chosen }, title)),
  );
}

/** Create a group of radio buttons with a legend; `chosen` is the initial value. */
export function radioGroup<Value extends string>(
  name: string,
  legend: string,
  options: readonly (readonly [value: Value, title: string])[],
  chosen: Value,
  onChange = () => {},
) {
  const inputs = options.map(([value]) =>
    h("input", { type: "radio", name, value, checked: value === chosen, onchange: onChange }),
  );
  const element = h(
    "fieldset",
    {},
    h("legend", {}, legend),
    ...options.map(([, title], at) => h("label", { class: "choice" }, inputs[at], h("span", {}, title))),
  );
  return { element, now: (): Value => options[inputs.findIndex((input) => input.checked)]?.[0] ?? chosen };
}

/** Milliseconds until folded contents are created: by then the browser has drawn the form. */
const FILL_DELAY = 1000;

/** The event that has folded contents created. */
export const FILL_EVENT = "wanted";

/** Create a folded part of a form, whose contents are made when it opens, or a little later for the page's search. */
export function foldedPart(title: string, about: string, makeContent: () => readonly Child[]): HTMLDetailsElement {
  const place = h("div", { class: "inside" });
  /** Make the contents, unless they are there already. */
  const fillPart = (): void => {
    if (!place.firstChild) appendChildren(place, makeContent());
  };
  setTimeout(fillPart, FILL_DELAY);
  const summary = h("summary", { onclick: fillPart }, title, about && h("small", { class: "faint" }, about));
  return h("details", { class: "fold", [`on${FILL_EVENT}`]: fillPart }, summary, place);
}
