/** The controller of a game in play: each move is made, stored, and only then shown. */

import type { Describer } from "../../engine/describe";
import type { Question } from "../../engine/question";
import { InputError } from "../../errors";
import type { Detail, Pace } from "../../modes";
import { renderBoards } from "../../play/boards/boards";
import type { BoardShown } from "../../play/boards/classes";
import { OddsClient } from "../../play/odds/client";
import { QuestionFilter } from "../../play/orders/autoAnswer";
import { Film } from "../../play/pacing/film";
import { DescribedState } from "../../play/panelState";
import type { Play } from "../../play/play";
import { countDecisions } from "../../play/story/decisions";
import { collectPhrases, type Phrases } from "../../play/story/phrases";
import type { View } from "../../play/view";
import type { LineBuffer } from "../../session/sessionLog";
import type { SaveContent } from "../archive/exportSaves";
import { runInSlices } from "../archive/slicedWork";
import { closeAll } from "../dialogs";
import { errorSentence, h } from "../dom";
import { startOddsWorker } from "../embedded/oddsPort";
import { loadPreferences, savePreferences } from "../preferences";
import { announce } from "../shell";
import type { ReadyGame } from "../storage/games";
import { isInStory, type Save } from "../storage/saves";
import { advancePlay } from "./advancePlay";
import { Bar } from "./bar";
import { coverOf } from "./bars";
import { BeatGuard } from "./beatGuard";
import { BoardMoments } from "./boardMoments";
import { showDebriefings } from "./debriefingDialogs";
import { gameKeyActions } from "./gameKeys";
import { listenForKeys } from "./keys";
import { explainedGame, PastView } from "./pastView";
import { NO_PIECES } from "./pieceLinks";
import { QuestionSight } from "./questionSight";
import { QuestionView } from "./questionView";
import { recoveryLink } from "./refusedSave";
import { SaveKeeper, StorageFailure } from "./saveKeeper";
import { SidePanels } from "./sidePanels";
import { StorageWatch } from "./storageWatch";
import type { StoryHistory } from "./storyHistory";
import type { StoryStops } from "./storyStops";
import { StoryView } from "./storyView";
import { ToldStory } from "./toldStory";
import { TypedDiceQueue } from "./typedDiceQueue";
import { undoAnswers } from "./undoDialog";
import { showWhereLeft } from "./whereLeft";
import { type ExplainedGame, showThrow } from "./whyDialog";

/** The controller of a game in play in the page: each move is made, stored, and only then shown. */
export class GameController {
  readonly questions: QuestionFilter;
  /** The titles of the game's parts. */
  readonly phrases: Phrases;
  readonly story: StoryView;
  readonly questionView: QuestionView;
  readonly sidePanels: SidePanels;
  readonly questionSight: QuestionSight;
  readonly bar: Bar;
  private readonly past: PastView;
  readonly element: HTMLElement;
  /** The current view at the player's request; null before the first. */
  view: View | null = null;
  private readonly told: ToldStory;
  private readonly keeper: SaveKeeper;
  /** The procedure before which play stops; empty for none. */
  private until: string;
  private isBusy = false;
  private readonly storageWatch = new StorageWatch(this);
  /** Dice typed in advance. */
  readonly queuedDice = new TypedDiceQueue();
  /** The client of the odds worker. */
  readonly odds: OddsClient;
  private readonly guard: BeatGuard;
  private readonly leaving = new AbortController();
  private readonly moments = new BoardMoments();
  /** The actions of keys at a question. */
  readonly keyActions = gameKeyActions(this);

