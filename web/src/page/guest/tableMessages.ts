/** What comes from the table to a seat's page: each message is stored by now, and shown where it belongs. */

import { unreachable } from "../../closed";
import type { HostMessage, Revealed, Turn } from "../../seat/classes";
import { comparableText } from "../../seat/messages";
import type { RemoteSeat } from "../../seat/remoteSeat";
import { countEventsOfState } from "../../seat/shownState";
import type { SeatController } from "./seatController";
import { PRESENT } from "./seatStates";

/** The maximum number of moments of the story whose states are asked for at the end of a game. */
const MAX_FETCHED = 150;

/** Takes the messages of a table for a seat's controller. */
export class TableMessages {
  /** Make what takes the messages that come over a line. */
  constructor(
    private readonly controller: SeatController,
    private readonly remote: RemoteSeat,
  ) {}

  /** Take a message of the host, which is stored; `line` is the message as it was received. */
  take(message: HostMessage, line: string): void {
    const { controller } = this;
    const { game, queries, questionView, answers } = controller;
    const isReply = queries.take(message);
    switch (message.document) {
      case "waits":
        // What was asked before the line was open has reached nobody: it is asked anew beside the turn that follows.
        queries.drop();
        controller.line.showOpen();
        controller.undo.forget();
        questionView.updateWaiting();
        break;
      case "turn":
        this.takeTurn(message);
        break;
      case "there":
        game.presentSeats = message.seats;
        questionView.updateWaiting();
        controller.showCompany();
        break;
      case "awaited":
        answers.stopWaiting();
        game.awaitedSeats = message.seats;
        queries.release();
        questionView.updateWaiting();
        break;
      case "revealed":
        this.takeRevealed(message, line);
        break;
      case "error":
        if (!isReply) answers.refuse(message);
        break;
      case "undo_asked":
      case "undo_refused":
      case "undone":
        controller.undo.take(message);
        questionView.updateWaiting();
        break;
      case "seated":
      case "share_wanted":
      case "looked":
      case "odds":
      case "reasons":
      case "names_shown":
        break;
      default:
        unreachable(message);
    }
  }

  /** Add a turn to the story, answer it by a standing order, and show what has come. */
  private takeTurn(turn: Turn): void {
    const { controller } = this;
    const { game, queries, states, sight, answers, orders } = controller;
    answers.stopWaiting();
    const { eventCount, turn: before, isOwnTurn: wasOwnTurn } = game;
    const isUndone = turn.undone !== (before?.undone ?? 0);
    const kept = game.addTurn(turn);
    if (isUndone || turn.start < eventCount) {
      states.clear();
      sight.forgetMoments();
    }
    if (isUndone) orders.dropSince(game.eventCount);
    queries.release();
    states.forgetPresent();
    // Sent again because the line was lost: what the player has marked stays.
    if (wasOwnTurn && before !== null && !isUndone && asksTheSame(before, turn)) {
      controller.showState();
      return;
    }
    if (game.isReferee && before !== null) controller.foldTerms();
    const known = controller.addTold(kept, isUndone);
    void orders.headings;
    answers.giveByOrders();
    const hasNews = isUndone || game.eventCount > eventCount || turn.number !== before?.number;
    controller.showTurn(!wasOwnTurn || isUndone, known, hasNews);
  }

  /** Show what was revealed at the end, and ask for what the page still needs before the host leaves. */
  private takeRevealed(revealed: Revealed, line: string): void {
    const { controller } = this;
    controller.game.revealed = revealed;
    controller.game.undoAsked = null;
    controller.record.noteRevealed(line);
    controller.line.hide();
    controller.undo.show();
    controller.show();
    void this.fetchRest().finally(() => this.remote.close());
  }

  /** Ask for the states beside the rest of the story, and beside its last moments, before the host leaves. */
  private async fetchRest(): Promise<void> {
    const { game, stops, states, sight } = this.controller;
    const beats = stops.allBeats();
    const past = Array.from({ length: beats.length }, (_, at) => beats.partAt(beats.length - 1 - at));
    const parts = [...stops.followingParts(), ...past].slice(0, MAX_FETCHED);
    const counts = parts.map((part) => countEventsOfState(game.views, part) ?? PRESENT);
    await Promise.all([...new Set([sight.eventCount, PRESENT, ...counts])].map((count) => states.load(count)));
  }
}

/** Whether a turn tells nothing new, and asks what the one before asked. */
function asksTheSame(before: Turn, { number, start, events, question, rows, again, throw: dice }: Turn): boolean {
  if (events.length > 0 || number !== before.number || start !== before.start + before.events.length) return false;
  const [asked, askedBefore] = [
    [question, rows, again, dice],
    [before.question, before.rows, before.again, before.throw],
  ];
  return comparableText(asked) === comparableText(askedBefore);
}
