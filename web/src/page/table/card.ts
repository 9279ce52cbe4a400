/** A table of the game as a card. */

import type { Amendment, Card, Line, ModifierLine, Origin } from "../../rules/documents";
import { isUnseen, reasonOf } from "../../rules/origin";
import { type Child, h } from "../dom";

/** A card: where the table comes from, its rows or its grid, modifiers, notes, what was amended. */
export function cardView(card: Card): Child {
  return [
    h("p", { class: "faint" }, [known(card.origin), ...used(card)].filter((each) => each).join("; ")),
    card.before.length > 0 && lines("Without dice", card.before),
    card.rows.length > 0 && lines("Rows", card.rows),
    card.head.length > 0 && grid(card),
    card.modifiers.length > 0 && modifiers(card.modifiers),
    card.notes.length > 0 && [
      h("h3", {}, "Notes"),
      h(
        "dl",
        {},
        ...card.notes.map((note) => [
          h("dt", {}, h("b", {}, note.name), ` ${note.title}`),
          h("dd", {}, note.text.join("; ")),
        ]),
      ),
    ],
    card.amendments.length > 0 && [h("h3", {}, "Amended"), h("ul", {}, ...card.amendments.map(amended))],
  ];
}

/** Standing, evidence and citation in words. */
export function known(origin: Origin): string {
  const cite = origin.cite && `[${origin.cite}]`;
  return [reasonOf({ is: "Origin", ...origin }), cite].filter((each) => each).join(" ");
}

function used({ dice, params, gives, each }: Card): string[] {
  return [
    dice ? `roll ${dice}` : "looked up",
    params.length > 0 ? `for ${params.join(", ")}` : "",
    gives && `gives ${gives}`,
    each && `each ${each}`,
  ];
}

function lines(caption: string, rows: readonly Line[]): HTMLElement {
  return scrolled(
    caption,
    h(
      "tbody",
      {},
      ...rows.map((row) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, row.key),
          h("td", {}, result(row)),
          h("td", { class: "faint" }, source(row.origin)),
        ),
      ),
    ),
  );
}

/** A row's title, or when it is taken, and what it does; what does nothing is said by the title alone. */
function result({ title, when, result, origin }: Line): Child {
  const shown = result.filter((line) => !(title && (line === "nothing" || line === title.toLowerCase())));
  return [
    when && `when ${when}: `,
    title,
    title && shown.length > 0 && " · ",
    h("span", { class: "faint" }, shown.join("; ")),
    own(origin),
  ];
}

/** How a line came down to us, where it says anything. */
function own(origin: Origin): Child {
  if (!origin.standing) return null;
  return h(
    "span",
    { class: isUnseen({ is: "Origin", ...origin }) ? "own unseen-original" : "own" },
    reasonOf({ is: "Origin", ...origin }),
  );
}

function source(origin: Origin): string {
  return [origin.cite, ...origin.amended_by.filter((item) => item !== origin.cite)].filter((each) => each).join(", ");
}

function modifiers(all: readonly ModifierLine[]): HTMLElement {
  return scrolled(
    "Modifiers",
    h(
      "tbody",
      {},
      ...all.map(({ amount, label, when, origin }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, spoken(amount)),
          h("td", {}, spoken(label)),
          h("td", {}, when ? (when.startsWith("unless") ? when : `when ${when}`) : "always", own(origin)),
          h("td", { class: "faint" }, source(origin)),
        ),
      ),
    ),
  );
}

function grid({ head, grid, cells, origins }: Card): HTMLElement {
  const touched = new Set(cells.map(([line, column]) => `${line} ${column}`));
  const standing = new Map(origins.map(([line, origin]) => [line, origin]));
  return scrolled(
    "Grid",
    h("thead", {}, h("tr", {}, ...head.map((name) => h("th", { scope: "col" }, spoken(name))))),
    h(
      "tbody",
      {},
      ...grid.map((row, line) =>
        h(
          "tr",
          {},
          ...row.map((cell, column) => {
            const text = [
              spoken(cell),
              touched.has(`${line} ${column}`) && h("span", { class: "amended" }, " * amended"),
            ];
            return column === 0 ? h("th", { scope: "row" }, text) : h("td", {}, text);
          }),
          standing.has(line) && h("td", {}, own(standing.get(line)!)),
        ),
      ),
    ),
  );
}

function amended({ item, title, origin }: Amendment): HTMLElement {
  return h("li", {}, h("b", {}, item), ` ${title}`, origin.cite && h("span", { class: "faint" }, ` [${origin.cite}]`));
}

function scrolled(caption: string, ...parts: Child[]): HTMLElement {
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "group", "aria-label": caption },
    h("table", { class: "card-table" }, h("caption", {}, caption), ...parts),
  );
}

function spoken(word: string): string {
  return word.replaceAll("_", " ");
}
