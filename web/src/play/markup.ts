/** HTML and SVG elements as values, for the page or for the text of a file. Strings are text nodes. */

import { formatFixed } from "../numberFormat";

/** An element. */
export interface Markup {
  /** Its tag. */
  readonly name: string;
  /** Its attributes in order, by their names in markup. */
  readonly attributes: readonly (readonly [string, string])[];
  /** Its children in order. */
  readonly children: readonly Content[];
}

/** An element, or text. */
export type Content = Markup | string;

/** Attribute values; null and undefined ones are left out. */
export type Attributes = Readonly<Record<string, string | number | null | undefined>>;

const SVG = "http://www.w3.org/2000/svg";

/** Characters that are unsafe in a page, and lone surrogates. */
const UNSAFE_CHARACTERS = /(?![\t\n\r])[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069\ufffe\uffff]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Elements that never have content. */
const VOID_ELEMENTS = new Set(["meta", "rect", "line", "circle", "path"]);

/** Elements whose content is not escaped; it is always our own. */
const RAW_TEXT_ELEMENTS = new Set(["style"]);

/** Make an element of HTML or SVG, as a value, with attributes and children (elements, texts, lists of them). */
export function tag(name: string, attributes: Attributes, ...children: (Content | Iterable<Content>)[]): Markup {
  const pairs: (readonly [string, string])[] = [];
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined)
      pairs.push([key, typeof value === "string" ? value : formatNumber(value)]);
  }
  const content = children.flatMap((child) => (typeof child === "string" || isMarkup(child) ? [child] : [...child]));
  return { name, attributes: pairs, children: content };
}

/** Whether a child is an element. */
function isMarkup(child: Content | Iterable<Content>): child is Markup {
  return typeof child === "object" && "name" in child;
}

/** Serialize an element, with each child on its own lines unless text stands among the children. */
export function renderMarkup(node: Content): string {
  if (typeof node === "string") return escapeText(node);
  const attributes = node.attributes.map(([name, value]) => ` ${name}="${escapeText(value)}"`).join("");
  if (VOID_ELEMENTS.has(node.name)) return `<${node.name}${attributes}/>`;
  return `<${node.name}${attributes}>${renderChildren(node)}</${node.name}>`;
}

/** Serialize the children of an element. */
function renderChildren(node: Markup): string {
  if (RAW_TEXT_ELEMENTS.has(node.name)) return node.children.filter((child) => typeof child === "string").join("");
  if (node.children.length && node.children.every((child) => typeof child !== "string")) {
    return `${node.children.map((child) => `\n${renderMarkup(child)}`).join("")}\n`;
  }
  return node.children.map(renderMarkup).join("");
}

/** Escape a text for HTML and SVG, and replace characters that are unsafe in a page. */
export function escapeText(text: string): string {
  return replaceForbidden(text).replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** Replace the characters that are unsafe in a page. */
function replaceForbidden(text: string): string {
  return text.replace(UNSAFE_CHARACTERS, "\ufffd");
}

/** Format a number for an attribute, with two decimals at most: finer than any screen. */
export function formatNumber(number: number): string {
  return Number.isInteger(number) ? String(number) : formatFixed(number, 2).replace(/\.?0+$/, "");
}

/** Create the DOM element of a markup value; `isSvg` if it stands in a picture. */
export function toDomElement(markup: Markup, isSvg = false): Element {
  const inSvg = isSvg || markup.name === "svg";
  const element = inSvg ? document.createElementNS(SVG, markup.name) : document.createElement(markup.name);
  for (const [name, value] of markup.attributes) if (name !== "xmlns") element.setAttribute(name, value);
  for (const child of markup.children)
    element.append(typeof child === "string" ? replaceForbidden(child) : toDomElement(child, inSvg));
  return element;
}
