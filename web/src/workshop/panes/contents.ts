/** The panes that the desk fills: odds, card, differences, examples. */

import { button, type Child, h } from "../../page/dom";
import type { ExampleRun, TableName } from "../desk/classes";
import type { DeskHost } from "../deskHost";
import { safeNodes } from "../html";
import { makeSimulationPane } from "../simulating/simulationPane";
import type { Workbench } from "../workbench";

/** What a pane is about. */
export interface PaneSubject {
  readonly file: string;
  /** The table at the cursor; null if none is known. */
  readonly table: TableName | null;
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

/** A pane with a state of its own: its element is made once, and stays. */
export interface KeptPane {
  readonly id: string;
  readonly title: string;
  make(bench: Workbench): HTMLElement;
}

const NO_TABLE = "Put the cursor into a table, or into a rule that changes one.";

/** Load a pane about a table. */
function aboutTable(
  load: (desk: DeskHost, file: string, table: string) => Promise<Child>,
): (desk: DeskHost, subject: PaneSubject) => Promise<Child> {
  return (desk, { file, table }) =>
    table === null ? Promise.resolve(h("p", { class: "faint" }, NO_TABLE)) : load(desk, file, table.id);
}

/** The panes in the order of their tabs. */
export const PANES: readonly Pane[] = [
  { id: "odds", title: "Odds", isAboutTable: true, load: aboutTable(loadOdds) },
  { id: "card", title: "Card", isAboutTable: true, load: aboutTable(loadCard) },
  { id: "differences", title: "Differences", isAboutTable: false, load: loadDifferences },
  { id: "examples", title: "Examples", isAboutTable: false, load: loadExamples },
];

/** The panes that stay, behind the others. */
export const KEPT_PANES: readonly KeptPane[] = [{ id: "simulate", title: "Simulate", make: makeSimulationPane }];

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

async function loadExamples(desk: DeskHost, { file, goTo }: PaneSubject): Promise<Child> {
  const runs = await desk.call("run_examples", file);
  if (runs.length === 0) return h("p", { class: "faint" }, "This file has no worked examples.");
  const failed = runs.filter((run) => run.mismatches.length > 0).length;
  const count = failed === 0 ? `All ${runs.length} hold.` : `${failed} of ${runs.length} fail.`;
  return [
    h("p", { class: failed === 0 ? "good" : "bad" }, count),
    h("ol", { class: "findings" }, ...runs.map((run) => drawExample(run, goTo))),
  ];
}

function drawExample(run: ExampleRun, goTo: PaneSubject["goTo"]): HTMLElement {
  const holds = run.mismatches.length === 0;
  return h(
    "li",
    { class: `finding ${holds ? "holds" : "error"}` },
    h(
      "p",
      { class: "message" },
      h("span", { class: "severity" }, holds ? "Holds" : "Fails"),
      " ",
      button(run.title || `Line ${run.line}`, () => goTo(run.place.start, run.place.start), { class: "link" }),
    ),
    run.mismatches.map((mismatch) => h("p", { class: "help" }, mismatch)),
  );
}
