/** The controller of a seat in the page: what the host sends is stored, then shown; answers are stored, then sent. */

import type { Question } from "../../engine/question";
import type { InputError } from "../../errors";
import type { Detail, Pace } from "../../modes";
import { renderDebriefing } from "../../play/debriefing/wording";
import type { WantedDice } from "../../play/dice/throws";
import { StoryBeats } from "../../play/pacing/storyBeats";
import type { HostMessage } from "../../seat/classes";
import type { RemoteSeat } from "../../seat/remoteSeat";
import type { SeatFile } from "../../seat/seatFile";
import type { GameAtSeat } from "../../seat/seatGame";
import { SeatOrders } from "../../seat/seatOrders";
import { closeAll } from "../dialogs";
import { errorSentence } from "../dom";
import { loadPreferences, savePreferences } from "../preferences";
import { coverOf } from "../table/bars";
import { BeatGuard } from "../table/beatGuard";
import { showDebriefingTexts } from "../table/debriefingView";
import { type KeyedGame, listenForKeys } from "../table/keys";
import { ordersDialog } from "../table/orderDialogs";
import { type PastFrame, PastView } from "../table/pastView";
import { QuestionSight } from "../table/questionSight";
import type { SidePanels } from "../table/sidePanels";
import type { StoryHistory } from "../table/storyHistory";
import { StoryView } from "../table/storyView";
import { LineNotice } from "./lineNotice";
import { SeatAnswers } from "./seatAnswers";
import { SeatBar } from "./seatBar";
import { SeatCompany } from "./seatCompany";
import { layOut, makePanels } from "./seatLayout";
import { seatKeysDialog } from "./seatMenu";
import { namesDialog } from "./seatNames";
import { SeatQuestionView } from "./seatQuestionView";
import { SeatRecord } from "./seatRecord";
import { SeatStates } from "./seatStates";
import type { SeatStops } from "./seatStops";
import type { SeatRow } from "./seatStorage";
import { SeatStory } from "./seatStory";
import { SeatUndo } from "./seatUndo";
import { showThrow, showWhy } from "./seatWhy";
import { StateSight } from "./stateSight";
import { TableMessages } from "./tableMessages";
import { TableQueries } from "./tableQueries";
import { sightTarget } from "./waiting";

/** What a seat is made of when its game begins, or goes on. */
export interface OpenSeat {
  readonly row: SeatRow;
  readonly file: SeatFile;
  readonly game: GameAtSeat;
  readonly remote: RemoteSeat;
}

/** The controller of a seat in the page. */
export class SeatController implements KeyedGame, PastFrame {
  readonly game: GameAtSeat;
  readonly orders: SeatOrders;
  readonly queries: TableQueries;
  readonly states: SeatStates;
  readonly story: StoryView;
  readonly questionView: SeatQuestionView;
  readonly sidePanels: SidePanels;
  readonly questionSight: QuestionSight;
  readonly bar: SeatBar;
  readonly element: HTMLElement;
  /** The actions of keys at a question. */
  readonly keyActions: Readonly<Record<string, () => void>> = {
    w: () => void showWhy(this, ""),
    o: () => this.questionView.toggleOdds(),
    b: () => this.tryShow(() => this.sidePanels.showBoards()),
    s: () => this.sidePanels.showSheet(),
    a: () => ordersDialog(this),
    n: () => void namesDialog(this),
    u: () => this.undo.ask(),
    "?": seatKeysDialog,
  };
  /** Who is at the table. */
  readonly company = new SeatCompany();
  readonly answers: SeatAnswers;
  readonly undo: SeatUndo;
  /** What is kept of the seat beside its messages. */
  readonly record: SeatRecord;
  /** The line to the table. */
  readonly line: LineNotice;
  /** Which state is shown. */
  readonly sight: StateSight;
  private readonly told: SeatStory;
  private readonly past: PastView<StoryBeats>;
  private readonly guard: BeatGuard;
  private readonly messages: TableMessages;