  /**
   * Set up the page's parts for a game in play, still empty: {@link start} fills them.
   * @param lines - The stored lines of the save.
   */
  constructor(
    save: Save,
    lines: readonly string[],
    readonly ready: ReadyGame,
    readonly play: Play,
    writer: LineBuffer,
  ) {
    this.keeper = new SaveKeeper(save, lines, ready, writer);
    this.until = save.until;
    const { ask, tell, pace } = loadPreferences();
    // Not the preference alone: the browser may lose the last seconds of preferences, and no answer may depend on them.
    this.questions = new QuestionFilter(play, save.ask ?? ask);
    this.phrases = collectPhrases(ready.game.program);
    const { phrases } = this;
    const shownEvents = save.shownEvents === 0 || isInStory(save) ? save.shownEvents! : null;
    this.told = new ToldStory(play, this.questions, { phrases, detail: tell, pace, shownEvents });
    this.story = new StoryView(
      (number) => showThrow(this.explained, number),
      (line) => this.history.goToLine(line),
    );
    this.past = new PastView<Film>(
      this,
      {
        lines: () => this.stops.shownLines,
        divide: () => new Film(play.session, this.stops.shownLines, { start: 0, stop: this.stops.stateEventCount }),
        waiting: () => this.waitingText,
      },
      () => this.showPresent(),
    );
    this.odds = new OddsClient(play.session.game, startOddsWorker);
    this.questionView = new QuestionView(this);
    this.guard = new BeatGuard(this.questionView.element);
    this.sidePanels = new SidePanels({
      hasBoards: play.session.program.boards.length > 0,
      state: () => this.view && new DescribedState(this.pastDescriber ?? this.stops.describer),
      earlierBoards: (boards) =>
        this.history.isOpen ? this.boardsBeforePast : this.moments.note(this.stops.stateEventCount, boards),
      pieceQuestion: () => (this.history.isOpen ? NO_PIECES : this.questionView.pieceQuestion),
    });
    // Answers are marked in the question by boxes, heads of columns and rows.
    for (const type of ["change", "click", "focusin"])
      this.questionView.element.addEventListener(type, () => this.sidePanels.updateMarks());
    this.questionView.element.addEventListener("click", () => this.sidePanels.forgetBoards());
    this.bar = new Bar(this);
    this.questionSight = new QuestionSight(this.questionView.element, this.bar.lowerBar, () =>
      this.questionView.focus(),
    );
    this.element = h(
      "div",
      { class: "table" },
      h(
        "div",
        { class: "told" },
        this.story.element,
        this.sidePanels.changesLine,
        this.sidePanels.hurtLine,
        this.questionView.element,
        this.history.element,
      ),
      this.sidePanels.element,
      this.questionSight.element,
      this.bar.lowerBar,
    );
  }

  /** Tell what happened so far, and play to the first request, before the game's screen enters the page. */
  async start(): Promise<void> {
    await runInSlices(this.told.catchUp());
    await runInSlices(this.questions.followEvents());
    await this.perform(() => {});
  }

  /** Start watching keys and storage, and focus the question, now that the game's screen is in the page. */
  onShown(): void {
    this.guard.listen(this.leaving.signal);
    listenForKeys(this, this.leaving.signal);
    this.storageWatch.start(this.leaving.signal);
    if (this.view !== null) {
      this.debrief();
      showWhereLeft(this, this.told);
    } else this.questionView.focus();
    for (const note of this.play.session.notes) announce(errorSentence(note));
  }

  /** Release what the game holds in the page, as the player leaves; all answers are stored already. */
  leave(): void {
    this.leaving.abort();
    this.odds.close();
    this.questionSight.stop();
    this.sidePanels.stop();
    this.past.stop();
    closeAll();
  }

  /** Whether the player has left, so that nothing more is shown. */
  get isLeft(): boolean {
    return this.leaving.signal.aborted;
  }

  /** The save, as it is stored. */
  get save(): Save {
    return this.keeper.save;
  }

  /** The page's own copy of the save's lines and its game file, even if the storage has lost them. */
  get content(): SaveContent {
    return this.keeper.content;
  }

  /** The stops of the story, at which it waits for the player. */
  get stops(): StoryStops {
    return this.told.stops;
  }

  /** The level of detail. */
  get detail(): Detail {
    return this.told.detail;
  }

  /** Whether a move is in progress, or the player has left. */
  get isUnavailable(): boolean {
    return this.isBusy || this.isLeft;
  }

  /** The question that is open to the player: none while the story waits at a stop, or its past is looked at. */
  get question(): Question | null {
    return this.stops.current === null && !this.history.isOpen ? (this.view?.question ?? null) : null;
  }

  /** The way back through the story; while it is open, nothing is asked. */
  get history(): StoryHistory<Film> {
    return this.past.history;
  }

  /** The element of what waits for the player. */
  get waitingElement(): HTMLElement {
    return this.questionView.element;
  }

  /** What waits for the player behind the story that is shown, in words. */
  private get waitingText(): string {
    if (this.stops.current !== null) return "the story";
    return this.view?.outcome ? "the end" : "the question";
  }

  /** Show the bar above, unless nothing is shown yet. */
  showBar(): void {
    if (this.view !== null) this.bar.show(this.view);
  }

  /** The describer of the state at the beat of the past that is shown; null for the present. */
  private get pastDescriber(): Describer | null {
    const { shown } = this.history;
    return shown?.beats.describerAt(shown.at) ?? null;
  }

  /** The boards at the beat before the one that is shown; null without one. */
  private get boardsBeforePast(): readonly BoardShown[] | null {
    const { shown } = this.history;
    const describer = shown?.beats.describerBefore(shown.at) ?? null;
    return describer && renderBoards(describer);
  }

  /** The game as its throws are explained. */
  get explained(): ExplainedGame {
    return explainedGame(this);
  }

