/** Fields of a form, each with its label. */

import { appendChildren, type Child, h } from "../dom";

/** One of some values: what it is called in the form, and for people. */
export type SelectOption = readonly [value: string, title: string];

/** A field with its label, and a word on it. */
export function labelledField(label: string, input: HTMLElement, about: Child = null): HTMLElement {
  const id = `${input.id}-about`;
  if (about) input.setAttribute("aria-describedby", id);
  return h("div", { class: "field" }, h("label", { for: input.id }, label), input, about && h("small", { id }, about));
}

/** A choice of one of some values in a list. */
export function selectBox(id: string, picks: readonly SelectOption[], chosen: string): HTMLSelectElement {
  return h(
    "select",
    { id },
    ...picks.map(([value, title]) => h("option", { value, selected: value === chosen }, title)),
  );
}

/** A choice of one of a few values, all in sight; `now` says which is chosen. */
export function radioGroup<Value extends string>(
  name: string,
  legend: string,
  picks: readonly (readonly [value: Value, title: string])[],
  chosen: Value,
  onChange = () => {},
) {
  const inputs = picks.map(([value]) =>
    h("input", { type: "radio", name, value, checked: value === chosen, onchange: onChange }),
  );
  const element = h(
    "fieldset",
    {},
    h("legend", {}, legend),
    ...picks.map(([, title], at) => h("label", { class: "choice" }, inputs[at], h("span", {}, title))),
  );
  return { element, now: (): Value => picks[inputs.findIndex((input) => input.checked)]?.[0] ?? chosen };
}

/** What is folded is made so long after the form, in milliseconds: by then the browser has drawn it. */
const FILL_DELAY = 1000;

/** Has what is folded be made, as an event. */
export const FILL_EVENT = "wanted";

/**
 * A part of a form that is folded until somebody wants it. What is inside is made then; or a little later, for it is to be
 * found by who searches the page.
 */
export function foldedPart(title: string, about: string, makeContent: () => readonly Child[]): HTMLDetailsElement {
  const place = h("div", { class: "inside" });
  const make = (): void => {
    if (!place.firstChild) appendChildren(place, makeContent());
  };
  setTimeout(make, FILL_DELAY);
  const summary = h("summary", { onclick: make }, title, about && h("small", { class: "faint" }, about));
  return h("details", { class: "fold", [`on${FILL_EVENT}`]: make }, summary, place);
}
