/** View of what waits at a seat: its question, a stop of the story, another player, or the end. */

import { findAmount, type Question } from "../../engine/question";
import { answerName, answerTitle, isGraveAnswer } from "../../play/answers/answers";
import type { QuestionGroup } from "../../play/answers/questionGroups";
import type { WantedDice } from "../../play/dice/throws";
import { renderEndedOrder } from "../../play/orders/orderTexts";
import { confirmAction } from "../dialogs";
import { button, h, setChildren } from "../dom";
import { notify } from "../shell";
import { askedView } from "../table/askedView";
import type { OddsView } from "../table/oddsView";
import { canOrder, orderDialog } from "../table/orderDialogs";
import { paceDialog } from "../table/paceChoice";
import { lightPiecesOf, NO_PIECES } from "../table/pieceLinks";
import { stopView } from "../table/stopView";
import { throwView } from "../table/throwView";
import { endContent } from "./endView";
import { submitTyped } from "./seatCommands";
import type { SeatController } from "./seatController";
import { showTableOdds } from "./tableOdds";
import { askedOfOther, waitingText } from "./waiting";

/** What is said where odds are wanted of several questions put as one. */
const ODDS_ALONE = "Odds are of one question at a time: this is the first of them, by itself.";

/** The view of what waits at a seat. */
export class SeatQuestionView {
  readonly element = h("section", { class: "asked", "aria-label": "Question", tabindex: -1 });
  /** The group of the open question; null if it stands alone. */
  group: QuestionGroup | null = null;
  /** Return the open group with the answers that the player has marked as preferred; null for none. */
  markedGroup: () => QuestionGroup | null = () => null;
  /** The button that goes on from the story's stop; null without one. */
  goOnButton: HTMLButtonElement | null = null;
  /** The remark beside the next question. */
  nextRemark = "";
  /** The open question as pieces on boards answer it. */
  pieceQuestion = NO_PIECES;
  private readonly problemLine = h("p", { class: "complaint", role: "alert" });
  private readonly input = h("input", {
    type: "text",
    "aria-label": "Answer, order or command",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "send",
  });
  private focusFirst: () => void = () => this.element.focus({ preventScroll: true });
  private odds: OddsView | null = null;
  /** What is shown to be at stake at a stop of the story; null for nothing. */
  private shownStake: WantedDice | null = null;
  /** What the way back from a stop is called that is shown; empty for none. */
  private shownBack = "";
  /** The button at a question that asks to take back the last answer: it is there while that can be asked. */
  private readonly takeBackButton = button("Take back …", () => this.controller.undo.ask());

  /** Make the view of a seat's controller. */
  constructor(private readonly controller: SeatController) {}

  /** Show what waits now, in place of what was shown before. */
  show(): void {
    const { game, stops, orders } = this.controller;
    this.odds?.stop();
    this.odds = null;
    this.problemLine.textContent = this.nextRemark;
    this.nextRemark = "";
    this.input.value = "";
    this.group = null;
    this.goOnButton = null;
    this.pieceQuestion = NO_PIECES;
    this.markedGroup = () => null;
    this.focusFirst = () => this.element.focus({ preventScroll: true });
    const { question } = this.controller;
    const { awaitedThrow } = this.controller;
    const isStop = stops.current !== null;
    const isAsked = question !== null || awaitedThrow !== null;
    this.element.classList.toggle("stop", isStop);
    this.element.classList.toggle("waiting", !isStop && !isAsked && !game.isOver);
    this.element.setAttribute("aria-label", isStop ? "The story waits" : isAsked ? "Question" : "Waiting");
    if (isStop) this.showStop();
    else if (question !== null) {
      this.group = game.group;
      this.showQuestion(question);
    } else if (awaitedThrow !== null) this.showThrow(awaitedThrow);
    else if (game.isOver) setChildren(this.element, ...endContent(this.controller));
    else this.showWaiting();
    for (const order of orders.popEndedOrders())
      this.element.prepend(h("p", { class: "faint" }, renderEndedOrder(order)));
  }

