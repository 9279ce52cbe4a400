/** Constructors of DOM elements, icons, and error texts. */

import { InputError } from "../errors";
import { capitalizeFirst } from "../text";

type Handler = (event: Event) => void;

/** An attribute's value: a handler for `on...`; true sets the bare attribute, false and null omit it. */
export type Attribute = string | number | boolean | null | undefined | Handler;

/** Contents of an element: nodes and texts; null and false are left out. */
export type Child = Node | string | null | undefined | false | readonly Child[];

/** Create a DOM element by its tag name, with attributes and children (hyperscript). */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  appendChildren(element, children);
  return element;
}

/** Append children to an element. */
export function appendChildren(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) appendChildren(parent, child);
    else if (child) parent.append(child as Node | string);
  }
}

/** Replace the children of an element. */
export function setChildren(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  appendChildren(element, children);
}

/** Create a button that performs an action when clicked. */
export function button(label: Child, action: () => void, attributes: Readonly<Record<string, Attribute>> = {}) {
  return h("button", { type: "button", ...attributes, onclick: action }, label);
}

/** Create a placeholder, and replace it by the promised contents, unless the placeholder has left the page by then. */
export function showWhenReady(promise: Promise<Node>, placeholder: Child = null): HTMLElement {
  const place = h("div", { class: "later" }, placeholder);
  promise.then(
    (node) => place.replaceWith(node),
    (error: unknown) => setChildren(place, h("p", { role: "alert" }, errorSentence(error))),
  );
  return place;
}

/** Sentences for browser errors, by error name. */
const BROWSER_ERROR_TEXTS: Readonly<Record<string, string>> = {
  ConstraintError: "It is played in another tab or window, and was played on there: go on there.",
  NotFoundError: "This file cannot be read: it is no longer where it was, or it is a folder.",
  NotReadableError: "This file cannot be read: it is no longer where it was, or it is a folder.",
  NetworkError: "The site could not be reached: look whether there is a network.",
};

const UNEXPECTED_TEXT =
  "Something went wrong that nobody foresaw. What was stored is not touched by it; load the page again.";

/** Matches the names of built-in errors, whose messages are not ours. */
const BUILT_IN_ERROR_NAMES = /^(Eval|Internal|Range|Reference|Syntax|Type|URI|Runtime|Compile|Link)Error$/;

/**
 * The message of an error for people; for an error of the browser itself, or of the program, a plain sentence instead.
 */
function errorText(error: Error): string {
  if (error instanceof DOMException) return BROWSER_ERROR_TEXTS[error.name] ?? UNEXPECTED_TEXT;
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message))
    return BROWSER_ERROR_TEXTS.NetworkError!;
  return BUILT_IN_ERROR_NAMES.test(error.name) ? UNEXPECTED_TEXT : error.message;
}

/** Render an error for people, as sentences: its message, and what they can do about it. */
export function errorSentence(error: unknown): string {
  const text = error instanceof Error ? errorText(error) : String(error);
  if (text === UNEXPECTED_TEXT) console.error(error);
  return [text, error instanceof InputError ? error.hint : ""]
    .filter((each) => each)
    .map(endSentence)
    .join(" ");
}

/** Make a text a sentence: capitalized, and with a full stop unless it has a final mark. */
function endSentence(text: string): string {
  const whole = capitalizeFirst(text);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

const SVG = "http://www.w3.org/2000/svg";

/** SVG paths of the icons, in a square of 24. */
const OUTLINES = {
  back: "M15 5l-7 7 7 7",
  undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4",
  board: "M4 5h16v14H4zM4 12h16M12 5v14",
  sheet: "M6 3h9l4 4v14H6zM9 11h7M9 15h7",
  orders: "M4 7l2 2 3-4M4 17l2 2 3-4M13 7h7M13 17h7",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  backward: "M18 6l-8 6 8 6zM7 6v12",
  forward: "M6 6l8 6-8 6zM17 6v12",
  last: "M5 6l6 6-6 6M12 6l6 6-6 6M20 6v12",
  close: "M6 6l12 12M18 6L6 18",
} as const;

export type IconName = keyof typeof OUTLINES;

/** Create an SVG icon by its name, hidden from screen readers. */
export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", OUTLINES[name]);
  svg.append(path);
  return svg;
}