  /** Set up the page's parts for a game at a seat; {@link start} fills them. */
  constructor(private readonly seat: OpenSeat) {
    const { game, row, remote, file } = seat;
    this.game = game;
    this.record = new SeatRecord(row, file, game, (message) => this.questionView.showProblem(message));
    this.line = new LineNotice(() => remote.reconnect());
    this.undo = new SeatUndo(this, remote);
    this.messages = new TableMessages(this, remote);
    const { tell, pace } = loadPreferences();
    this.orders = new SeatOrders(game, remote.guest.asks, this.record.kept, () =>
      this.record.noteOrders(this.orders.kept),
    );
    this.answers = new SeatAnswers(this, remote);
    this.queries = new TableQueries((message) => void remote.send(message).catch(() => {}));
    this.states = new SeatStates(this.queries, () => this.showState());
    this.told = new SeatStory(game, tell, pace);
    this.story = new StoryView(
      (number) => void showThrow(this, number),
      (line) => this.history.goToLine(line),
    );
    this.questionView = new SeatQuestionView(this);
    this.guard = new BeatGuard(this.questionView.element);
    this.sight = new StateSight(
      game,
      this.states,
      () => this.stops,
      () => this.history.shown,
    );
    this.sidePanels = makePanels(this);
    this.past = new PastView<StoryBeats>(
      this,
      {
        lines: () => this.stops.shownLines,
        divide: () => new StoryBeats(this.stops.shownLines, { start: 0, stop: this.stops.eventCount }),
        waiting: () => this.waitingWords,
      },
      () => this.showPresent(),
    );
    this.bar = new SeatBar(this);
    this.questionSight = new QuestionSight(this.questionView.element, this.bar.lowerBar, () =>
      this.questionView.focus(),
    );
    this.element = layOut(this);
  }

  /** Tell what happened so far, and begin to watch keys, now that the seat's screen is in the page. */
  start(signal: AbortSignal): void {
    this.guard.listen(signal);
    listenForKeys(this, signal);
    this.told.open(this.record.shownEvents);
    const { isOpening } = this;
    this.show();
    if (!isOpening) this.questionView.element.scrollIntoView({ block: "end" });
    this.questionView.focus();
  }

  get stops(): SeatStops {
    return this.told.stops;
  }

  get detail(): Detail {
    return this.told.detail;
  }

  /** The standing orders, as the dialogs of orders know them. */
  get questions(): SeatOrders {
    return this.orders;
  }

  get history(): StoryHistory {
    return this.past.history;
  }

  get waitingElement(): HTMLElement {
    return this.questionView.element;
  }

  /** The question that is open to the player: none while the story waits, or its past is looked at. */
  get question(): Question | null {
    return this.game.isAsked && this.isPresent ? (this.game.turn?.question ?? null) : null;
  }

  /** The dice that the player is to throw: none while the story waits, or its past is looked at. */
  get awaitedThrow(): WantedDice | null {
    return this.isPresent ? this.game.awaitedThrow : null;
  }

  /** Whether the player is to answer, or to throw, now. */
  private get isAskedNow(): boolean {
    return this.question !== null || this.awaitedThrow !== null;
  }

  /** Whether all of the story is shown, and what waits behind it can be answered. */
  private get isPresent(): boolean {
    return !this.line.hasEnded && this.stops.current === null && !this.history.isOpen;
  }

  // --- what comes from the table

  /** Take a message of the host, which is stored; `line` is the message as it was received. */
  receive(message: HostMessage, line: string): void {
    this.messages.take(message, line);
  }

  /** Say that the table does not answer, and is tried again. */
  showLost(): void {
    this.queries.drop();
    this.undo.forget();
    if (this.game.revealed !== null) {
      this.line.isOpen = false;
      this.seat.remote.close();
      return;
    }
    this.game.presentSeats = [];
    this.answers.stopWaiting();
    this.line.showLost();
    this.questionView.updateWaiting();
    this.showCompany();
  }

  /** Say that the line has ended for good. */
  showEnd(error: InputError): void {
    this.line.showEnd(error);
    this.queries.drop();
    this.undo.show();
    this.questionView.show();
  }

  /**
   * Add what has happened behind the first `kept` events to the story; what it told of later ones was taken back
   * (`isUndone`), or reads otherwise. Returns how many of its first lines the player had been shown in other words.
   */
  addTold(kept: number, isUndone: boolean): number {
    return this.told.update(kept, isUndone);
  }

  /**
   * Show a turn that has come; if it is new, what was pressed before answers nothing in it. The first `known` lines of
   * its story are not new, however they read; where it tells and asks nothing new, the window stays where it is.
   */
  showTurn(isNew: boolean, known: number, hasNews: boolean): void {
    this.guard.leaveStop(isNew && this.isAskedNow);
    this.show({ known, scrolls: hasNews });
  }

  /** Give or change orders by an action; a changed level of asking begins the line anew, for the host applies it. */
  async perform(action: () => void): Promise<void> {
    const { level } = this.orders;
    action();
    if (this.orders.level !== level) this.answers.setLevel(this.orders.level);
    this.answers.giveByOrders();
    this.show();
  }

  // --- what is shown

  /** Fold what a player should know before he plays. */
  foldTerms(): void {
    this.element.querySelector(".recalled")?.removeAttribute("open");
  }