  /** Update the words that say for whom is waited, if that is what is shown, and whether an answer can be taken back. */
  updateWaiting(): void {
    if (this.element.classList.contains("waiting")) this.showWaiting();
    this.updateStop();
    this.updateTakeBack();
  }

  /** Update whether the question shows the way to take back the last answer, which needs an open line. */
  updateTakeBack(): void {
    this.takeBackButton.hidden = !this.controller.undo.isPossible;
  }

  /** Update a stop: what is at stake may have come from the host, and the way back needs an open line. */
  updateStop(): void {
    const { stops, questionSight } = this.controller;
    if (stops.current === null) return;
    if (this.findStake() === this.shownStake && this.backWords === this.shownBack) return;
    const hadFocus = this.element.contains(document.activeElement);
    this.showStop();
    questionSight.setTarget("stop", this.goOnButton);
    if (hadFocus) this.focus();
  }

  /** Show the first question of the shown group alone. */
  showAlone(): void {
    this.group = null;
    if (this.controller.question !== null) this.showQuestion(this.controller.question);
    this.controller.sidePanels.show();
    this.focus();
  }

  /** Focus the suggested answer, or whatever stands in its place, unless a dialog is open. */
  focus(): void {
    if (document.querySelector("dialog[open]") === null) this.focusFirst();
  }

  /** Show an error of the player's input or action. */
  showProblem(message: string): void {
    this.problemLine.textContent = message;
    if (!this.problemLine.isConnected) this.element.append(this.problemLine);
    this.problemLine.scrollIntoView({ block: "nearest" });
  }

  /** Focus the input line, with the first typed character in it. */
  startTyping(first: string): void {
    this.input.closest(".tools")?.removeAttribute("hidden");
    this.input.value = first;
    this.input.focus();
  }

  /** Answer with the index of an option, -1 for none; at a question for an amount `typed` is the number. */
  readonly answer = (index: number, typed = ""): void => {
    const { question } = this.controller;
    if (question === null) return;
    if (question.ends.length > 0) {
      const at = typed === "" ? question.preferred : findAmount(question, typed);
      if (at === null) this.showProblem(`Offered: ${question.ends[0]} to ${question.ends[1]}.`);
      else this.controller.answers.giveAmount(answerName(question, at), typed);
      return;
    }
    /** Give the chosen answer. */
    const giveAnswer = (): void => void this.controller.answers.give([answerName(question, index)], false);
    if (!isGraveAnswer(question, index)) giveAnswer();
    else
      confirmAction(
        answerTitle(question, index),
        "This cannot be taken back. Do you mean it?",
        answerTitle(question, index),
        giveAnswer,
      );
  };

  /** Answer the rows of a matrix with the indices of options, -1 for none. */
  readonly answerRows = (indices: readonly number[]): void => {
    const { group } = this;
    if (group?.is !== "matrix") return;
    const names = group.rows.map((row, number) => answerName(row, indices[number]!));
    void this.controller.answers.give(names, true);
  };

  /** Choose several options of a repeated question, by their indices. */
  readonly answerSeveral = (indices: readonly number[]): void => {
    const { group } = this;
    if (group?.is !== "several") return;
    const { question } = group;
    void this.controller.answers.give(
      indices.map((index) => answerName(question, index)),
      true,
    );
  };

  /** Show the odds of each answer, or hide them. */
  toggleOdds(everything = false): void {
    const { question } = this.controller;
    if (question === null) return;
    if (this.group !== null) {
      this.showAlone();
      notify(ODDS_ALONE);
    }
    if (this.odds !== null) {
      this.odds.stop();
      this.odds = null;
      return;
    }
    this.odds = showTableOdds(this.controller.queries, question, this.element, everything);
  }

