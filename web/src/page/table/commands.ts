/** Typed commands at a question or a throw: an answer, an order, or a command word. */

import { unreachable } from "../../closed";
import { LEVELS } from "../../modes";
import { findByFullName } from "../../play/answers/answers";
import type { Beside, Undo, UndoTo } from "../../play/commands/classes";
import { parseWordCommand } from "../../play/commands/commandParsing";
import { parseFaces, pileTitles } from "../../play/dice/throws";
import { type ParsedInput, parseInput, parseOrderInput } from "../../play/orders/inputParsing";
import { renderGivenOrder, renderLevel } from "../../play/orders/orderTexts";
import { describeOrder } from "../../play/orders/standingOrders";
import { countDecisions } from "../../play/story/decisions";
import * as sentences from "../../play/storySentences";
import { capitalizeFirst } from "../../text";
import { exportSave } from "../archive/exportSaves";
import { savePreferences } from "../preferences";
import { routeHash } from "../routes";
import { notify } from "../shell";
import { keysDialog } from "./keys";
import { showHelp } from "./lookup";
import { moreDialog } from "./moreDialog";
import { namesDialog } from "./namesDialog";
import { ordersDialog } from "./orderDialogs";
import type { Seat } from "./seat";
import { undoAnswers, undoDialog } from "./undoDialog";
import { showWhy } from "./whyDialog";

/** Execute typed input; returns an error message, or "". */
export function submitTyped(seat: Seat, typed: string): string {
  const question = seat.view?.question ?? null;
  const isName = question !== null && typed.includes(" ") && findByFullName(question, typed) !== null;
  if (!isName) {
    if (seat.view?.roll && leaveThrow(seat, typed)) return "";
    const command = parseWordCommand(typed);
    if (command !== null) return runCommand(seat, command);
  }
  if (question !== null)
    return applyInput(seat, parseInput(seat.questions, question, seat.questionView.marked(), typed));
  const order = parseOrderInput(seat.questions, null, null, typed);
  return order === null ? submitThrow(seat, typed) : applyInput(seat, order);
}

/** Apply an answer or a standing order; returns an error message, or "". */
function applyInput(seat: Seat, input: ParsedInput): string {
  switch (input.is) {
    case "answer":
      seat.questionView.answer(input.index);
      return "";
    case "rows":
      seat.questionView.answerRows(input.indices);
      return "";
    case "several":
      seat.questionView.answerSeveral(input.places);
      return "";
    case "order":
      notify(renderGivenOrder(input.order));
      void seat.perform(() => seat.questions.order(input.order));
      return "";
    case "alone":
      seat.questionView.showAlone();
      return "";
    case "problem":
      return input.said;
    default:
      return unreachable(input);
  }
}

/** Enter typed faces as the open throw, and those after them as the next ones; returns an error message, or "". */
function submitThrow(seat: Seat, typed: string): string {
  const roll = seat.view?.roll;
  if (!roll) return "";
  const read = parseFaces(pileTitles(seat.play.session.journal, roll), roll, typed);
  if (typeof read === "string") return `${capitalizeFirst(read)}.`;
  seat.questionView.throw(read[0]!, read.slice(1));
  return "";
}

/** Leave the open throw to the seed, after `roll all` all later ones too; returns whether the input says so. */
function leaveThrow(seat: Seat, typed: string): boolean {
  const found = /^(?:r|roll)(\s+all)?$/i.exec(typed.trim());
  if (found === null) return false;
  const all = found[1] !== undefined;
  void seat.perform(() => (all ? seat.play.throwByHand(false) : seat.play.throwForMe()));
  return true;
}

/** Execute a command; returns an error message, or "". */
function runCommand(seat: Seat, command: Beside): string {
  const { play, sidePanels, save } = seat;
  switch (command.is) {
    case "Undo":
    case "UndoTo":
      return undoSome(seat, command);
    case "UndoAll":
      undoAnswers(seat, countDecisions(play.session) + 1);
      return "";
    case "ShowDecisions":
      undoDialog(seat);
      return "";
    case "Why":
      showWhy(seat, command.which);
      return "";
    case "ShowOdds":
      seat.questionView.toggleOdds(command.everything, command.runs);
      return "";
    case "ShowOrders":
      ordersDialog(seat);
      return "";
    case "TakeBackOrder":
      return takeBackOrder(seat, command.which);
    case "SetLevel":
      if (command.level === null && command.word !== "") return sentences.levelHint(LEVELS);
      notify(renderLevel(command.level ?? seat.questions.level));
      if (command.level !== null) {
        const { level } = command;
        savePreferences({ ask: level });
        void seat.perform(() => seat.questions.setLevel(level));
      }
      return "";
    case "ShowLog":
      seat.story.showBeginning();
      return "";
    case "SetDetail":
      if (command.detail === null) moreDialog(seat);
      else seat.retell(command.detail);
      return "";
    case "ShowSheet":
      sidePanels.showSheet(command.everything);
      return "";
    case "ShowBoards":
      seat.lookAt(() => sidePanels.showBoards(command.name));
      return "";
    case "ShowTable":
      seat.lookAt(() => showHelp(seat, command.name));
      return "";
    case "ShowNames":
      namesDialog(seat);
      return "";
    case "Rename":
      void seat.perform(() => play.rename(command.text)).then(() => seat.retell());
      return "";
    case "Save":
      void exportSave(save, seat.content);
      return "";
    case "SetDice":
      void seat.perform(() => play.throwByHand(command.byHand));
      return "";
    case "Help":
      if (command.topic === "") keysDialog();
      else seat.lookAt(() => showHelp(seat, command.topic));
      return "";
    case "Quit":
      location.hash = routeHash({ at: "home" });
      return "";
    default:
      return unreachable(command);
  }
}

/** Take back a number of decisions, or those down to a numbered one; returns an error message, or "". */
function undoSome(seat: Seat, command: Undo | UndoTo): string {
  if (!seat.view?.canUndo) return sentences.NOTHING_TO_TAKE_BACK;
  const total = countDecisions(seat.play.session);
  const count = command.is === "Undo" ? command.count : command.number && total - command.number + 1;
  if (total === 0) undoDialog(seat);
  else if (count < 1 || count > total) return sentences.undoHint(total);
  else undoAnswers(seat, count, command.is === "UndoTo");
  return "";
}

/** Take back a standing order by its number, or all of them; returns an error message, or "". */
function takeBackOrder({ questions }: Seat, which: string): string {
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