  /** Make a move, store it, and show what it led to; ignored while another move is in progress. */
  async perform(move: () => void): Promise<void> {
    if (this.isUnavailable) return;
    this.isBusy = true;
    try {
      this.stops.beforeMove(this.questions.headings);
      this.tryMove(move);
      const view = advancePlay(this.play, this.questions, this.queuedDice);
      this.told.update(view);
      await this.store(view);
      if (this.isLeft) return;
      this.view = view;
      this.told.begin();
      this.show(view);
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

  /** Store the new lines of the save, and how much of its story will be shown. Throws {@link StorageFailure}. */
  private store(view: View): Promise<void> {
    const progress = {
      standing: this.told.describeStanding(view),
      isOver: view.outcome !== null,
      until: this.until,
      ask: this.questions.level,
      shownEvents: this.told.countAfterBegin(),
    };
    return this.keeper.store(progress, this.storageWatch.isLost, () => this.storageWatch.noteStoredAgain());
  }

  /** Show a view, or the story's stop before it, in all parts of the page; see {@link showPart}. */
  private show(view: View, isThrown = false): void {
    const isFirst = this.story.isUnseen;
    this.element.querySelector(".recalled")?.remove();
    this.past.update();
    // Replace the focused element first: losing the focus makes the browser lay out all earlier changes.
    this.questionView.show(view);
    this.story.show(this.stops.shownLines, isThrown);
    this.sidePanels.show(true);
    this.bar.show(view);
    const target = this.stops.current !== null ? "stop" : view.outcome !== null ? "end" : "question";
    this.questionSight.setTarget(target, this.questionView.goOnButton);
    if (!this.element.isConnected) return;
    const below = this.questionView.goOnButton ?? this.questionView.element;
    if (!isFirst) this.story.scrollToNew(below, coverOf(this.bar.lowerBar));
    this.debrief();
    if (isFirst) showWhereLeft(this, this.told);
    // What was pressed for the last question answers nothing in the boards of the next.
    if (target === "question" && this.sidePanels.reopenBoards()) this.guard.leaveStop(true);
    else this.sidePanels.forgetBoards();
  }

  /** Debrief the missions that have ended in the lines shown last, and focus what waits for the player. */
  private debrief(): void {
    const [since, stop] = this.told.takeUndebriefed();
    if (since < stop) showDebriefings(this, since, stop);
    else this.questionView.focus();
  }

  /** Go on when a debriefing is read: where the story waits for it, with the story. */
  readonly afterDebriefing = (): void => {
    if (this.stops.current?.endsMission) this.goOn();
    else this.questionView.focus();
  };

  /** Show what waits for the player, with the focus; what was pressed to come back to it answers nothing. */
  private showPresent(): void {
    this.guard.leaveStop(this.stops.current === null);
    this.questionView.focus();
  }

  // --- the stops of the story

  /** Go on from a stop: show the next part of the story. */
  readonly goOn = (): void => this.leaveStop(() => this.stops.goOn(), this.stops.pace === "throws");

  /** Go on from a stop to the player's next request. */
  readonly skipStops = (): void => this.leaveStop(() => this.stops.skip());

  /** Whether the player has answered anything that can be undone; automatic answers alone are none. */
  get canTakeBack(): boolean {
    return this.view?.canUndo === true && countDecisions(this.play.session) > 0;
  }

  /** Go back to the stop before; from the first one, undo the player's last answer. */
  readonly goBack = (): void => {
    if (this.stops.goBack()) this.showPart();
    else if (this.canTakeBack) undoAnswers(this);
  };

  /** Set the pace at which the story goes on, and remember it. */
  setPace(pace: Pace): void {
    savePreferences({ pace });
    this.stops.pace = pace;
    if (this.view !== null && this.stops.current !== null) this.questionView.show(this.view);
  }

  /**
   * Leave a stop by an action, unless a move is in progress; what was pressed for it answers no question. `isThrown` if
   * the action throws dice.
   */
  private leaveStop(action: () => void, isThrown = false): void {
    if (this.isUnavailable || this.stops.current === null) return;
    action();
    this.guard.leaveStop(this.stops.current === null);
    this.showPart(isThrown);
  }

  /** Show the part of the story that the stops have come to; `isThrown` if it begins with dice thrown by the player. */
  private showPart(isThrown = false): void {
    if (this.view === null) return;
    this.show(this.view, isThrown);
    this.noteShown();
  }

  /** Note how much of the story the player has been shown. */
  private noteShown(): void {
    this.keeper.noteShown(this.stops.current?.eventCount ?? null);
  }

  /** Rebuild the shown story from its beginning, at another level of detail or with other names. */
  retell(detail: Detail = this.detail): void {
    if (this.view === null) return;
    savePreferences({ tell: detail });
    this.told.retell(this.view, detail);
    this.moments.clear();
    this.history.return();
    this.past.update();
    this.noteShown();
    this.story.clear();
    this.story.show(this.stops.shownLines);
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