  /** Show a question, or the group that it belongs to. */
  private showQuestion(question: Question): void {
    const asked = askedView({ ...question, by: "player" }, this.group, this);
    this.markedGroup = asked.markedGroup;
    this.focusFirst = asked.focus;
    this.pieceQuestion = asked.pieceQuestion;
    lightPiecesOf(this.pieceQuestion.links);
    const isOne = this.group === null;
    const tools = h(
      "div",
      { class: "tools" },
      canOrder(question) && button("Standing order …", () => orderDialog(this.controller, isOne ? question : null)),
      isOne && question.ends.length === 0 && button("Odds", () => this.toggleOdds()),
      !isOne && button("One by one", () => this.showAlone()),
      this.takeBackButton,
      this.renderInput("or type: a number, words, help"),
    );
    this.updateTakeBack();
    setChildren(this.element, ...asked.content, this.problemLine, tools);
  }

  /** Render the line for typed answers, orders and commands, as in a terminal. */
  private renderInput(placeholder: string): HTMLElement {
    this.input.placeholder = placeholder;
    return h(
      "span",
      { class: "typed", onkeydown: (event) => (event as KeyboardEvent).key === "Enter" && this.submitInput(event) },
      this.input,
    );
  }

  /** Execute the typed input, or show its error. */
  private submitInput(event: Event): void {
    event.preventDefault();
    const typed = this.input.value.trim();
    this.input.value = "";
    this.problemLine.textContent = "";
    const isAtStop = this.goOnButton !== null;
    if (isAtStop && typed === "") {
      this.controller.goOn();
      return;
    }
    const problem = submitTyped(this.controller, typed);
    if (problem) this.showProblem(problem);
  }

  /** What is at stake behind the stop that is shown, as far as the host has told it; null for nothing. */
  private findStake(): WantedDice | null {
    const { stops, states } = this.controller;
    return stops.nextThrow === null ? null : states.findStake(stops.nextThrow);
  }

  /** What the way back from the stop that is shown is called; empty for none. */
  private get backWords(): string {
    const { stops, undo } = this.controller;
    return stops.hasPrevious ? "Back one beat" : undo.isPossible ? "Take back …" : "";
  }

  /** Show a stop of the story, with what is at stake next as far as the host has told it. */
  private showStop(): void {
    const { controller } = this;
    const { goOn, goBack, skipStops, stops, game } = controller;
    const stake = this.findStake();
    this.shownStake = stake;
    this.shownBack = this.backWords;
    const { goOnButton, content } = stopView(stake && stops.withTitle(stake), stops.pace === "throws", {
      goOn,
      goBack,
      back: this.shownBack,
      skip: skipStops,
      skipTo: game.isOwnTurn ? "To the question" : game.isOver ? "To the end" : "To the present",
      choosePace: () => paceDialog(controller, () => this.focus()),
    });
    const tools = h(
      "div",
      { class: "tools", hidden: true },
      this.renderInput("type a command: why, board, pace, help"),
    );
    setChildren(this.element, ...content, this.problemLine, tools);
    this.goOnButton = goOnButton;
    this.focusFirst = () => goOnButton.focus({ preventScroll: true });
  }

  /** Show for whom is waited. */
  private showWaiting(): void {
    const { controller } = this;
    const { game, undo, line } = controller;
    const { title, text } = waitingText(controller);
    this.focusFirst = () => {}; // nothing waits for the player
    const asked = game.isReferee && !line.hasEnded ? (game.turn?.question ?? null) : null;
    const ways = h("p", { class: "ways" }, undo.isPossible && button("Take back my last answer …", () => undo.ask()));
    setChildren(
      this.element,
      h("h2", { id: "prompt" }, title),
      text && h("p", { class: "faint" }, text),
      asked !== null && askedOfOther(asked),
      ways.firstChild !== null && ways,
      this.problemLine,
      h("div", { class: "tools", hidden: true }, this.renderInput("type a command: why, board, undo, help")),
    );
  }

  /** Show the dice that the player is to throw. */
  private showThrow(wanted: WantedDice): void {
    const { answers } = this.controller;
    setChildren(
      this.element,
      throwView(wanted, (faces) => void answers.throw(faces), null),
      this.problemLine,
      h("div", { class: "tools" }, this.takeBackButton, this.renderInput("or type: the faces, help")),
    );
    this.updateTakeBack();
    const [face] = this.element.querySelectorAll<HTMLElement>(".face");
    this.focusFirst = () => (face ?? this.input).focus({ preventScroll: true });
  }
}
