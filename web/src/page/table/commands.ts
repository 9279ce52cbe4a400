/** What is typed at a question or a throw: an answer, an order, or one of the words that lines have. */

import { unreachable } from "../../closed";
import { DETAILS } from "../../modes";
import { byWholeName } from "../../play/answers/answering";
import { pileOf, typedFaces } from "../../play/dice/wanted";
import { toldOrder } from "../../play/orders/standing";
import { orderTyped, readTyped, type Typed } from "../../play/orders/typed";
import { levelCalled, toldGiven, toldLevel } from "../../play/orders/words";
import { decided } from "../../play/story/decisions";
import { begun } from "../../text";
import { exportSave } from "../looking/exporting";
import { prefer } from "../preferences";
import { hashOf } from "../routes";
import { notify } from "../shell";
import { keysDialog } from "./keys";
import { showHelp } from "./lookup";
import { moreDialog } from "./more";
import { namesDialog } from "./names";
import { ordersDialog } from "./orders";
import type { Seat } from "./seat";
import { undo, undoDialog } from "./undo";
import { showWhy } from "./why";

/** Do what was typed; what is wrong with it in a sentence, or nothing. */
export function submit(seat: Seat, typed: string): string {
  const question = seat.view?.question ?? null;
  const isName = question !== null && typed.includes(" ") && byWholeName(question, typed) !== null;
  const act = isName ? null : commandOf(seat, typed);
  if (act !== null) return act() ?? "";
  if (question !== null) return take(seat, readTyped(seat.steward, question, seat.asked.marked(), typed));
  const order = orderTyped(seat.steward, null, null, typed);
  return order === null ? thrown(seat, typed) : take(seat, order);
}

function take(seat: Seat, typed: Typed): string {
  switch (typed.is) {
    case "answer":
      seat.asked.answer(typed.index);
      return "";
    case "rows":
      seat.asked.answerRows(typed.indices);
      return "";
    case "several":
      seat.asked.answerSeveral(typed.places);
      return "";
    case "order":
      notify(toldGiven(typed.order));
      void seat.do(() => seat.steward.order(typed.order));
      return "";
    case "alone":
      seat.asked.alone();
      return "";
    case "problem":
      return typed.said;
    default:
      return unreachable(typed);
  }
}

function thrown(seat: Seat, typed: string): string {
  const roll = seat.view?.roll;
  if (!roll) return "";
  const read = typedFaces(pileOf(seat.play.session.journal, roll), roll, typed);
  if (typeof read === "string") return `${begun(read)}.`;
  seat.asked.throw(read[0]!, read.slice(1));
  return "";
}

/** What a command does, and what it says is wrong; null for what is none. */
function commandOf(seat: Seat, typed: string): (() => string | undefined) | null {
  const [, word = "", rest = ""] = /^\/?(\S*)\s*(.*)$/.exec(typed) ?? [];
  const does = (act: () => void) => () => {
    act();
    return undefined;
  };
  const { play, beside, save } = seat;
  switch (word.toLowerCase()) {
    case "undo":
      return () => undoTyped(seat, rest);
    case "why":
      return does(() => showWhy(seat, rest));
    case "odds":
      return rest === "" || rest === "all" ? does(() => seat.asked.weigh(rest === "all")) : null;
    case "orders":
      if (rest === "") return does(() => ordersDialog(seat));
      return /^off\b/.test(rest) ? () => ordersOff(seat, rest.slice(3).trim()) : null;
    case "log":
      return rest === "" || rest === "all" ? does(() => seat.story.showBeginning()) : null;
    case "ask":
      return () => askTyped(seat, rest);
    case "tell": {
      if (rest === "") return does(() => moreDialog(seat));
      const detail = DETAILS.find((each) => each === rest);
      return detail ? does(() => seat.retell(detail)) : null;
    }
    case "state":
      return rest === "" || rest === "all" ? does(() => beside.showSheet(rest === "all")) : null;
    case "board":
    case "boards":
      return does(() => beside.showBoards());
    case "name":
      return rest
        ? does(() => void seat.do(() => play.name(rest)).then(() => seat.retell()))
        : does(() => namesDialog(seat));
    case "dice":
      return rest === "manual" || rest === "seeded"
        ? does(() => void seat.do(() => play.throwByHand(rest === "manual")))
        : null;
    case "r":
    case "roll":
      if (seat.view?.roll == null) return null;
      return does(() => void seat.do(() => (rest === "all" ? play.throwByHand(false) : play.throwForMe())));
    case "save":
      return does(() => void exportSave(save, seat.content));
    case "quit":
      return does(() => {
        location.hash = hashOf({ at: "home" });
      });
    case "table":
      return rest ? does(() => seat.look(() => showHelp(seat, rest))) : null;
    case "help":
    case "?":
      return does(() => (rest ? seat.look(() => showHelp(seat, rest)) : keysDialog()));
    default: // the rest: no command
      return null;
  }
}

function undoTyped(seat: Seat, rest: string): string | undefined {
  const most = decided(seat.play.session);
  const [, to = "", number = ""] = /^(to\s+)?(\d*)$/.exec(rest) ?? [];
  const count = to ? most - Number(number) + 1 : Number(number || 1);
  if (rest === "list") undoDialog(seat);
  else if (rest === "all") undo(seat, most + 1);
  else if (!/^(to\s+)?\d*$/.test(rest) || count < 1 || (count > most && most > 0)) {
    return `Type undo, undo N, undo to N, undo list, or undo all; N is at most ${most}.`;
  } else undo(seat, count);
  return undefined;
}

function ordersOff({ steward }: Seat, which: string): string | undefined {
  if (which === "") {
    steward.orders = [];
    notify("All standing orders are taken back.");
    return undefined;
  }
  const order = steward.takeBack(Number(which));
  if (order === null) return `There is no order ${which}.`;
  notify(`Taken back: ${toldOrder(order)}`);
  return undefined;
}

function askTyped(seat: Seat, rest: string): string | undefined {
  const level = rest ? levelCalled(rest) : seat.steward.level;
  if (level === null) return "Say how much is to be asked: all, sensible, or grave.";
  notify(toldLevel(level));
  if (rest) {
    prefer({ ask: level });
    void seat.do(() => seat.steward.ask(level));
  }
  return undefined;
}
