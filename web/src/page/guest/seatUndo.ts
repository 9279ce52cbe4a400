/** Undo by consent at a seat: the player asks to take back his last answer, and is asked by others. */

import { unreachable } from "../../closed";
import { joinNames } from "../../listing";
import * as sentences from "../../play/storySentences";
import type { UndoAsked, Undone, UndoRefused } from "../../seat/classes";
import type { RemoteSeat } from "../../seat/remoteSeat";
import { capitalizeFirst } from "../../text";
import { closeAll, type OpenDialog, openDialog } from "../dialogs";
import { button, errorSentence, h, setChildren } from "../dom";
import { notify } from "../shell";
import { guardActions } from "./requestGuard";
import type { SeatController } from "./seatController";

/** What is said of every undo. */
const FRESH_TEXT =
  "The dice behind the new answer are fresh, even if it is the same one; and nobody forgets what he has seen.";

/** The requests for an undo at a seat. */
export class SeatUndo {
  /** Says that a request waits for consent. */
  readonly element = h("div", { class: "line-note", role: "status", hidden: true });
  /** The dialog that asks the player for his consent; null for none. */
  private dialog: OpenDialog | null = null;
  /** The number of the request to which the player has replied. */
  private repliedNumber = 0;

  /** Make the requests of a seat's controller, which go over a line. */
  constructor(
    private readonly controller: SeatController,
    private readonly remote: RemoteSeat,
  ) {}

  /** Whether the player may ask to take back an answer. */
  get isPossible(): boolean {
    const { game, line } = this.controller;
    const isQuiet = !game.isSending && game.awaitedSeats.length === 0 && game.undoAsked === null;
    return game.ownAnswers.length > 0 && isQuiet && line.isOpen && !line.hasEnded && !game.isOver && !game.isReferee;
  }

  /** Why nothing can be asked for now, in a sentence. */
  get problem(): string {
    const { game, line } = this.controller;
    if (game.isReferee) return "You look on, and have answered nothing.";
    if (game.isOver) return "The game is over, and nothing is taken back.";
    if (game.undoAsked !== null) return "It is asked already whether an answer may be taken back.";
    if (!line.isOpen || line.hasEnded) return "The table does not answer just now.";
    if (game.ownAnswers.length === 0) return "You have given no answer that could be taken back.";
    return this.isPossible ? "" : "An answer is given already, and stands. Ask when its dice have fallen.";
  }

  /** Ask the player whether he means it, with what he asks for; then ask the others. */
  ask(): void {
    const { problem } = this;
    if (problem) {
      this.controller.questionView.showProblem(problem);
      return;
    }
    const { game } = this.controller;
    const { prompt, title } = game.ownAnswers.at(-1)!;
    const others = this.otherPersons();
    const consent = others.length > 0 ? `, if ${joinNames(others)} ${others.length > 1 ? "agree" : "agrees"}` : "";
    const reads =
      others.length > 0 &&
      h("p", { class: "faint" }, "Who is asked reads how many of his own answers fall with it, and not what it was.");
    const dialog = openDialog(
      "Take back your last answer?",
      [
        h("blockquote", { class: "taken-back" }, h("b", {}, capitalizeFirst(title)), h("span", {}, prompt)),
        h("p", {}, `It goes, with everything that has followed, of anybody${consent}. ${FRESH_TEXT}`),
        reads,
      ],
      {
        kind: "small",
        actions: [
          button("Back", () => dialog.close(), { autofocus: true }),
          button(
            others.length > 0 ? "Ask for it" : "Take it back",
            () => {
              dialog.close();
              this.request();
            },
            { class: "main" },
          ),
        ],
      },
    );
  }

  /** Take a message of the host about a request. */
  take(message: UndoAsked | UndoRefused | Undone): void {
    const { game } = this.controller;
    const own = message.seat === game.seated.seat;
    const who = game.titleOf(message.seat);
    switch (message.document) {
      case "undo_asked":
        game.undoAsked = message;
        break;
      case "undo_refused": {
        const isWithdrawn = game.undoAsked?.seat === message.seat;
        game.undoAsked = null;
        const name = capitalizeFirst(who);
        if (isWithdrawn) notify(own ? sentences.UNDO_WITHDRAWN_BY_YOU : sentences.undoWithdrawn(name));
        else notify(own ? sentences.UNDO_NOT_AGREED_BY_YOU : sentences.undoNotAgreed(name));
        break;
      }
      case "undone":
        game.undoAsked = null;
        closeAll(); // they were about what is taken back
        notify(own ? sentences.UNDONE_FOR_YOU : sentences.undoDone(who));
        break;
      default:
        unreachable(message);
    }
    this.show();
  }

