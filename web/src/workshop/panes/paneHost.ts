/** The panes beside the editor: which is shown, and when it is loaded anew. */

import { InputError } from "../../errors";
import { type Child, errorSentence, h } from "../../page/dom";
import type { ShownFinding, TableName } from "../desk/classes";
import { DeskFault } from "../desk/client";
import { safeNodes } from "../html";
import type { Workbench } from "../workbench";
import { PANES, type Pane, type PaneSubject } from "./contents";
import { KEPT_PANES, type KeptPaneContent, type PaneTools } from "./keptPanes";
import { Tabs } from "./tabs";

const EXPLAIN = { id: "explain", title: "Explain" };

const HOW_TO_EXPLAIN = "Choose “Why” at a finding: what it means, and what to do, stands here.";

/** The panes. */
export class PaneHost {
  readonly element: HTMLElement;
  private readonly tabs: Tabs;
  private readonly kept = new Map<string, KeptPaneContent>();
  private chosenTable = "";
  private loadCount = 0;
  private explanation: Child = h("p", { class: "faint" }, HOW_TO_EXPLAIN);

  constructor(
    private readonly bench: Workbench,
    private readonly goTo: PaneSubject["goTo"],
    private readonly tools: PaneTools,
  ) {
    this.tabs = new Tabs("Beside the rules", [...PANES, ...KEPT_PANES, EXPLAIN], () => this.draw());
    this.element = h("section", { class: "panes", "aria-label": "Odds and more" }, this.tabs.element);
    this.tabs.show(PANES[0]!.id);
  }

  /** Load the pane again once everything is checked, or another file is open. */
  refresh(): void {
    if (this.bench.checkState !== "complete") return;
    for (const content of this.kept.values()) content.refresh();
    this.draw();
  }

  /** Show the tables at the cursor. */
  tablesChanged(): void {
    this.chosenTable = this.bench.tables[0]?.id ?? "";
    if (this.currentPane()?.isAboutTable) this.draw();
  }

  /** Show the page of a finding's code. */
  async explain(finding: ShownFinding): Promise<void> {
    this.explanation = h("p", { class: "faint" }, "Looking it up");
    this.tabs.show(EXPLAIN.id);
    try {
      this.explanation = h(
        "div",
        { class: "rendered" },
        safeNodes(await this.bench.desk.call("explain", finding.code)),
      );
    } catch (error) {
      this.explanation = h("p", { role: "alert" }, errorSentence(error));
    }
    this.tabs.fill(EXPLAIN.id, this.explanation);
  }

  private currentPane(): Pane | undefined {
    return PANES.find((pane) => pane.id === this.tabs.current);
  }

  private draw(): void {
    const pane = this.currentPane();
    if (pane) void this.load(pane);
    else if (!this.showKept()) {
      this.endWaiting(EXPLAIN.id);
      this.tabs.fill(EXPLAIN.id, this.explanation);
    }
  }

  /** Show the pane that stays, if one is chosen; while it is shown, it is left alone. */
  private showKept(): boolean {
    const pane = KEPT_PANES.find(({ id }) => id === this.tabs.current);
    if (pane === undefined) return false;
    const content = this.kept.get(pane.id) ?? pane.make(this.tools);
    this.kept.set(pane.id, content);
    const { element } = content;
    if (element.isConnected) return true;
    this.endWaiting(pane.id);
    this.tabs.fill(pane.id, element);
    return true;
  }

  /** Load a pane; what is there stays until it has come, faded. */
  private async load(pane: Pane): Promise<void> {
    const { bench } = this;
    const number = ++this.loadCount;
    const isOver = () => number !== this.loadCount || this.tabs.current !== pane.id;
    const file = bench.open?.path;
    if (file === undefined) return this.tabs.fill(pane.id, h("p", { class: "faint" }, "No file is open."));
    const { panel } = this.tabs;
    if (panel.dataset.shown !== pane.id) this.tabs.fill(pane.id, h("p", { class: "faint" }, "Working it out"));
    panel.classList.add("waiting");
    panel.setAttribute("aria-busy", "true");
    const table = bench.tables.find((each) => each.id === this.chosenTable) ?? null;
    let content: Child;
    try {
      await bench.flush();
      if (isOver()) return;
      content = await pane.load(bench.desk, {
        file,
        table,
        isChecking: bench.checkState === "checking",
        goTo: this.goTo,
      });
    } catch (error) {
      content = drawTrouble(error);
    }
    if (isOver()) return;
    this.endWaiting(pane.id);
    this.tabs.fill(pane.id, pane.isAboutTable && this.tableChoice(), content);
  }

  /** Note that the panel holds what it is to show. */
  private endWaiting(id: string): void {
    const { panel } = this.tabs;
    panel.classList.remove("waiting");
    panel.removeAttribute("aria-busy");
    panel.dataset.shown = id;
  }

  /** The choice between the tables at the cursor, if there are several. */
  private tableChoice(): Child {
    const { tables } = this.bench;
    if (tables.length < 2) return null;
    const choose = (event: Event) => {
      this.chosenTable = (event.target as HTMLSelectElement).value;
      this.draw();
    };
    const option = ({ id, title }: TableName) =>
      h("option", { value: id, selected: id === this.chosenTable }, title ? `${id}: ${title}` : id);
    return h("label", { class: "choice" }, "Table", h("select", { onchange: choose }, ...tables.map(option)));
  }
}

/** Say why there is nothing to show; of a fault of ours also what a report needs. */
function drawTrouble(error: unknown): Child {
  const isInRules = error instanceof InputError && error.place !== "";
  const text = isInRules
    ? `Not while the rules have errors: ${error.message.replace(/\.$/, "")}.`
    : errorSentence(error);
  const said = h("p", { class: "faint" }, text);
  if (!(error instanceof DeskFault)) return said;
  return [said, h("details", {}, h("summary", {}, "For a report"), h("pre", { class: "wide" }, error.traceback))];
}
