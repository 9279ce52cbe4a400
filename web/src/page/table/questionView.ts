/** View of the open request, and the player's answers to it. */

import { type Question, SUGGESTED } from "../../engine/question";
import { BUDGET_FAULTS } from "../../engine/run";
import { answerName, answerTitle, isGraveAnswer } from "../../play/answers/answers";
import type { QuestionGroup } from "../../play/answers/questionGroups";
import { describeAwaitedThrow, drawAsDice, pileTitles, type WantedDice } from "../../play/dice/throws";
import { hasMeasures, MAX_RUNS, makeOddsRequest } from "../../play/odds/odds";
import { ASKED_NOTHING, renderEndedOrder } from "../../play/orders/orderTexts";
import * as sentences from "../../play/storySentences";
import type { View } from "../../play/view";
import type { EnterSite } from "../../rules/program";
import type { ThrowSite } from "../../rules/sites";
import { describeEntry } from "../../session/entry";
import { MORE_BUDGET_HINT } from "../../session/session";
import { capitalizeFirst } from "../../text";
import { exportSave } from "../archive/exportSaves";
import { confirmAction } from "../dialogs";
import { appendChildren, button, type Child, h, setChildren } from "../dom";
import { isEmbedded } from "../embedded/isEmbedded";
import { routeHash } from "../routes";
import { notify } from "../shell";
import { askedView } from "./askedView";
import { submitTyped } from "./commands";
import type { GameController } from "./gameController";
import { lookupDialog } from "./lookup";
import { type OddsSource, OddsView } from "./oddsView";
import { canOrder, orderDialog } from "./orderDialogs";
import { paceDialog } from "./paceChoice";
import { lightPiecesOf, NO_PIECES } from "./pieceLinks";
import { stopView } from "./stopView";
import { throwView } from "./throwView";

/** What is said where odds are wanted of several questions put as one. */
const ODDS_ALONE = "Odds are of one question at a time: this is the first of them, by itself. The others follow it.";

/** The view of the open request: a question, a throw of real dice, a stop, or the end; it takes the answers. */
export class QuestionView {
  readonly element = h("section", { class: "asked", "aria-label": "Question", tabindex: -1 });
  /** The group of the open question; null if it stands alone. */
  group: QuestionGroup | null = null;
  /** Return the open group of questions with the answers that the player has marked as preferred; null for none. */
  markedGroup: () => QuestionGroup | null = () => null;
  private readonly problemLine = h("p", { class: "complaint", role: "alert" });
  private readonly input = h("input", {
    type: "text",
    "aria-label": "Answer, order or command",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "send",
  });
  /** The button that goes on from the story's stop; null without one. */
  goOnButton: HTMLButtonElement | null = null;
  /** The remark beside the next question. */
  nextRemark = "";
  /** The open question as pieces on boards answer it; without any at a stop. */
  pieceQuestion = NO_PIECES;
  /** Focus the suggested answer, or whatever stands in its place. */
  private focusFirst: () => void = () => this.element.focus({ preventScroll: true });
  private odds: OddsView | null = null;

  /** Make the view of a game's controller. */
  constructor(private readonly controller: GameController) {}

  /** Show the open request of a view, or the story's stop before it, in place of what was shown before. */
  show(view: View): void {
    this.odds?.stop();
    this.odds = null;
    this.problemLine.textContent = this.nextRemark;
    this.nextRemark = "";
    this.input.value = "";
    const { stops } = this.controller;
    this.element.classList.toggle("stop", stops.current !== null);
    this.element.setAttribute("aria-label", stops.current === null ? "Question" : "The story waits");
    this.group = null;
    this.goOnButton = null;
    this.pieceQuestion = NO_PIECES;
    if (stops.current !== null) {
      const back = stops.hasPrevious ? "Back one beat" : this.controller.canTakeBack ? "Take back" : "";
      this.showStoryStop(stops.nextThrow, back, view.outcome === null ? "To the question" : "To the end");
      return;
    }
    this.group = view.question && this.controller.questions.questionGroup();
    if (view.question) this.showQuestion(view.question);
    else if (view.roll) this.showThrow(view.roll);
    else if (view.before) this.showStop(view.before);
    else this.showEnd(view);
    for (const order of this.controller.questions.popEndedOrders())
      this.element.prepend(h("p", { class: "faint" }, renderEndedOrder(order)));
  }

  /** Show the first question of the shown group alone, no longer grouped with others. */
  showAlone(): void {
    this.group = null;
    if (this.controller.question) this.showQuestion(this.controller.question);
    this.controller.sidePanels.show();
    this.focus();
  }

  /** Focus the suggested answer, unless a dialog is open. */
  focus(): void {
    if (document.querySelector("dialog[open]") === null) this.focusFirst();
  }

  /** Show an error of the player's input or action. */
  showProblem(message: string): void {
    this.problemLine.textContent = message;
    this.problemLine.scrollIntoView({ block: "nearest" });
  }

