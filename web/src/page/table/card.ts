/** Rendering of a game's table as a card. */

import { type CardMarks, NO_MARKS } from "../../play/why/cardMarks";
import type { Amendment, Card, Line, ModifierLine, Origin } from "../../rules/documents";
import { isUnseen, standingText } from "../../rules/origin";
import { type Child, h } from "../dom";

/**
 * Render a table of the rules as a card: its source, its rows or grid, modifiers, notes, amendments; what counted for a
 * throw is marked.
 */
export function cardView(card: Card, marks: CardMarks = NO_MARKS): Child {
  return [
    h("p", { class: "faint" }, [originText(card.origin), ...usageTexts(card)].filter((each) => each).join("; ")),
    card.explanation && h("p", {}, card.explanation),
    card.before.length > 0 && rowsTable("Without dice", card.before, marks),
    card.rows.length > 0 && rowsTable("Rows", card.rows, marks),
    card.head.length > 0 && gridTable(card, marks),
    card.modifiers.length > 0 && modifiersTable(card.modifiers, marks),
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
    card.amendments.length > 0 && [h("h3", {}, "Amended"), h("ul", {}, ...card.amendments.map(amendmentItem))],
  ];
}

/** Render where a rule comes from: its standing (how reliably it is known), evidence and citation. */
export function originText(origin: Origin): string {
  const cite = origin.cite && `[${origin.cite}]`;
  return [standingText({ is: "Origin", ...origin }), cite].filter((each) => each).join(" ");
}

/** Describe how a table is used, as texts: its dice, parameters and result; an empty text for each that it lacks. */
function usageTexts({ dice, params, gives, every_row, each }: Card): string[] {
  return [
    dice ? `roll ${dice}` : "looked up",
    params.length > 0 ? `for ${params.join(", ")}` : "",
    gives && `gives ${gives}`,
    every_row,
    each && `each ${each}`,
  ];
}

/** Render the rows of a card as a table: key, result, source. */
function rowsTable(caption: string, rows: readonly Line[], { lines }: CardMarks): HTMLElement {
  return scrollableTable(
    caption,
    h(
      "tbody",
      {},
      ...rows.map((row) =>
        h(
          "tr",
          { class: lines.has(row) ? "counted" : null },
          h("th", { scope: "row" }, lines.has(row) && countedMark(), row.key),
          h("td", {}, rowResult(row)),
          h("td", { class: "faint" }, sourceText(row.origin)),
        ),
      ),
    ),
  );
}

/** Render a row's title or condition, and its result; a row without a result has only its title. */
function rowResult({ title, when, result, origin }: Line): Child {
  const shown = result.filter((line) => !(title && (line === "nothing" || line === title.toLowerCase())));
  return [
    when && `when ${when}: `,
    title,
    title && shown.length > 0 && " · ",
    h("span", { class: "faint" }, shown.join("; ")),
    standingNote(origin),
  ];
}

/** Render the standing (reliability) of a line's rule, if it is declared. */
function standingNote(origin: Origin): Child {
  if (!origin.standing) return null;
  return h(
    "span",
    { class: isUnseen({ is: "Origin", ...origin }) ? "own unseen-original" : "own" },
    standingText({ is: "Origin", ...origin }),
  );
}

/** The citation of a rule, and the overlay items that amended it. */
function sourceText(origin: Origin): string {
  return [origin.cite, ...origin.amended_by.filter((item) => item !== origin.cite)].filter((each) => each).join(", ");
}

/** Render the modifiers of a card as a table: amount, label, condition, source. */
function modifiersTable(modifiers: readonly ModifierLine[], { lines }: CardMarks): HTMLElement {
  return scrollableTable(
    "Modifiers",
    h(
      "tbody",
      {},
      ...modifiers.map((modifier) => {
        const { amount, label, when, origin } = modifier;
        const isCounted = lines.has(modifier);
        return h(
          "tr",
          { class: isCounted ? "counted" : null },
          h("th", { scope: "row" }, isCounted && countedMark(), withSpaces(amount)),
          h("td", {}, withSpaces(label)),
          h("td", {}, when ? (when.startsWith("unless") ? when : `when ${when}`) : "always", standingNote(origin)),
          h("td", { class: "faint" }, sourceText(origin)),
        );
      }),
    ),
  );
}

/** Render the mark of a line that counted for a throw. */
function countedMark(): Child {
  return [h("span", { class: "counts", "aria-hidden": "true" }, "▸ "), h("span", { class: "unseen" }, "Counted: ")];
}

/** Render the grid of a card as a table; amended cells are marked, and the one that counted. */
function gridTable({ head, grid, cells, origins }: Card, { cell: counted }: CardMarks): HTMLElement {
  const amendedCells = new Set(cells.map(([line, column]) => `${line} ${column}`));
  const originByLine = new Map(origins.map(([line, origin]) => [line, origin]));
  return scrollableTable(
    "Grid",
    h("thead", {}, h("tr", {}, ...head.map((name) => h("th", { scope: "col" }, withSpaces(name))))),
    h(
      "tbody",
      {},
      ...grid.map((row, line) =>
        h(
          "tr",
          { class: counted?.[0] === line ? "counted-line" : null },
          ...row.map((cell, column) => {
            const isCounted = counted !== null && counted[0] === line && counted[1] === column;
            const text = [
              isCounted && countedMark(),
              withSpaces(cell),
              amendedCells.has(`${line} ${column}`) && h("span", { class: "amended" }, " * amended"),
            ];
            return column === 0
              ? h("th", { scope: "row" }, text)
              : h("td", { class: isCounted ? "counted" : null }, text);
          }),
          originByLine.has(line) && h("td", {}, standingNote(originByLine.get(line)!)),
        ),
      ),
    ),
  );
}

/** Render an overlay item that amended a card, as the item of a list. */
function amendmentItem({ item, title, origin }: Amendment): HTMLElement {
  return h("li", {}, h("b", {}, item), ` ${title}`, origin.cite && h("span", { class: "faint" }, ` [${origin.cite}]`));
}

/** Create a table that scrolls by itself if it is wider than the page. */
function scrollableTable(caption: string, ...parts: Child[]): HTMLElement {
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "group", "aria-label": caption },
    h("table", { class: "card-table" }, h("caption", {}, caption), ...parts),
  );
}

/** Replace the underscores of a name by spaces. */
function withSpaces(word: string): string {
  return word.replaceAll("_", " ");
}