  /** Forget the open request: the line was lost, and the host tells of it again. */
  forget(): void {
    this.controller.game.undoAsked = null;
    this.show();
  }

  /** Show the open request: in a dialog to who is asked, and in a line as long as it waits. */
  show(): void {
    const { game, line } = this.controller;
    const { undoAsked } = game;
    const isAsked = this.isAsked(undoAsked);
    this.element.hidden = undoAsked === null || line.hasEnded;
    if (undoAsked !== null) setChildren(this.element, ...this.lineContent(undoAsked));
    if (!isAsked || line.hasEnded) {
      this.dialog?.close();
      this.dialog = null;
    } else if (this.dialog === null) this.openRequest(undoAsked!);
  }

  /** Whether the player is to reply to a request. */
  private isAsked(undoAsked: UndoAsked | null): boolean {
    const { game } = this.controller;
    if (undoAsked === null || game.isReferee || undoAsked.seat === game.seated.seat) return false;
    return undoAsked.number !== this.repliedNumber;
  }

  /** Render the line that says what waits for consent, with the way to reply or to withdraw. */
  private lineContent(undoAsked: UndoAsked): HTMLElement[] {
    const { game } = this.controller;
    const { seat, ownAnswers } = undoAsked;
    if (seat === game.seated.seat) {
      const others = joinNames(this.otherPersons());
      const text = `It is asked whether your last answer may be taken back, and waits for the consent of ${others}.`;
      return [h("p", {}, text), button("Ask no more", () => this.reply(undoAsked, false))];
    }
    const asks = sentences.undoAsked(capitalizeFirst(game.titleOf(seat)), ownAnswers);
    if (game.isReferee) return [h("p", {}, asks)];
    if (!this.isAsked(undoAsked)) return [h("p", {}, `${asks} You agree; others are asked, too.`)];
    return [h("p", {}, asks), button("Reply …", () => this.openRequest(undoAsked))];
  }

  /** Open the dialog that asks for consent; closing it replies nothing. */
  private openRequest(undoAsked: UndoAsked): void {
    if (this.dialog?.element.isConnected) return;
    const { game } = this.controller;
    const { seat, ownAnswers } = undoAsked;
    const who = capitalizeFirst(game.titleOf(seat));
    const answers = ownAnswers > 0 ? "What you answered behind it, you are asked anew if it comes to that. " : "";
    const dialog = openDialog(
      "Do you agree?",
      [
        h("p", { class: "asks" }, sentences.undoAsked(who, ownAnswers)),
        h("p", {}, `${answers}${FRESH_TEXT}`),
        game.isOwnTurn && h("p", { class: "faint" }, "If you answer your own question instead, that refuses it."),
      ],
      {
        kind: "small",
        actions: [
          button("I do not agree", () => this.reply(undoAsked, false)),
          button("I agree", () => this.reply(undoAsked, true), { class: "main" }),
        ],
      },
    );
    this.dialog = dialog;
    guardActions(dialog.element);
  }

  /** Send the request for an undo. */
  private request(): void {
    const { queries, questionView } = this.controller;
    queries.requestUndo().catch((error: unknown) => questionView.showProblem(errorSentence(error)));
  }

  /** Reply to a request, or withdraw the player's own. */
  private reply({ number }: UndoAsked, agrees: boolean): void {
    const { line, questionView } = this.controller;
    if (!line.isOpen) {
      notify("The table does not answer just now.");
      return;
    }
    this.repliedNumber = number;
    this.remote
      .send({ document: "undo_reply", number, agrees })
      .catch((error: unknown) => questionView.showProblem(errorSentence(error)));
    this.show();
  }

  /** The titles of the other persons at the table. */
  private otherPersons(): string[] {
    const { seats, seat, autos } = this.controller.game.seated;
    return seats.filter(({ name }) => name !== seat && !autos.includes(name)).map(({ title }) => title);
  }
}