  /** Focus the input line, with the first typed character in it. */
  startTyping(first: string): void {
    this.input.closest(".tools")?.removeAttribute("hidden");
    this.input.value = first;
    this.input.focus();
  }

  /**
   * Answer with the index of an option, -1 for none; a grave (irreversible) answer asks for confirmation. At a question
   * for an amount `typed` is the number; empty takes the suggested one.
   */
  readonly answer = (index: number, typed = ""): void => {
    const { question } = this.controller;
    if (!question) return;
    if (question.ends.length > 0) {
      void this.controller.perform(() => this.controller.questions.answer(typed.toLowerCase() || SUGGESTED));
      return;
    }
    /** Answer the question as chosen. */
    const giveAnswer = () =>
      void this.controller.perform(() => this.controller.questions.answer(answerName(question, index)));
    if (!isGraveAnswer(question, index)) giveAnswer();
    else
      confirmAction(
        answerTitle(question, index),
        "This cannot be taken back in the story. Do you mean it?",
        answerTitle(question, index),
        giveAnswer,
      );
  };

  /** Answer the rows of a matrix with the indices of options, -1 for none. */
  readonly answerRows = (indices: readonly number[]): void => {
    const { group, controller } = this;
    if (group?.is !== "matrix") return;
    void controller.perform(() => this.noteChange(controller.questions.answerRows(group, indices) < indices.length));
  };

  /** Choose several options of a repeated question, by their indices. */
  readonly answerSeveral = (indices: readonly number[]): void => {
    const { group, controller } = this;
    if (group?.is !== "several") return;
    void controller.perform(() => this.noteChange(controller.questions.answerSeveral(group, indices) < indices.length));
  };

  /** Give the faces of the requested dice; further throws (`more`) wait until the same dice are requested. */
  readonly throw = (faces: readonly number[], more: readonly (readonly number[])[] = []): void => {
    const { view, play } = this.controller;
    if (!view?.roll) return;
    this.controller.queuedDice.add(more, view.roll.dice);
    void this.controller.perform(() => play.throw(faces));
  };

  /**
   * Show the odds of each answer, in `everything` or in the weightiest measures, from `runs` simulated runs; hide odds
   * that are shown.
   */
  toggleOdds(everything = false, runs: number | null = null): void {
    const { question } = this.controller;
    if (!question) return;
    if (this.group !== null) {
      this.showAlone();
      notify(ODDS_ALONE);
    }
    if (this.odds) this.odds.stop();
    this.odds = this.odds ? null : this.weigh(question, everything, runs ?? MAX_RUNS);
  }

  /** Show the odds of a question, as they are computed. */
  private weigh(question: Question, everything: boolean, runs: number): OddsView {
    const { odds, play } = this.controller;
    const source: OddsSource = {
      weigh: (show, fail) => odds.weigh(makeOddsRequest(play.session, question), show, fail, runs),
      stop: () => odds.stop(),
    };
    return new OddsView(source, question, this.element, everything);
  }

  /** Show why an answer could not be stored, with a button to retry. */
  showUnstored(message: string): void {
    const { save, content } = this.controller;
    const again = button("Try again", () => void this.controller.perform(() => {}), { class: "main" });
    const out = button("Save as a file", () => void exportSave(save, content));
    setChildren(
      this.element,
      h("h2", { id: "prompt" }, "Your answer could not be stored"),
      h("p", { role: "alert" }, message),
      h("p", {}, "It is not lost as long as this page stays open."),
      h("p", { class: "ways" }, again, out),
    );
  }

  /** Show why the game cannot go on, and a link to a way out. */
  showStuck(message: string, link: Child = null): void {
    setChildren(
      this.element,
      h("h2", { id: "prompt" }, "This game cannot go on"),
      h("p", { role: "alert" }, message),
      link ? h("p", { class: "ways" }, link, h("a", { href: routeHash({ at: "saves" }) }, "Saves")) : this.endLinks(),
    );
  }

  /** If the questions changed while a group was answered (`isChanged`), say so beside the next question. */
  private noteChange(isChanged: boolean): void {
    if (isChanged) this.nextRemark = sentences.CHANGED_QUESTIONS;
  }

  /** Show a question, or the group that it belongs to. */
  private showQuestion(question: Question): void {
    const asked = askedView(question, this.group, this);
    this.markedGroup = asked.markedGroup;
    this.focusFirst = asked.focus;
    this.pieceQuestion = asked.pieceQuestion;
    setChildren(this.element, ...asked.content);
    lightPiecesOf(this.pieceQuestion.links);
    appendChildren(this.element, [this.problemLine, this.renderTools(question)]);
  }

  /**
   * Render the tools below a question: buttons for an order, the odds, and asking a group one by one; and the input
   * line.
   */
  private renderTools(question: Question): HTMLElement {
    const isOne = this.group === null;
    return h(
      "div",
      { class: "tools" },
      canOrder(question) && button("Standing order …", () => orderDialog(this.controller, isOne ? question : null)),
      question.by === "player" && isOne && this.renderOddsButton(),
      !isOne && button("One by one", () => this.showAlone()),
      this.renderInput(),
    );
  }

