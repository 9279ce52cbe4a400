/** The pane of simulations: what is to be played, how far it is, and what was counted. */

import { unreachable } from "../../closed";
import { groupThousands } from "../../numberFormat";
import { button, errorSentence, h, setChildren } from "../../page/dom";
import { baseName } from "../files/paths";
import { safeNodes } from "../html";
import type { KeptPaneContent, PaneTools } from "../panes/keptPanes";
import type { Workbench } from "../workbench";
import type { PlayingWorker } from "./playerPool";
import { Simulation, type SimulationStage } from "./simulation";

/** The numbers of missions that are offered; the command plays the second. */
const RUN_COUNTS = [1000, 10_000, 100_000] as const;

const DEFAULT_RUNS = 10_000;

/** The most workers: more bring little, and take memory. */
const MAX_WORKERS = 8;

const EXPLANATION =
  "The autopilot plays many missions by the rules as they are now, and by the rules before the change, both with the " +
  "same dice. It gives each question the answer that the rules recommend.";

const NOTHING_CHANGED =
  "Nothing is changed yet, so there is nothing to compare with: these are the rules by themselves.";

/** How many workers play: one processor is left to the page and its desk. */
export function countWorkers(processors: number): number {
  return Math.max(1, Math.min(MAX_WORKERS, processors - 1));
}

/** Describe how far a simulation is. */
export function describeStage(stage: SimulationStage, runs: number): string {
  switch (stage.is) {
    case "compiling":
      return stage.sides === 1 ? "Compiling the rules" : `Compiling the rules, ${stage.side + 1} of ${stage.sides}`;
    case "playing":
      return `${groupThousands(stage.runs)} of ${groupThousands(runs)} missions`;
    case "ending":
      return "Looking at the choices that are new";
    case "complete":
      return "All are played.";
    case "stopped":
      return "Stopped.";
    case "failed":
      return errorSentence(stage.error);
    default:
      return unreachable(stage);
  }
}

/** Make the pane. */
export function makeSimulationPane({ bench }: PaneTools): KeptPaneContent {
  return new SimulationPane(bench);
}

class SimulationPane implements KeptPaneContent {
  readonly element: HTMLElement;
  private readonly runs = h(
    "select",
    {},
    ...RUN_COUNTS.map((count) =>
      h("option", { value: count, selected: count === DEFAULT_RUNS }, groupThousands(count)),
    ),
  );
  private readonly seed = h("input", {
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    value: "0",
    pattern: "[0-9]{1,20}",
    title: "The same seed throws the same dice",
  });
  private readonly isCompared = h("input", { type: "checkbox", checked: true });
  private readonly begin = h("button", { type: "submit", class: "main" }, "Simulate");
  private readonly stop = button("Stop", () => this.simulation?.stop(), { hidden: true });
  private readonly bar = h("progress", { hidden: true, "aria-label": "Missions played" });
  private readonly stage = h("p", { class: "stage" });
  private readonly spoken = h("p", { class: "unseen", role: "status" });
  private readonly subject = h("p", { class: "faint" });
  private readonly report = h("div", { class: "report wide" });
  private simulation: Simulation | null = null;

  constructor(private readonly bench: Workbench) {
    const form = h(
      "form",
      { class: "simulate-form" },
      h("label", {}, "Missions", this.runs),
      h("label", {}, "Seed", this.seed),
      h("label", { class: "check" }, this.isCompared, "Compare with the rules before the change"),
      h("div", { class: "does" }, this.begin, this.stop),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
    this.element = h(
      "div",
      { class: "simulate" },
      h("p", { class: "faint" }, EXPLANATION),
      form,
      this.bar,
      this.stage,
      this.spoken,
      this.subject,
      this.report,
    );
  }

  /** Nothing follows the text by itself: who wants other figures begins again. */
  refresh(): void {}

  private start(): void {
    const file = this.bench.open;
    if (file === null) return;
    const runs = Number(this.runs.value);
    this.showRunning(true);
    setChildren(this.report);
    setChildren(this.subject);
    const desk = this.bench.desk;
    const host = {
      desk,
      workers: countWorkers(navigator.hardwareConcurrency || 1),
      makeWorker: () => new Worker("player.js", { type: "module" }) as PlayingWorker,
      now: () => performance.now(),
    };
    const request = { file: file.path, isCompared: this.isCompared.checked, runs, seed: this.seed.value.trim() };
    const simulation = new Simulation(host, {
      stage: (stage) => this.showStage(stage, runs),
      begun: (isCompared) =>
        setChildren(
          this.subject,
          `${baseName(file.path)}, as it was when this began. `,
          request.isCompared && !isCompared && NOTHING_CHANGED,
        ),
      report: (html) => this.showReport(html),
    });
    this.simulation = simulation;
    setChildren(this.stage, "Waiting for the desk");
    void this.bench.flush().then(() => simulation.start(request));
  }

  private showRunning(isRunning: boolean): void {
    this.begin.disabled = isRunning;
    this.stop.hidden = !isRunning;
    this.bar.hidden = !isRunning;
    this.bar.removeAttribute("value");
  }

  private showStage(stage: SimulationStage, runs: number): void {
    const text = describeStage(stage, runs);
    setChildren(this.stage, text);
    this.stage.classList.toggle("bad", stage.is === "failed");
    if (stage.is === "playing") Object.assign(this.bar, { max: runs, value: stage.runs });
    else setChildren(this.spoken, text); // counts that run on are not read out
    const isOver = stage.is === "complete" || stage.is === "stopped" || stage.is === "failed";
    if (!isOver) return;
    const hadFocus = document.activeElement === this.stop;
    this.showRunning(false);
    if (hadFocus) this.begin.focus();
  }

  /** Show what was counted; what was unfolded stays so, and who is there with the keyboard stays there. */
  private showReport(html: string): void {
    const before = [...this.report.querySelectorAll("details")];
    const focused = before.findIndex((each) => each.contains(document.activeElement));
    const nodes = safeNodes(html);
    fitIntoPage(nodes);
    setChildren(this.report, nodes);
    const after = [...this.report.querySelectorAll("details")];
    for (const [at, each] of after.entries()) each.open = before[at]?.open ?? false;
    after[focused]?.querySelector("summary")?.focus();
  }
}

/** Fit a report into the page, which has a first heading, and hides what is `unseen`: here differences that are unsure. */
function fitIntoPage(nodes: DocumentFragment): void {
  for (const level of [3, 2, 1])
    for (const heading of nodes.querySelectorAll(`h${level}`))
      heading.replaceWith(h(`h${level + 1}` as "h2", {}, ...heading.childNodes));
  for (const each of nodes.querySelectorAll(".unseen")) each.classList.replace("unseen", "unsure");
}
