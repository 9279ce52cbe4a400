/** Playing the open rules beside them: compiled, in a frame of their own, at the seed of the last time. */

import { InputError } from "../../errors";
import { button, errorSentence, h, icon, setChildren } from "../../page/dom";
import { layers } from "../../page/layers";
import type { ShownFinding } from "../desk/classes";
import { DeskFault } from "../desk/client";
import type { HeaderAction } from "../headerActions";
import type { Workbench } from "../workbench";
import { compileOpenGame } from "./compiling";
import { loadPlayProgram } from "./frameDocument";
import { noteKeyboard } from "./keyboard";
import { LineBook } from "./lineBook";
import { hasAnswers, nextGame, type PlayedGame, type PlayWay, renderContinued, withLines } from "./playedGame";
import { PlayFrame } from "./playFrame";
import { describeChange, findFirstError, identifyRules } from "./ruleTexts";
import { SeedField } from "./seedField";
import { localStore, SeedBook } from "./seeds";

/** What the pane needs of the page. */
export interface PlayPaneHost {
  /** Show the place of a finding. */
  goTo(finding: ShownFinding): void;
  notify(text: string): void;
  /** Give the keyboard back to the rules. */
  focusRules(): void;
}

/** The class of the page while the pane is shown. */
const SHOWN = "with-game";

/** The pane in which a game is played. */
export class PlayPane {
  readonly element: HTMLElement;
  /** The action of the bar above. */
  readonly action: HeaderAction = { label: "Play", isMain: true, run: () => this.play("on") };
  private readonly seeds = new SeedBook(localStore());
  private readonly lines = new LineBook(localStore());
  private readonly title = h("h2", {}, "Play");
  private readonly change = h("p", { class: "play-change" });
  private readonly status = h("p", { class: "play-status", role: "status" });
  private readonly progress = h("progress", { "aria-label": "The rules are compiled", hidden: true });
  private readonly stage = h("div", { class: "play-stage" });
  private readonly seedField = new SeedField((seed) => this.playAt(seed));
  private readonly goOnButton = button("", () => this.run("on"), { class: "main", hidden: true });
  private readonly againButton = button("Begin again", () => this.run("again"), {
    class: "quiet",
    title: "From the beginning, at this seed",
    hidden: true,
  });
  private readonly stopButton = button("Stop", () => this.stop(), { class: "quiet" });
  private played: PlayedGame | null = null;
  private frame: PlayFrame | null = null;
  /** How the game went on by the present rules; empty once it has an answer by them. */
  private note = "";
  private workCount = 0;
  private isWorking = false;
  private mayTakeKeyboard = () => true;
  private closeLayer = () => {};

  constructor(
    private readonly bench: Workbench,
    private readonly host: PlayPaneHost,
  ) {
    const back = button([icon("back"), h("span", {}, "Rules")], () => this.close(), { class: "quiet play-back" });
    const away = button(icon("close"), () => this.close(), {
      class: "quiet play-away",
      "aria-label": "Put the game away",
      title: "Put the game away; Play brings it back",
    });
    const head = h("div", { class: "play-head" }, back, h("div", {}, this.title, this.change), this.stopButton, away);
    const tools = h("div", { class: "play-tools" }, this.seedField.element, this.againButton);
    const changed = h("div", { class: "play-changed" }, this.status, this.progress, this.goOnButton);
    this.element = h("section", { class: "play-place", "aria-label": "Play" }, head, tools, changed, this.stage);
    document.addEventListener("keydown", (event) => this.handleKey(event), { capture: true });
  }

  /** Note that the rules or their findings have changed. */
  refresh(): void {
    if (this.isWorking || this.played === null) return;
    const { open } = this.bench;
    const isChanged = open !== null && this.played.rules !== identifyRules(this.bench);
    this.goOnButton.hidden = !isChanged;
    if (!isChanged) {
      this.say(this.note);
      return;
    }
    const isOther = open.path !== this.played.path;
    const canGoOn = hasAnswers(this.played.lines);
    this.say(isOther ? "Another file is open." : "The rules have changed since.");
    const label = isOther ? "Play its rules" : canGoOn ? "Go on under the new rules" : "Play the new rules";
    if (this.goOnButton.textContent !== label) setChildren(this.goOnButton, label);
  }

  /** Play the open rules: bring back the game that is played by them, else go on from its answers, or begin. */
  async play(way: PlayWay): Promise<void> {
    if (this.bench.open === null || this.isWorking) return;
    this.mayTakeKeyboard = noteKeyboard();
    await this.bench.flush();
    const rules = identifyRules(this.bench);
    if (way === "on" && this.frame !== null && this.played?.rules === rules) {
      this.show();
      if (this.mayTakeKeyboard()) this.frame.focus();
      return;
    }
    if (!this.leadToError()) await this.begin(rules, way, null);
  }