  /** Render the button for the odds of answers; where nothing is counted, one for the tables, which have chances. */
  private renderOddsButton(): HTMLElement {
    const { program, header } = this.controller.play.session;
    if (hasMeasures(program, header.entry) && !isEmbedded()) return button("Odds", () => this.toggleOdds());
    return button("Tables", () => lookupDialog(this.controller));
  }

  /** Render the line for typed answers, orders and commands, as in a terminal. */
  private renderInput(placeholder = "or type: a number, words, help"): HTMLElement {
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
    // A dialog gives the focus back to where it was: at a stop to what goes on.
    if (isAtStop) this.focus();
    const problem = submitTyped(this.controller, typed);
    if (isAtStop) this.focus();
    if (problem) this.showProblem(problem);
  }

  /** Show a request for real dice, with ways to let the page throw. */
  private showThrow(roll: ThrowSite): void {
    const { play } = this.controller;
    const { game: compiled, entry, header, script, describer, journal } = play.session;
    const waiting = { compiled, entry, args: header.args, script, shown: describer.nameLookup };
    const wantedDice =
      roll.is === "DrawSite" ? drawAsDice(pileTitles(journal, roll)) : describeAwaitedThrow(waiting, roll);
    const leave = {
      one: () => void this.controller.perform(() => play.throwForMe()),
      all: () => void this.controller.perform(() => play.throwByHand(false)),
    };
    setChildren(
      this.element,
      throwView(wantedDice, this.throw, leave),
      this.problemLine,
      h("div", { class: "tools" }, this.renderInput()),
    );
    const [face] = this.element.querySelectorAll<HTMLElement>(".face");
    this.focusFirst = () => (face ?? this.input).focus({ preventScroll: true });
  }

  /**
   * Show a stop of the story, before dice that fall next or null; `back` says what going back does, `skipTo` where
   * skipping leads. The line for typed commands appears once a `/` is typed.
   */
  private showStoryStop(next: WantedDice | null, back: string, skipTo: string): void {
    const { goOn, goBack, skipStops, stops } = this.controller;
    const { goOnButton, content } = stopView(next, stops.pace === "throws", {
      goOn,
      goBack,
      back,
      skip: skipStops,
      skipTo,
      choosePace: () => paceDialog(this.controller, () => this.focus()),
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

  /** Show that play stopped before a procedure, with a button to play on. */
  private showStop(begins: EnterSite): void {
    const go = button("Play on", () => void this.controller.playOn(), { class: "main" });
    setChildren(
      this.element,
      h("h2", { id: "prompt" }, sentences.stoppedBefore(begins.title || begins.name.replaceAll("_", " "))),
      h("p", { class: "ways" }, go, h("a", { href: routeHash({ at: "saves" }) }, "Saves")),
    );
    this.focusFirst = () => go.focus({ preventScroll: true });
  }

  /** Show the end of the game: its result, or the rules fault. */
  private showEnd(view: View): void {
    const fault = view.outcome?.fault;
    const { questions } = this.controller;
    const askAll = button("Put the questions to me after all", () => {
      questions.setLevel("all");
      void this.controller.perform(() => questions.undo(this.controller.play.session.records.length));
    });
    setChildren(
      this.element,
      h(
        "h2",
        { id: "prompt" },
        fault
          ? "The rules did what they may not"
          : view.outcome?.result === "none"
            ? "The end"
            : capitalizeFirst(view.outcome!.title),
      ),
      fault &&
        h(
          "p",
          { role: "alert" },
          `${fault} (${view.outcome!.origin.place}). Keep the save: it is all that is needed to see the fault again.`,
          BUDGET_FAULTS.includes(fault) && ` ${MORE_BUDGET_HINT}`,
        ),
      questions.hasAskedNothing && h("p", {}, ASKED_NOTHING, " ", askAll),
      this.endLinks(),
      sameGameHint(this.controller),
    );
    this.focusFirst = () => this.element.focus({ preventScroll: true });
  }

  /** Render the links at the end of a game: report, new game, saves. */
  private endLinks(): Child {
    const { save } = this.controller;
    return h(
      "p",
      { class: "ways" },
      h("a", { class: "main", href: routeHash({ at: "report", save: save.id }) }, "Read the report"),
      h("a", { href: routeHash({ at: "watch", save: save.id }) }, "Watch it again"),
      h("a", { href: routeHash({ at: "new", game: save.place }) }, "New game"),
      h("a", { href: routeHash({ at: "saves" }) }, "Saves"),
    );
  }
}

/** Say how somebody else flies the same game with the same dice; nothing for real dice. */
function sameGameHint({ play }: GameController): Child {
  const { seed, entry, args, dice } = play.session.header;
  if (dice !== "seeded" || play.byHand) return null;
  const what = capitalizeFirst(describeEntry(entry, args)) || "The game";
  return h("p", { class: "faint" }, `${what}, seed ${seed}: whoever begins a new game with these has the same dice.`);
}
