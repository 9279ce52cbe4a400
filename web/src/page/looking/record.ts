/** What all saves in this browser have come to, game by game. */

import { type GameRecord, recordOfGame, recordOfSave, type SaveRecord } from "../../play/records/records";
import { standingOf } from "../../play/records/standings";
import { gameRecordTold, type Pair, saveRecordTold, type TableTold } from "../../play/records/wording";
import { type Child, h, later, sentence } from "../dom";
import { isOwnName } from "../keeping/games";
import { type Save, saves } from "../keeping/saves";
import type { Screen } from "../shell";
import { playedAgain } from "./played";

/** The screen of the record. */
export async function recordScreen(): Promise<Screen> {
  const kept = await saves();
  return {
    title: "Record",
    kind: "plain",
    body: [
      h("h1", {}, "Record"),
      kept.length === 0
        ? h("p", { class: "faint" }, "Nothing has been played in this browser yet.")
        : later(gathered(kept), h("p", { class: "faint", role: "status" }, "Running the saves again …")),
    ],
  };
}

/** The records of all games, one below the other. */
async function gathered(kept: readonly Save[]): Promise<Node> {
  const place = h("div", {});
  for (const group of new Set(kept.map(groupOf))) {
    const records: SaveRecord[] = [];
    const problems: string[] = [];
    for (const save of kept.filter((each) => groupOf(each) === group)) {
      try {
        const session = await playedAgain(save);
        records.push(recordOfSave(save.id, session.header, standingOf(session)));
      } catch (error) {
        problems.push(`${save.title}, ${save.what}: ${sentence(error)}`);
      }
      await new Promise((resolve) => setTimeout(resolve));
    }
    if (records.length > 0) place.append(gameTold(recordOfGame(records, problems), records, isOwnName(group)));
    else place.append(...problems.map((each) => h("p", {}, each)));
  }
  return place;
}

/** What saves are added up with: a stranger's game can have the id of one of the site, and is told by itself. */
function groupOf(save: Save): string {
  return isOwnName(save.place) ? save.place : save.game;
}

function gameTold(record: GameRecord, records: readonly SaveRecord[], isOwn: boolean): HTMLElement {
  const told = gameRecordTold(record);
  return h(
    "section",
    {},
    h("h2", {}, told.title),
    h("p", { class: "faint" }, isOwn ? `A game file of your own: ${told.saves}` : told.saves),
    pairs(told.results),
    ...told.tables.map(table),
    ...told.problems.map((each) => h("p", {}, each)),
    ...records.map((each) => {
      const one = saveRecordTold(each);
      return h(
        "details",
        { class: "fold" },
        h("summary", {}, one.title, h("small", { class: "faint" }, one.state)),
        h("div", { class: "inside" }, pairs(one.facts), ...one.tables.map(table), pairs(one.counted)),
      );
    }),
  );
}

function pairs(told: readonly Pair[]): Child {
  return (
    told.length > 0 &&
    h("dl", { class: "tallies" }, ...told.map(([title, value]) => h("div", {}, h("dt", {}, title), h("dd", {}, value))))
  );
}

/** A table that scrolls by itself where it is wider than the page. */
export function table({ title, columns, rows }: TableTold): HTMLElement {
  const number = (at: number): string | null => (columns[at]!.isNumber ? "number" : null);
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "group", "aria-label": title || "Table" },
    h(
      "table",
      {},
      title && h("caption", {}, title),
      h("thead", {}, h("tr", {}, ...columns.map((column, at) => head(column.title, number(at))))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell, at) => h("td", { class: number(at) }, cell))))),
    ),
  );
}

/** The head of a column; one without a title is none. */
function head(title: string, kind: string | null): HTMLElement {
  return title === "" ? h("td", {}) : h("th", { scope: "col", class: kind }, title);
}
