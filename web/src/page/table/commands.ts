/** Typed commands at a question or a throw: an answer, an order, or a command word. */

import { unreachable } from "../../closed";
import { DETAILS } from "../../modes";
import { findByFullName } from "../../play/answers/answers";
import { parseFaces, pileTitles } from "../../play/dice/throws";
import { type ParsedInput, parseInput, parseOrderInput } from "../../play/orders/inputParsing";
import { findLevel, renderGivenOrder, renderLevel } from "../../play/orders/orderTexts";
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
  const act = isName ? null : findCommand(seat, typed);
  if (act !== null) return act() ?? "";
  if (question !== null)
    return applyInput(seat, parseInput(seat.questions, question, seat.questionView.marked(), typed));
  const order = parseOrderInput(seat.questions, null, null, typed);
  return order === null ? submitThrow(seat, typed) : applyInput(seat, order);
}

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

function submitThrow(seat: Seat, typed: string): string {
  const roll = seat.view?.roll;
  if (!roll) return "";
  const read = parseFaces(pileTitles(seat.play.session.journal, roll), roll, typed);
  if (typeof read === "string") return `${capitalizeFirst(read)}.`;
  seat.questionView.throw(read[0]!, read.slice(1));
  return "";
}

/** Find the action of a typed command, which returns an error message; null for other input. */
function findCommand(seat: Seat, typed: string): (() => string | undefined) | null {
  const [, word = "", rest = ""] = /^\/?(\S*)\s*(.*)$/.exec(typed) ?? [];
  const toCommand = (act: () => void) => () => {
    act();
    return undefined;
  };
  const { play, sidePanels, save } = seat;
  switch (word.toLowerCase()) {
    case "undo":
      return () => undoCommand(seat, rest);
    case "why":
      return toCommand(() => showWhy(seat, rest));
    case "odds":
      return rest === "" || rest === "all" ? toCommand(() => seat.questionView.toggleOdds(rest === "all")) : null;
    case "orders":
      if (rest === "") return toCommand(() => ordersDialog(seat));
      return /^off\b/.test(rest) ? () => removeOrders(seat, rest.slice(3).trim()) : null;
    case "log":
      return rest === "" || rest === "all" ? toCommand(() => seat.story.showBeginning()) : null;
    case "ask":
      return () => askCommand(seat, rest);
    case "tell": {
      if (rest === "") return toCommand(() => moreDialog(seat));
      const detail = DETAILS.find((each) => each === rest);
      return detail ? toCommand(() => seat.retell(detail)) : null;
    }
    case "state":
      return rest === "" || rest === "all" ? toCommand(() => sidePanels.showSheet(rest === "all")) : null;
    case "board":
    case "boards":
      return toCommand(() => sidePanels.showBoards());
    case "name":
      return rest
        ? toCommand(() => void seat.perform(() => play.rename(rest)).then(() => seat.retell()))
        : toCommand(() => namesDialog(seat));
    case "dice":
      return rest === "manual" || rest === "seeded"
        ? toCommand(() => void seat.perform(() => play.throwByHand(rest === "manual")))
        : null;
    case "r":
    case "roll":
      if (seat.view?.roll == null) return null;
      return toCommand(() => void seat.perform(() => (rest === "all" ? play.throwByHand(false) : play.throwForMe())));
    case "save":
      return toCommand(() => void exportSave(save, seat.content));
    case "quit":
      return toCommand(() => {
        location.hash = routeHash({ at: "home" });
      });
    case "table":
      return rest ? toCommand(() => seat.lookAt(() => showHelp(seat, rest))) : null;
    case "help":
    case "?":
      return toCommand(() => (rest ? seat.lookAt(() => showHelp(seat, rest)) : keysDialog()));
    default: // the rest: no command
      return null;
  }
}

function undoCommand(seat: Seat, rest: string): string | undefined {
  const maxCount = countDecisions(seat.play.session);
  const [, to = "", number = ""] = /^(to\s+)?(\d*)$/.exec(rest) ?? [];
  const count = to ? maxCount - Number(number) + 1 : Number(number || 1);
  if (rest === "list") undoDialog(seat);
  else if (rest === "all") undoAnswers(seat, maxCount + 1);
  else if (!/^(to\s+)?\d*$/.test(rest) || count < 1 || (count > maxCount && maxCount > 0)) {
    return `Type undo, undo N, undo to N, undo list, or undo all; N is at most ${maxCount}.`;
  } else undoAnswers(seat, count);
  return undefined;
}

function removeOrders({ questions }: Seat, orderNumber: string): string | undefined {
  if (orderNumber === "") {
    questions.orders = [];
    notify(sentences.ALL_ORDERS_TAKEN_BACK);
    return undefined;
  }
  const order = questions.takeBackOrder(Number(orderNumber));
  if (order === null) return sentences.noOrder(orderNumber);
  notify(sentences.orderTakenBack(describeOrder(order)));
  return undefined;
}

function askCommand(seat: Seat, rest: string): string | undefined {
  const level = rest ? findLevel(rest) : seat.questions.level;
  if (level === null) return "Say how much is to be asked: all, sensible, or grave.";
  notify(renderLevel(level));
  if (rest) {
    savePreferences({ ask: level });
    void seat.perform(() => seat.questions.setLevel(level));
  }
  return undefined;
}