  /** Play the game from the beginning at a seed. */
  private playAt(seed: string): void {
    if (this.isWorking || this.leadToError()) return;
    this.mayTakeKeyboard = noteKeyboard();
    void this.begin(identifyRules(this.bench), "again", seed);
  }

  private run(way: PlayWay): void {
    void this.play(way);
  }

  /** Compile the rules, unless they are those of the last time, and play them in a frame. */
  private async begin(rules: string, way: PlayWay, seed: string | null): Promise<void> {
    const number = ++this.workCount;
    const isOver = () => number !== this.workCount;
    const path = this.bench.open?.path ?? "";
    const change = describeChange(this.bench.library, path);
    this.show();
    this.setWorking(true);
    try {
      const { played } = this;
      const [compiled, program] = await Promise.all([
        played?.rules === rules ? played.compiled : compileOpenGame(this.bench),
        loadPlayProgram(),
      ]);
      if (isOver()) return;
      if (seed !== null) this.seeds.setSeed(compiled.game, seed);
      const next = { compiled, path, rules, seed: this.seeds.seedOf(compiled.game) };
      const game = nextGame(next, this.lines.find(compiled.game), way);
      const order = { file: compiled.bytes, seed: game.seed, lines: game.lines.length > 0 ? game.lines : null };
      this.title.textContent = compiled.title;
      this.change.textContent = this.change.title = change;
      this.seedField.show(game.seed);
      this.played = game;
      this.note = "";
      this.frame?.close();
      const frame = new PlayFrame(program, order, {
        stored: (at, lines) => this.take(at, lines),
        continued: (answers, differsAt) => {
          this.note = renderContinued(answers, differsAt);
        },
        shown: () => this.frame === frame && this.handleShown(frame),
        failed: (message) => this.fail(message),
      });
      this.frame = frame;
      this.stage.append(frame.element);
    } catch (error) {
      if (!isOver()) this.refuse(error);
    }
  }

  private take(at: number, lines: readonly string[]): void {
    if (this.played !== null) {
      this.played = withLines(this.played, at, lines);
      if (!this.isWorking && hasAnswers(lines)) this.note = "";
      this.lines.keep(this.played.compiled.game, this.played);
    }
    this.refresh();
  }

  private handleShown(frame: PlayFrame): void {
    if (!this.isWorking) return;
    this.setWorking(false);
    this.refresh();
    if (this.mayTakeKeyboard()) frame.focus();
  }

  /** Say why the rules cannot be played: by the first error in them, if it is known by now. */
  private refuse(error: unknown): void {
    this.setWorking(false);
    this.say("");
    const isOfRules = error instanceof InputError && error.place !== "";
    if (this.frame === null) this.close();
    if (isOfRules && this.leadToError()) return;
    if (error instanceof DeskFault) console.error(error.traceback); // for a report
    this.host.notify(errorSentence(error));
    this.refresh();
  }

  /** If the rules have errors, say so and show the first; returns whether they have. */
  private leadToError(): boolean {
    const found = findFirstError(this.bench);
    if (found === null) return false;
    if (isNarrow()) this.close();
    this.host.notify(`Rules with errors cannot be played. The first: ${found.message.replaceAll("`", "")}`);
    this.host.goTo(found);
    return true;
  }

  private fail(message: string): void {
    this.stop();
    this.host.notify(message);
  }

  /** End the game, whatever it does, and what is compiled; its answers are kept, to go on from. */
  private stop(): void {
    this.workCount += 1;
    this.setWorking(false);
    this.frame?.close();
    this.frame = null;
    this.close();
  }

  private show(): void {
    if (document.body.classList.contains(SHOWN)) return;
    document.body.classList.add(SHOWN);
    this.closeLayer = layers.open(() => this.close());
  }

  /** Put the pane away; the game stays as it is. */
  private close(): void {
    if (!document.body.classList.contains(SHOWN)) return;
    document.body.classList.remove(SHOWN);
    this.closeLayer();
    this.host.focusRules();
  }

  private setWorking(isWorking: boolean): void {
    this.isWorking = isWorking;
    this.stage.classList.toggle("waiting", isWorking);
    this.stage.setAttribute("aria-busy", String(isWorking));
    this.seedField.element.hidden = this.againButton.hidden = isWorking || this.frame === null;
    this.progress.hidden = !isWorking;
    if (!isWorking) return;
    this.goOnButton.hidden = true;
    this.say("The rules are compiled …");
  }

  private say(text: string): void {
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  private handleKey(event: KeyboardEvent): void {
    const isPlay = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const isInText = event.target instanceof Element && event.target.closest(".editor, .play-place") !== null;
    if (!isPlay || !isInText) return;
    event.preventDefault();
    event.stopPropagation();
    this.run("on");
  }
}

/** Whether the pane takes the whole page. */
function isNarrow(): boolean {
  return matchMedia("(max-width: 62rem)").matches;
}
