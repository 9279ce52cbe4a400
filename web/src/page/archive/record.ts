/** The record screen: the results of all saves in this browser, game by game. */

import { type GameRecord, makeSaveRecord, recordOfGame, type SaveRecord } from "../../play/records/records";
import { statusOfSession } from "../../play/records/status";
import {
  type BookText,
  type Pair,
  renderGameRecord,
  renderSaveRecord,
  type TableText,
} from "../../play/records/wording";
import * as sentences from "../../play/storySentences";
import { button, type Child, errorSentence, h, showWhenReady } from "../dom";
import { routeHash } from "../routes";
import type { Screen } from "../shell";
import { isOwnGameName } from "../storage/games";
import { listSaves, type Save } from "../storage/saves";
import { replaySave } from "./replaySave";
import { shareSaveOf } from "./shareDialog";

/** Build the screen of records: the results of all saves in this browser, game by game. */
export async function recordScreen(): Promise<Screen> {
  const saves = await listSaves();
  return {
    title: "Record",
    kind: "plain",
    body: [
      h("h1", {}, "Record"),
      saves.length === 0
        ? h("p", { class: "faint" }, "Nothing has been played in this browser yet.")
        : showWhenReady(renderRecords(saves), h("p", { class: "faint", role: "status" }, "Running the saves again …")),
    ],
  };
}

/** Render the record of each game: its results and tables, and its saves. */
async function renderRecords(saves: readonly Save[]): Promise<Node> {
  const place = h("div", {});
  for (const group of new Set(saves.map(recordGroup))) {
    const records: SaveRecord[] = [];
    const problems: string[] = [];
    for (const save of saves.filter((each) => recordGroup(each) === group)) {
      try {
        const session = await replaySave(save);
        records.push(makeSaveRecord(save.id, session.header, statusOfSession(session)));
      } catch (error) {
        problems.push(`${save.title}, ${save.what}: ${errorSentence(error)}`);
      }
      await new Promise((resolve) => setTimeout(resolve));
    }
    if (records.length > 0) place.append(renderGame(recordOfGame(records, problems), records, isOwnGameName(group)));
    else place.append(...problems.map((each) => h("p", {}, each)));
  }
  return place;
}

/**
 * The key under which the record groups a save: its game's id, but for the player's own game file the name of that file
 * in addresses.
 */
function recordGroup(save: Save): string {
  return isOwnGameName(save.place) ? save.place : save.game;
}

/** Render the record of one game with its saves; `isOwn` marks a game file of the player's own. */
function renderGame(record: GameRecord, records: readonly SaveRecord[], isOwn: boolean): HTMLElement {
  const text = renderGameRecord(record);
  return h(
    "section",
    {},
    h("h2", {}, text.title),
    h("p", { class: "faint" }, isOwn ? `A game file of your own: ${text.saves}` : text.saves),
    pairList(text.results),
    renderBook(text.book),
    ...text.tables.map(renderTable),
    ...text.problems.map((each) => h("p", {}, each)),
    ...records.map((each) => {
      const one = renderSaveRecord(each);
      return h(
        "details",
        { class: "fold" },
        h("summary", {}, one.title, h("small", { class: "faint" }, one.state)),
        h(
          "div",
          { class: "inside" },
          pairList(one.facts),
          ...one.tables.map(renderTable),
          pairList(one.counted),
          h(
            "p",
            { class: "ways" },
            h("a", { href: routeHash({ at: "watch", save: each.save }) }, "Watch"),
            button("Share as a link", () => void shareSaveOf(each.save)),
          ),
        ),
      );
    }),
  );
}

/** Render the book of a game's careers as a list, ranked; nothing without games. */
function renderBook(book: readonly BookText[]): Child {
  return (
    book.length > 0 && [
      h("h3", {}, sentences.BOOK_TITLE),
      h(
        "ol",
        { class: "book" },
        ...book.map(({ rank, head, figures }) =>
          h(
            "li",
            { value: rank === "" ? null : Number(rank) },
            h("b", {}, head),
            figures !== "" && h("small", { class: "faint" }, ` ${figures}`),
          ),
        ),
      ),
    ]
  );
}

/** Render titles with their values as a definition list; nothing for none. */
function pairList(rows: readonly Pair[]): Child {
  return (
    rows.length > 0 &&
    h("dl", { class: "tallies" }, ...rows.map(([title, value]) => h("div", {}, h("dt", {}, title), h("dd", {}, value))))
  );
}

/** Render a table of the record, which scrolls by itself if it is wider than the page. */
export function renderTable({ title, columns, rows }: TableText): HTMLElement {
  /** The style class of a column's cells, by the column's index: `number` for numbers, else null. */
  const cellClass = (at: number): string | null => (columns[at]!.isNumber ? "number" : null);
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "group", "aria-label": title || "Table" },
    h(
      "table",
      {},
      title && h("caption", {}, title),
      h("thead", {}, h("tr", {}, ...columns.map((column, at) => headCell(column.title, cellClass(at))))),
      h(
        "tbody",
        {},
        ...rows.map((row) => h("tr", {}, ...row.map((cell, at) => h("td", { class: cellClass(at) }, cell)))),
      ),
    ),
  );
}

/** Create the heading cell of a column, with a style class; without a title an ordinary empty cell. */
function headCell(title: string, styleClass: string | null): HTMLElement {
  return title === "" ? h("td", {}) : h("th", { scope: "col", class: styleClass }, title);
}
