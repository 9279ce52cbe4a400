/** Typed commands at a question or a throw: an answer, an order, or a command word. */

import { unreachable } from "../../closed";
import { LEVELS } from "../../modes";
import { findByFullName } from "../../play/answers/answers";
import type { Beside, Undo, UndoTo } from "../../play/commands/classes";
import { parseWordCommand } from "../../play/commands/commandParsing";
import { usageOf } from "../../play/commands/usage";
import { parseFaces, pileTitles } from "../../play/dice/throws";
import { type ParsedInput, parseInput, parseOrderInput } from "../../play/orders/inputParsing";
import { renderGivenOrder, renderLevel } from "../../play/orders/orderTexts";
import { describeOrder } from "../../play/orders/standingOrders";
import { describePace } from "../../play/pacing/beats";
import { countDecisionsOfBeat } from "../../play/pacing/undoBeat";
import { countDecisions } from "../../play/story/decisions";
import * as sentences from "../../play/storySentences";
import { capitalizeFirst } from "../../text";
import { exportSave } from "../archive/exportSaves";
import { navigateTo } from "../layers";
import { savePreferences } from "../preferences";
import { routeHash } from "../routes";
import { notify } from "../shell";
import type { GameController } from "./gameController";
import { keysDialog } from "./keys";
import { showHelp } from "./lookup";
import { showLuck } from "./luckDialog";
import { moreDialog } from "./moreDialog";
import { namesDialog } from "./namesDialog";
import { ordersDialog } from "./orderDialogs";
import { undoAnswers, undoDialog } from "./undoDialog";
import { showWhy } from "./whyDialog";

/** The error message of an answer that is typed where the story waits. */
const STOP_HINT = "The story waits here, and asks nothing yet: Enter goes on, s goes on without a stop.";

/** Execute typed input; returns an error message, or "". */
export function submitTyped(controller: GameController, typed: string): string {
  const { question, stops } = controller;
  const isName = question !== null && typed.includes(" ") && findByFullName(question, typed) !== null;
  if (!isName) {
    if (stops.current === null && controller.view?.roll && leaveThrow(controller, typed)) return "";
    const command = parseWordCommand(typed);
    if (command !== null) return runCommand(controller, command);
  }
  if (stops.current !== null) return STOP_HINT;
  if (question !== null)
    return applyInput(
      controller,
      parseInput(controller.questions, question, controller.questionView.markedGroup(), typed),
      usageOf(typed),
    );
  const order = parseOrderInput(controller.questions, null, null, typed);
  return order === null ? submitThrow(controller, typed) : applyInput(controller, order);
}

/** Apply an answer or a standing order; returns an error message with the usage of the meant command, or "". */
function applyInput(controller: GameController, input: ParsedInput, usage = ""): string {
  switch (input.is) {
    case "answer":
      controller.questionView.answer(input.index, input.typed);
      return "";
    case "rows":
      controller.questionView.answerRows(input.indices);
      return "";
    case "several":
      controller.questionView.answerSeveral(input.places);
      return "";
    case "order":
      notify(renderGivenOrder(input.order));
      void controller.perform(() => controller.questions.giveOrder(input.order));
      return "";
    case "alone":
      controller.questionView.showAlone();
      return "";
    case "problem":
      return usage ? `${input.said} ${usage}.` : input.said;
    default:
      return unreachable(input);
  }
}

/**
 * Give the faces in typed text to the requested throw, and further faces to the next throws; returns an error message,
 * or "".
 */
function submitThrow(controller: GameController, typed: string): string {
  const roll = controller.view?.roll;
  if (!roll) return "";
  const read = parseFaces(pileTitles(controller.play.session.journal, roll), roll, typed);
  if (typeof read === "string") return `${capitalizeFirst(read)}.`;
  controller.questionView.throw(read[0]!, read.slice(1));
  return "";
}

/**
 * Let the page throw the requested dice if `roll` was typed, all later ones too if `roll all`; returns whether one of
 * these was typed.
 */
function leaveThrow(controller: GameController, typed: string): boolean {
  const found = /^(?:r|roll)(\s+all)?$/i.exec(typed.trim());
  if (found === null) return false;
  const all = found[1] !== undefined;
  void controller.perform(() => (all ? controller.play.throwByHand(false) : controller.play.throwForMe()));
  return true;
}