  /**
   * Show what has come, up to where the story waits: dice that the player has thrown (`isThrown`) are seen to fall, the
   * first `known` lines are not new, and if `scrolls` the window goes to what is.
   */
  show({ isThrown = false, known = 0, scrolls = true } = {}): void {
    const { story, stops, questionView, bar } = this;
    const isFirst = story.isUnseen;
    const hadFocus = isFree(document.activeElement) || questionView.element.contains(document.activeElement);
    this.past.update();
    questionView.show();
    story.show(stops.shownLines, isThrown, known);
    this.sidePanels.show(true);
    bar.show();
    this.showCompany();
    this.questionSight.setTarget(sightTarget(this.game, stops.current !== null), questionView.goOnButton);
    const isOpening = this.isOpening;
    this.noteShown();
    if (!this.element.isConnected) return;
    // All ways on from a stop are seen; and who has read nothing yet begins at the top, with who he is.
    const below = questionView.goOnButton?.closest<HTMLElement>(".ways") ?? questionView.element;
    if (!isFirst && scrolls && !isOpening) story.scrollToNew(below, coverOf(bar.lowerBar));
    if (this.debrief()) return;
    if (hadFocus) questionView.focus();
    if (this.question !== null && this.sidePanels.reopenBoards()) this.guard.leaveStop(true);
    else this.sidePanels.forgetBoards();
  }

  /** Show who is there, and whose turn it is, also in the window's title. */
  showCompany(): void {
    this.company.show(this);
  }

  /** Debrief the missions that have ended in the lines shown last; returns whether there are any. */
  private debrief(): boolean {
    const texts = this.told.takeDebriefings().map(renderDebriefing);
    const afterwards = (): void => {
      if (this.stops.current?.endsMission) this.goOn();
      else this.questionView.focus();
    };
    showDebriefingTexts(texts, { isOver: this.game.isOver, leave: null, afterwards });
    return texts.length > 0;
  }

  /** Show a state that has come from the host, where it is wanted. */
  showState(): void {
    this.sidePanels.show(true);
    this.bar.show();
    this.questionView.updateStop();
    this.questionView.updateTakeBack();
  }

  /** Show the bar above. */
  showBar(): void {
    this.bar.show();
  }

  /** Whether the player has been shown nothing of the story yet. */
  private get isOpening(): boolean {
    return this.record.shownEvents === 0;
  }

  /** What waits for the player behind the story that is shown, in words. */
  private get waitingWords(): string {
    if (this.stops.current !== null) return "the story";
    if (this.game.isOver) return "the end";
    if (this.game.awaitedThrow !== null) return "the dice";
    return this.game.isAsked ? "the question" : "the present";
  }

  /** Show what waits for the player, with the focus. */
  private showPresent(): void {
    this.guard.leaveStop(this.isAskedNow);
    this.questionView.focus();
  }

  /** Note how much of the story the player has been shown. */
  private noteShown(): void {
    this.record.noteShown(this.game.turn !== null ? (this.stops.current?.eventCount ?? null) : 0);
  }

  // --- the stops of the story

  /** Go on from a stop: show the next part of the story. */
  readonly goOn = (): void => this.leaveStop(() => this.stops.goOn(), this.stops.pace === "throws");

  /** Go on from a stop to what waits behind the story, which is then in sight. */
  readonly skipStops = (): void => {
    if (this.stops.current === null) return;
    this.stops.skip();
    this.guard.leaveStop(true);
    this.show({ scrolls: false });
    this.questionView.element.scrollIntoView({ block: "nearest" });
  };

  /** Go back to the stop before; from the first one, ask to take back the last answer. */
  readonly goBack = (): void => {
    if (this.stops.goBack()) this.show();
    else this.undo.ask();
  };

  /** Leave a stop by an action; what was pressed for it answers no question. */
  private leaveStop(action: () => void, isThrown = false): void {
    if (this.stops.current === null) return;
    action();
    this.guard.leaveStop(this.stops.current === null);
    this.show({ isThrown });
  }

  /** Set the pace at which the story goes on, and remember it. */
  setPace(pace: Pace): void {
    savePreferences({ pace });
    this.stops.pace = pace;
    if (this.stops.current !== null) this.questionView.show();
  }

  /** Tell the story anew, at another level of detail. */
  retell(detail: Detail): void {
    savePreferences({ tell: detail });
    this.told.retell(detail);
    this.history.return();
    this.past.update();
    this.story.clear();
    this.story.show(this.stops.shownLines);
    this.story.scrollToNew(this.questionView.element);
  }

  // --- dialogs

  /** Show something that may fail; returns the error, or "". */
  tryShow(show: () => void): string {
    try {
      show();
      return "";
    } catch (error) {
      const text = errorSentence(error);
      this.questionView.showProblem(text);
      return text;
    }
  }

  /** Release what the seat holds in the page. */
  leave(): void {
    this.answers.stopWaiting();
    this.questionSight.stop();
    this.sidePanels.stop();
    this.past.stop();
    closeAll();
  }
}

/** Whether nothing that a player works at has the focus. */
function isFree(element: Element | null): boolean {
  return element === null || element === document.body || element.tagName === "MAIN";
}
