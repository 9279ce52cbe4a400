/** The controller of a game in play: each move is made, stored, and only then shown. */

import { InputError } from "../../errors";
import type { Detail } from "../../modes";
import { renderRecall } from "../../play/debriefing/wording";
import { DRAWN_TITLE } from "../../play/dice/throws";
import { OddsClient } from "../../play/odds/client";
import { QuestionFilter } from "../../play/orders/autoAnswer";
import type { Play } from "../../play/play";
import { countDecisions } from "../../play/story/decisions";
import { collectPhrases, type Phrases, tableLabel } from "../../play/story/phrases";
import { CHAPTERS, Story } from "../../play/story/story";
import { StoryLog } from "../../play/story/storyLog";
import * as sentences from "../../play/storySentences";
import type { View } from "../../play/view";
import type { LineBuffer } from "../../session/sessionLog";
import type { SaveContent } from "../archive/exportSaves";
import { runInSlices } from "../archive/slicedWork";
import { closeAll } from "../dialogs";
import { errorSentence, h } from "../dom";
import { loadPreferences, savePreferences } from "../preferences";
import { announce, notify } from "../shell";
import { type ReadyGame, storeProgress } from "../storage/games";
import type { Save, SaveProgress } from "../storage/saves";
import { Bar } from "./bar";
import { debriefingsSince, recallElement, showDebriefings } from "./debriefingDialogs";
import { listenForKeys } from "./keys";
import { QuestionSight } from "./questionSight";
import { QuestionView } from "./questionView";
import { recoveryLink } from "./refusedSave";
import { SidePanels } from "./sidePanels";
import { StorageWatch } from "./storageWatch";
import { StoryView } from "./storyView";
import { TypedDiceQueue } from "./typedDiceQueue";
import { showThrow } from "./whyDialog";

/** The error for an answer that the browser's storage rejects. */
class StorageFailure extends Error {}

/** The controller of a game in play in the page: each move is made, stored, and only then shown. */
export class GameController {
  readonly questions: QuestionFilter;
  /** The titles of the game's parts. */
  readonly phrases: Phrases;
  /** The level of detail. */
  detail: Detail;
  readonly story: StoryView;
  readonly questionView: QuestionView;
  readonly sidePanels: SidePanels;
  readonly questionSight: QuestionSight;
  readonly bar: Bar;
  readonly element: HTMLElement;
  /** The current view at the player's request; null before the first. */
  view: View | null = null;
  private readonly storyLog: StoryLog;
  /** The number of events shown. */
  private shownEvents = 0;
  /** All lines of the save: stored ones, then pending ones. */
  private readonly lines: string[];
  /** The procedure before which play stops; empty for none. */
  private until: string;
  private isBusy = false;
  private readonly storageWatch = new StorageWatch(this);
  /** Dice typed in advance. */
  readonly queuedDice = new TypedDiceQueue();
  /** The client of the odds worker. */
  readonly odds: OddsClient;
  private readonly leaving = new AbortController();

  /**
   * Set up the page's parts for a game in play, still empty: {@link start} fills them.
   * @param lines - The stored lines of the save.
   */
  constructor(
    public save: Save,
    lines: readonly string[],
    readonly ready: ReadyGame,
    readonly play: Play,
    private readonly writer: LineBuffer,
  ) {
    this.lines = [...lines];
    this.until = save.until;
    const { ask, tell } = loadPreferences();
    // Not the preference alone: the browser may lose the last seconds of preferences, and no answer may depend on them.
    this.questions = new QuestionFilter(play, save.ask ?? ask);
    this.phrases = collectPhrases(ready.game.program);
    this.detail = tell;
    this.storyLog = new StoryLog(
      (start) => play.events(start),
      () => this.newStory(),
    );
    this.story = new StoryView((number) => showThrow(this, number));
    this.odds = new OddsClient(play.session.game, () => new Worker("odds.js"));
    this.questionView = new QuestionView(this);
    this.sidePanels = new SidePanels(this);
    this.bar = new Bar(this);
    this.questionSight = new QuestionSight(this.questionView.element, this.bar.lowerBar, () =>
      this.questionView.focus(),
    );
    this.element = h(
      "div",
      { class: "table" },
      h("div", { class: "told" }, this.story.element, this.questionView.element),
      this.sidePanels.element,
      this.questionSight.element,
      this.bar.lowerBar,
    );
  }