/** Execute a command; returns an error message, or "". */
function runCommand(controller: GameController, command: Beside): string {
  const { play, sidePanels, save } = controller;
  switch (command.is) {
    case "Undo":
    case "UndoTo":
      return undoSome(controller, command);
    case "UndoAll":
      undoAnswers(controller, countDecisions(play.session) + 1);
      return "";
    case "UndoBeat":
      return undoBeat(controller);
    case "ShowDecisions":
      undoDialog(controller);
      return "";
    case "Why":
      showWhy(controller, command.which);
      return "";
    case "ShowOdds":
      controller.questionView.toggleOdds(command.everything, command.runs);
      return "";
    case "ShowLuck":
      showLuck(controller);
      return "";
    case "ShowOrders":
      ordersDialog(controller);
      return "";
    case "TakeBackOrder":
      return takeBackOrder(controller, command.which);
    case "SetLevel":
      if (command.level === null && command.word !== "") return sentences.levelHint(LEVELS);
      notify(renderLevel(command.level ?? controller.questions.level));
      if (command.level !== null) {
        const { level } = command;
        savePreferences({ ask: level });
        void controller.perform(() => controller.questions.setLevel(level));
      }
      return "";
    case "SetPace":
      if (command.pace !== null) controller.setPace(command.pace);
      notify(describePace(controller.stops.pace));
      return "";
    case "ShowLog":
      controller.story.showBeginning();
      return "";
    case "SetDetail":
      if (command.detail === null) moreDialog(controller);
      else controller.retell(command.detail);
      return "";
    case "ShowSheet":
      sidePanels.showSheet(command.everything);
      return "";
    case "ShowBoards":
      controller.tryShow(() => sidePanels.showBoards(command.name));
      return "";
    case "LookBack":
      return lookBack(controller, command.number);
    case "ShowTable":
      controller.tryShow(() => showHelp(controller, command.name));
      return "";
    case "ShowNames":
      namesDialog(controller);
      return "";
    case "Rename":
      void controller.perform(() => play.rename(command.text)).then(() => controller.retell());
      return "";
    case "Save":
      void exportSave(save, controller.content);
      return "";
    case "SetDice":
      void controller.perform(() => play.throwByHand(command.byHand));
      return "";
    case "Help":
      if (command.topic === "") keysDialog();
      else controller.tryShow(() => showHelp(controller, command.topic));
      return "";
    case "Quit":
      navigateTo(routeHash({ at: "home" }));
      return "";
    default:
      return unreachable(command);
  }
}

/** Go back to the beat of a throw, by its number as in the log; returns an error message, or "". */
function lookBack(controller: GameController, number: number): string {
  const throws = controller.history.lines.filter((line) => line.number > 0);
  const line = throws.at(-number);
  if (number === 0 || line === undefined)
    return `${sentences.noThrow(String(number))}. ${sentences.throwCountHint(throws.length)}`;
  controller.history.goToEvent(line.event);
  return "";
}

/** Undo the last decisions, as many as the command says, or from a numbered one on; returns an error message, or "". */
function undoSome(controller: GameController, command: Undo | UndoTo): string {
  if (!controller.view?.canUndo) return sentences.NOTHING_TO_TAKE_BACK;
  const total = countDecisions(controller.play.session);
  const count = command.is === "Undo" ? command.count : command.number && total - command.number + 1;
  if (total === 0) undoDialog(controller);
  else if (count < 1 || count > total) return sentences.undoHint(total);
  else undoAnswers(controller, count, command.is === "UndoTo");
  return "";
}

/** Undo all decisions of the beat in which the last one was made; returns an error message, or "". */
function undoBeat(controller: GameController): string {
  if (!controller.view?.canUndo) return sentences.NOTHING_TO_TAKE_BACK;
  const count = countDecisionsOfBeat(controller.play.session);
  if (count === 0) undoDialog(controller);
  else undoAnswers(controller, count, true);
  return "";
}

/** Take back a standing order by its number, or all of them; returns an error message, or "". */
function takeBackOrder({ questions }: GameController, which: string): string {
  if (which === "") {
    questions.orders = [];
    notify(sentences.ALL_ORDERS_TAKEN_BACK);
    return "";
  }
  const order = questions.takeBackOrder(Number(which));
  if (order === null) return sentences.noOrder(which);
  notify(sentences.orderTakenBack(describeOrder(order)));
  return "";
}
