/** The panes that the desk fills: odds, card, differences. */

import { type Child, h } from "../../page/dom";
import type { TableName } from "../desk/classes";
import type { DeskHost } from "../deskHost";
import { safeNodes } from "../html";

/** What a pane is about. */
export interface PaneSubject {
  readonly file: string;
  /** The table at the cursor; null if none is known. */
  readonly table: TableName | null;
  /** Whether the rules are still being checked, so that a table may yet be found. */
  readonly isChecking: boolean;
  /** Show a place of the open file. */
  goTo(start: number, end: number): void;
}

/** A pane. */
export interface Pane {
  readonly id: string;
  readonly title: string;
  /** Whether it is about the table at the cursor. */
  readonly isAboutTable: boolean;
  load(desk: DeskHost, subject: PaneSubject): Promise<Child>;
}

const NO_TABLE = "Put the cursor into a table, or into a rule that changes one.";

const STILL_CHECKED = "The rules are still being checked: the table stands here in a moment.";

/** Load a pane about a table. */
function aboutTable(
  load: (desk: DeskHost, file: string, table: string) => Promise<Child>,
): (desk: DeskHost, subject: PaneSubject) => Promise<Child> {
  return async (desk, { file, table, isChecking }) =>
    table === null ? h("p", { class: "faint" }, isChecking ? STILL_CHECKED : NO_TABLE) : load(desk, file, table.id);
}

/** The panes in the order of their tabs. */
export const PANES: readonly Pane[] = [
  { id: "odds", title: "Odds", isAboutTable: true, load: aboutTable(loadOdds) },
  { id: "card", title: "Card", isAboutTable: true, load: aboutTable(loadCard) },
  { id: "differences", title: "Differences", isAboutTable: false, load: loadDifferences },
];

async function loadOdds(desk: DeskHost, file: string, table: string): Promise<Child> {
  const { drawing, text } = await desk.call("odds", file, table, []);
  return h("figure", { class: "odds-figure" }, safeNodes(drawing), h("figcaption", { class: "unseen" }, text));
}

async function loadCard(desk: DeskHost, file: string, table: string): Promise<Child> {
  return h("div", { class: "wide rendered" }, safeNodes(await desk.call("card", file, table)));
}

async function loadDifferences(desk: DeskHost, { file }: PaneSubject): Promise<Child> {
  return h("div", { class: "wide rendered" }, safeNodes(await desk.call("differences", file)));
}