  /** Tell what happened so far, and play to the first request, before the game's screen enters the page. */
  async start(): Promise<void> {
    await runInSlices(this.storyLog.catchUp());
    await runInSlices(this.questions.followEvents());
    await this.perform(() => {});
  }

  /** Start watching keys and storage, and focus the question, now that the game's screen is in the page. */
  onShown(): void {
    listenForKeys(this, this.leaving.signal);
    this.storageWatch.start(this.leaving.signal);
    this.questionView.focus();
    if (this.view !== null) this.scrollToQuestion(this.view);
    for (const note of this.play.session.notes) announce(errorSentence(note));
  }

  /** Release what the game holds in the page, as the player leaves; all answers are stored already. */
  leave(): void {
    this.leaving.abort();
    this.odds.close();
    this.questionSight.stop();
    this.sidePanels.stop();
    closeAll();
  }

  /** Whether the player has left, so that nothing more is shown. */
  get isLeft(): boolean {
    return this.leaving.signal.aborted;
  }

  /** Whether a move is in progress, or the player has left. */
  get isUnavailable(): boolean {
    return this.isBusy || this.isLeft;
  }

  /** Make a move, store it, and show the player's next request; ignored while another move is in progress. */
  async perform(move: () => void): Promise<void> {
    if (this.isUnavailable) return;
    this.isBusy = true;
    try {
      this.tryMove(move);
      const view = this.advance();
      const since = this.updateStory(view);
      await this.store(view);
      if (this.isLeft) return;
      this.view = view;
      this.show(view, since);
    } catch (error) {
      this.showError(error);
    } finally {
      this.isBusy = false;
    }
  }

  /** Go on from the procedure before which play stopped. */
  playOn(): Promise<void> {
    return this.perform(() => {
      this.until = "";
      this.play.playOn();
    });
  }

  /** Make a move; an error of the player's input is shown beside the next request. */
  private tryMove(move: () => void): void {
    try {
      move();
    } catch (error) {
      if (!(error instanceof InputError) || this.play.isStuck) throw error;
      this.questionView.nextRemark = errorSentence(error);
    }
  }

  /**
   * Answer automatically, and give dice typed in advance, up to the player's next request; returns the view at that.
   */
  private advance(): View {
    let view = this.questions.view();
    for (let faces = this.takeQueuedFaces(view); faces !== null; faces = this.takeQueuedFaces(view)) {
      this.play.throw(faces);
      view = this.questions.view();
    }
    if (view.question?.offer !== true) {
      const unusedFaces = this.queuedDice.clear();
      if (unusedFaces.length > 0) notify(sentences.unusedFaces(unusedFaces.join(" ")));
    }
    return view;
  }

  /** Take the faces typed in advance for the requested dice; null for none. */
  private takeQueuedFaces({ roll }: View): readonly number[] | null {
    return roll?.is === "RollSite" ? this.queuedDice.takeThrow(roll.dice) : null;
  }

  /** Store the new lines of the save. Throws {@link StorageFailure}. */
  private async store(view: View): Promise<void> {
    this.lines.push(...this.writer.takeLines());
    const progress = this.progressOf(view);
    const { lines, standing, until, ask } = this.save;
    const isSame =
      this.lines.length === lines && progress.standing === standing && progress.until === until && progress.ask === ask;
    if (isSame && !this.storageWatch.isLost) return;
    try {
      this.save = await storeProgress(this.ready, this.save, this.lines, progress, () =>
        this.storageWatch.noteStoredAgain(),
      );
    } catch (error) {
      throw new StorageFailure(errorSentence(error));
    }
  }

  /** The page's own copy of the save's lines and its game file, even if the storage has lost them. */
  get content(): SaveContent {
    return { lines: this.lines, file: this.ready.file };
  }

  /** Summarize the progress of a game for the list of saves: the last chapter and heading, or the result. */
  private progressOf({ outcome }: View): SaveProgress {
    const { until } = this;
    const ask = this.questions.level;
    if (outcome !== null) return { standing: `Over: ${outcome.title}`, isOver: true, until, ask };
    const { lines } = this.storyLog;
    const last = lines.map((line) => line.kind).lastIndexOf("chapter");
    const heading = lines
      .slice(last + 1)
      .filter((line) => line.kind === "heading")
      .at(-1);
    return {
      standing: [lines[last]?.text, heading?.names.at(-1)].filter(Boolean).join(" › ") || "Begun",
      isOver: false,
      until,
      ask,
    };
  }

