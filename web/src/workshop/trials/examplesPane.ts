/** The pane of examples: which fail, what was expected and what came, and what they reach, in the margin. */

import { groupThousands } from "../../numberFormat";
import { button, errorSentence, h, setChildren } from "../../page/dom";
import type { CoveredFile, ExampleCheck } from "../desk/classes";
import { showTrialMarks } from "../editor/trialMarks";
import { findGameOfOverlay } from "../files/library";
import type { KeptPaneContent, PaneTools } from "../panes/keptPanes";
import { describeCoverage, drawChecks, drawMissed } from "./exampleList";
import { markCoverage, markExamples } from "./lineMarks";
import { isLarge, openWorkDesk, type WorkDesk } from "./spareDesk";
import { type GoesOn, measureCoverage, runExamples } from "./trial";

const NONE_HERE = "This file has no worked examples.";

const SPARE_NOTE = "The rules are long: another desk begins for this, while you go on writing. ";

/** Make the pane. */
export function makeExamplesPane(tools: PaneTools): KeptPaneContent {
  return new ExamplesPane(tools);
}

type WorkName = "own" | "game" | "coverage";

/** Work that is waiting or under way. */
interface Work {
  desk: WorkDesk | null;
  isOver: boolean;
}

class ExamplesPane implements KeptPaneContent {
  readonly element: HTMLElement;
  private readonly own = h("div", { class: "examples-own" });
  private readonly ofGame = h("div", { class: "examples-of-game" });
  private readonly covered = h("p", { class: "faint", role: "status" });
  private readonly missed = h("div");
  private readonly runGame = button("Run all examples of the game", () => this.tryGame());
  private readonly runOwn = button("Run the examples of this file", () => this.tryOwn(), { hidden: true });
  private readonly isCovering = h("input", { type: "checkbox", onchange: () => this.cover() });
  private checks: readonly ExampleCheck[] = [];
  private coverage: CoveredFile | null = null;
  /** The open file, and all texts, when the examples were run last. */
  private tried = { path: "", texts: "" };
  private readonly works = new Map<WorkName, Work>();
  /** One work after the other: a desk has one list of examples. */
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly tools: PaneTools) {
    this.element = h(
      "div",
      { class: "examples" },
      this.own,
      this.runOwn,
      h("h3", {}, "Of the game"),
      h(
        "p",
        { class: "faint" },
        "In its rules and its files of tests, by the rules as they are now: so a house rule shows which it changes.",
      ),
      this.runGame,
      this.ofGame,
      h("h3", {}, "What they reach"),
      h("label", { class: "check" }, this.isCovering, "Mark in the margin what the game's examples reach"),
      h(
        "p",
        { class: "faint legend" },
        h("span", { class: "trial-mark reached" }, "●"),
        " reached ",
        h("span", { class: "trial-mark partly" }, "◐"),
        " in part ",
        h("span", { class: "trial-mark missed" }, "○"),
        " by none",
      ),
      this.covered,
      this.missed,
    );
    this.refresh();
  }

  /** Run the examples of the open file again, if something has changed, once everything is checked. */
  refresh(): void {
    const { bench } = this.tools;
    const { open } = bench;
    if (open === null || bench.checkState !== "complete") return;
    const texts = JSON.stringify([open.text, bench.library.own]);
    const isSame = this.tried.path === open.path;
    if (isSame && texts === this.tried.texts) return;
    this.tried = { path: open.path, texts };
    if (!isSame) this.clear();
    const waits = isLarge(bench, open.path); // it takes a minute: whoever wants it, asks for it
    this.runOwn.hidden = !waits;
    const isGameShown = this.ofGame.childElementCount > 0;
    setChildren(this.ofGame);
    if (waits) return;
    this.tryOwn();
    if (isGameShown) this.tryGame();
    if (this.isCovering.checked) this.cover();
  }

  /** The path of the open file if it holds a house rule. */
  private house(): string | null {
    const { open } = this.tools.bench;
    return open !== null && findGameOfOverlay(open) !== null ? open.path : null;
  }

  /** Forget what was found out about another file. */
  private clear(): void {
    for (const name of [...this.works.keys()]) this.end(name);
    this.checks = [];
    this.coverage = null;
    for (const place of [this.own, this.ofGame, this.covered, this.missed]) setChildren(place);
    this.drawMarks();
  }

  private tryOwn(): void {
    const file = this.tools.bench.open?.path;
    if (file === undefined) return;
    this.work("own", this.own, async (desk, goesOn, say) => {
      const tell = (found: readonly ExampleCheck[]) => say(`${groupThousands(found.length)} have been run. `);
      const checks = await runExamples(desk, file, false, goesOn, tell);
      if (checks === null) return;
      this.checks = checks;
      setChildren(
        this.own,
        checks.length === 0 ? h("p", { class: "faint" }, NONE_HERE) : drawChecks(checks, this.tools.goTo, this.house()),
      );
      this.drawMarks();
    });
  }

  private tryGame(): void {
    const file = this.tools.bench.open?.path;
    if (file === undefined) return;
    this.work("game", this.ofGame, async (desk, goesOn, say) => {
      const tell = (found: readonly ExampleCheck[]) => say(`${groupThousands(found.length)} have been run. `);
      const checks = await runExamples(desk, file, true, goesOn, tell);
      if (checks !== null) setChildren(this.ofGame, drawChecks(checks, this.tools.goTo, this.house()));
    });
  }

  private cover(): void {
    const { bench } = this.tools;
    const file = bench.open?.path;
    if (!this.isCovering.checked || file === undefined) {
      this.end("coverage");
      this.coverage = null;
      for (const place of [this.covered, this.missed]) setChildren(place);
      this.drawMarks();
      return;
    }
    this.work("coverage", this.covered, async (desk, goesOn, say) => {
      const tell = (steps: number) => say(`${groupThousands(steps)} have been run. `);
      const found = await measureCoverage(desk, file, goesOn, tell);
      if (found === null) return;
      this.coverage = found;
      setChildren(this.covered, describeCoverage(found));
      setChildren(this.missed, drawMissed(found, bench.library.find(file)?.text ?? "", this.tools.goTo));
      this.drawMarks();
    });
  }

  /** Do some work in the place of what was under way, and say in a place what is wrong with it. */
  private work(
    name: WorkName,
    place: HTMLElement,
    act: (desk: WorkDesk, goesOn: GoesOn, say: (text: string) => void) => Promise<void>,
  ): void {
    this.end(name);
    const { bench } = this.tools;
    const file = bench.open?.path ?? "";
    const work: Work = { desk: null, isOver: false };
    this.works.set(name, work);
    place.setAttribute("aria-busy", "true");
    const said = h("span", { class: "faint" }, SPARE_NOTE);
    if (isLarge(bench, file))
      setChildren(
        place,
        said,
        button("Stop", () => this.stop(name, place), { class: "quiet" }),
      );
    const goesOn = () => !work.isOver && bench.open?.path === file;
    this.queue = this.queue.then(async () => {
      try {
        await bench.flush();
        if (!goesOn()) return;
        work.desk = openWorkDesk(bench, file);
        await act(work.desk, goesOn, (text) => setChildren(said, text));
      } catch (error) {
        if (goesOn()) setChildren(place, h("span", { class: "faint" }, errorSentence(error)));
      } finally {
        work.desk?.close();
        if (this.works.get(name) === work) {
          place.removeAttribute("aria-busy");
          this.works.delete(name);
        }
      }
    });
  }

  private stop(name: WorkName, place: HTMLElement): void {
    this.end(name);
    place.removeAttribute("aria-busy");
    setChildren(place, h("span", { class: "faint" }, "Stopped."));
  }

  private end(name: WorkName): void {
    const work = this.works.get(name);
    if (work === undefined) return;
    work.isOver = true;
    work.desk?.close();
    this.works.delete(name);
  }

  private drawMarks(): void {
    const path = this.tools.bench.open?.path ?? "";
    const ofExamples = markExamples(path, this.checks);
    const marked = new Set(ofExamples.map(({ line }) => line));
    const ofCoverage = this.coverage === null || this.coverage.file !== path ? [] : markCoverage(this.coverage);
    showTrialMarks(this.tools.view(), [...ofExamples, ...ofCoverage.filter(({ line }) => !marked.has(line))]);
  }
}
