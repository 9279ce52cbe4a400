/** Typed input at a seat: an answer, an order, or a command word. */

import { unreachable } from "../../closed";
import { LEVELS } from "../../modes";
import { findByFullName } from "../../play/answers/answers";
import type { Beside } from "../../play/commands/classes";
import { parseWordCommand } from "../../play/commands/commandParsing";
import { parseFaces } from "../../play/dice/throws";
import { type ParsedInput, parseInput, parseOrderInput } from "../../play/orders/inputParsing";
import { renderGivenOrder, renderLevel } from "../../play/orders/orderTexts";
import { describeOrder } from "../../play/orders/standingOrders";
import { describePace } from "../../play/pacing/beats";
import * as sentences from "../../play/storySentences";
import { capitalizeFirst } from "../../text";
import { notify } from "../shell";
import { ordersDialog } from "../table/orderDialogs";
import type { SeatController } from "./seatController";
import { confirmGiveUp, seatKeysDialog } from "./seatMenu";
import { namesDialog, rename } from "./seatNames";
import { showWhy } from "./seatWhy";

const STOP_HINT = "The story waits here, and asks nothing yet: Enter goes on, s goes on without a stop.";
const NO_SUCH_COMMAND = "At a table there is no such command. ? lists the keys.";

/** Execute typed input; returns an error message, or "". */
export function submitTyped(controller: SeatController, typed: string): string {
  const { question, stops, orders } = controller;
  const isName = question !== null && typed.includes(" ") && findByFullName(question, typed) !== null;
  if (!isName) {
    if (/^\/?give up$/i.test(typed)) {
      confirmGiveUp(controller);
      return "";
    }
    const command = parseWordCommand(typed);
    if (command !== null) return runCommand(controller, command);
  }
  if (stops.current !== null) return STOP_HINT;
  if (question !== null)
    return applyInput(controller, parseInput(orders, question, controller.questionView.markedGroup(), typed));
  const order = parseOrderInput(orders, null, null, typed);
  return order === null ? submitThrow(controller, typed) : applyInput(controller, order);
}

/** Give typed faces to the awaited dice; returns an error message, or "". */
function submitThrow(controller: SeatController, typed: string): string {
  const wanted = controller.awaitedThrow;
  if (wanted === null) return "Nothing is asked of you now.";
  const throws = parseFaces(wanted.members, wanted, typed);
  if (typeof throws === "string") return `${capitalizeFirst(throws)}.`;
  if (throws.length > 1) return "One throw at a time.";
  void controller.answers.throw(throws[0]!);
  return "";
}

/** Apply an answer or a standing order; returns an error message, or "". */
function applyInput(controller: SeatController, input: ParsedInput): string {
  const { questionView, orders } = controller;
  switch (input.is) {
    case "answer":
      questionView.answer(input.index, input.typed);
      return "";
    case "rows":
      questionView.answerRows(input.indices);
      return "";
    case "several":
      questionView.answerSeveral(input.places);
      return "";
    case "order":
      notify(renderGivenOrder(input.order));
      void controller.perform(() => orders.giveOrder(input.order));
      return "";
    case "alone":
      questionView.showAlone();
      return "";
    case "problem":
      return input.said;
    default:
      return unreachable(input);
  }
}

/** Execute a command; returns an error message, or "". */
function runCommand(controller: SeatController, command: Beside): string {
  const { sidePanels, orders } = controller;
  switch (command.is) {
    case "Why":
      void showWhy(controller, command.which);
      return "";
    case "ShowOdds":
      controller.questionView.toggleOdds(command.everything);
      return "";
    case "ShowOrders":
      ordersDialog(controller);
      return "";
    case "TakeBackOrder": {
      if (command.which === "") {
        orders.orders = [];
        notify(sentences.ALL_ORDERS_TAKEN_BACK);
        return "";
      }
      const order = orders.takeBackOrder(Number(command.which));
      if (order === null) return sentences.noOrder(command.which);
      notify(sentences.orderTakenBack(describeOrder(order)));
      return "";
    }
    case "SetLevel": {
      const { level, word } = command;
      if (level === null && word !== "") return sentences.levelHint(LEVELS);
      notify(renderLevel(level ?? orders.level));
      if (level !== null) void controller.perform(() => orders.setLevel(level));
      return "";
    }
    case "SetPace":
      if (command.pace !== null) controller.setPace(command.pace);
      notify(describePace(controller.stops.pace));
      return "";
    case "ShowLog":
      controller.story.showBeginning();
      return "";
    case "SetDetail":
      if (command.detail !== null) controller.retell(command.detail);
      return "";
    case "ShowSheet":
      sidePanels.showSheet(command.everything);
      return "";
    case "ShowBoards":
      return controller.tryShow(() => sidePanels.showBoards(command.name));
    case "LookBack": {
      const throws = controller.history.lines.filter((line) => line.number > 0);
      const line = throws.at(-command.number);
      if (command.number === 0 || line === undefined) return sentences.noThrow(String(command.number));
      controller.history.goToEvent(line.event);
      return "";
    }
    case "Undo":
      if (command.count !== 1) return sentences.UNDO_ONLY_LAST;
      controller.undo.ask();
      return "";
    case "UndoTo":
    case "UndoAll":
    case "UndoBeat":
      return sentences.UNDO_ONLY_LAST;
    case "ShowNames":
      void namesDialog(controller);
      return "";
    case "Rename":
      void rename(controller, command.text);
      return "";
    case "Help":
      seatKeysDialog();
      return "";
    default: // the rest: what a table of several has not
      return NO_SUCH_COMMAND;
  }
}