  /** Make an empty story at the current level of detail. */
  private newStory(): Story {
    const outer = CHAPTERS[this.play.session.header.entry];
    /** The reason of the automatic answer at an event; empty for others. */
    const reasonOf = (event: number): string => this.questions.reasonOf(event);
    return new Story({ phrases: this.phrases, detail: this.detail, reasonOf, outer });
  }

  /** Update the story's lines by a view; returns how many of the events shown before still count: 0 after an undo. */
  private updateStory(view: View): number {
    const since = view.kept >= this.shownEvents ? this.shownEvents : 0;
    // What was told in slices before the first view still counts.
    const kept = this.view === null ? this.play.session.eventCount : view.kept;
    this.storyLog.update(since || kept, awaitedText(view), view.question?.offer ?? false);
    this.shownEvents = this.play.session.eventCount;
    return since;
  }

  /** Show a view, below the debriefing of each mission that ended after the event `since`: that comes first. */
  private show(view: View, since: number): void {
    const debriefings = since > 0 ? debriefingsSince(this, since) : [];
    if (debriefings.length > 0 && view.outcome === null) {
      const { lines } = this.storyLog;
      this.story.show(lines.slice(0, lines.map(({ kind }) => kind).lastIndexOf("chapter")));
      this.questionView.element.hidden = true;
      showDebriefings(this, debriefings, () => this.showView(view));
      return;
    }
    this.showView(view);
    showDebriefings(this, debriefings, () => this.questionView.focus());
  }

  /** Show a view in all parts of the page. */
  private showView(view: View): void {
    if (this.isLeft) return;
    this.questionView.element.hidden = false;
    const isFirst = this.story.isEmpty;
    this.element.querySelector(".recalled")?.remove();
    // Replace the focused element first: losing the focus makes the browser lay out all earlier changes.
    this.questionView.show(view);
    this.story.show(this.storyLog.lines);
    this.sidePanels.show();
    this.bar.show(view);
    this.questionSight.setTarget(view.outcome !== null);
    if (!this.element.isConnected) return;
    if (!isFirst) this.story.scrollToNew(this.questionView.element);
    this.questionView.focus();
    if (isFirst) this.scrollToQuestion(view);
  }

  /** Scroll to the question, unless the game has only begun; for a resumed game that goes on, also show the recap. */
  private scrollToQuestion({ outcome }: View): void {
    if (countDecisions(this.play.session) === 0) return;
    if (outcome === null) this.showRecall();
    this.questionView.element.scrollIntoView({ block: "end" });
  }

  /** Show the recap of a resumed game: where it stands, the last news. */
  private showRecall(): void {
    const where = renderRecall(this.storyLog.lines, this.sidePanels.sheet.groups());
    this.questionView.element.before(recallElement(this, where));
  }

  /** Rebuild the shown story from its beginning, at another level of detail or with other names. */
  retell(detail: Detail = this.detail): void {
    if (this.view === null) return;
    this.detail = detail;
    savePreferences({ tell: detail });
    this.storyLog.retell(awaitedText(this.view), this.view.question?.offer ?? false);
    this.story.clear();
    this.story.show(this.storyLog.lines);
    this.story.scrollToNew(this.questionView.element);
  }

  /**
   * Call `show`, which opens a dialog or changes the display without a move of the game, and display its error, if any.
   */
  tryShow(show: () => void): void {
    try {
      show();
    } catch (error) {
      this.showError(error);
    }
  }

  /** Show an error of a move, with a way out if the game cannot go on. */
  private showError(error: unknown): void {
    if (error instanceof StorageFailure) {
      this.questionView.showUnstored(errorSentence(error));
      return;
    }
    if (!(error instanceof InputError)) console.error(error);
    if (this.play.isStuck || this.view === null)
      this.questionView.showStuck(errorSentence(error), recoveryLink(this.save, error));
    else this.questionView.showProblem(errorSentence(error));
  }
}

/** The name of what the open request waits for, which the story's last headings need not repeat; null for none. */
function awaitedText(view: View): string | null {
  if (view.roll?.is === "DrawSite") return DRAWN_TITLE;
  return view.question?.prompt ?? (view.roll && tableLabel(view.roll.table, view.roll.title));
}
