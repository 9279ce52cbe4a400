/** The answers of a player at a seat: each is stored, then sent, and sent again if the table does not take it. */

import type { Question } from "../../engine/question";
import { InputError } from "../../errors";
import type { Level } from "../../modes";
import type { Answered, Refused, Thrown } from "../../seat/classes";
import type { RemoteSeat } from "../../seat/remoteSeat";
import { errorSentence } from "../dom";
import { savePreferences } from "../preferences";
import type { SeatController } from "./seatController";

/** Milliseconds after which an answer that the table does not take is sent again on a new line. */
const ANSWER_TIMEOUT = 8000;

/** The answers of a player, and those that his standing orders give. */
export class SeatAnswers {
  /** The number of an amount that was answered, while its last digits are asked; null for none. */
  private amount: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Make the answers of a seat's controller, which go over a line. */
  constructor(
    private readonly controller: SeatController,
    private readonly remote: RemoteSeat,
  ) {}

  /** Answer the open question by names of options, or the whole group: the answer is stored, then sent. */
  async give(names: readonly string[], together: boolean): Promise<void> {
    const { controller } = this;
    const { game } = controller;
    if (!game.isAsked || controller.line.hasEnded) return;
    const answer = game.makeAnswer(names, together);
    game.noteAnswer(answer);
    await this.send(answer);
  }

  /** Give the faces of the awaited dice: they are stored, then sent. */
  async throw(faces: readonly number[]): Promise<void> {
    const { game, line } = this.controller;
    if (game.awaitedThrow === null || line.hasEnded) return;
    const thrown = game.makeThrown(faces);
    game.thrownAt = thrown.number;
    await this.send(thrown);
  }

  /** Send an answer or a throw, and again on a new line if the table does not take it. */
  private async send(message: Answered | Thrown): Promise<void> {
    const { controller } = this;
    const { game, queries } = controller;
    queries.hold();
    controller.foldTerms();
    controller.show();
    try {
      await this.remote.send(message);
      this.stopWaiting();
      if (game.isSending) this.timer = setTimeout(() => this.remote.reconnect(), ANSWER_TIMEOUT);
    } catch (error) {
      this.takeBack(errorSentence(error));
    }
  }

  /** Answer a question for an amount: its thousands by a name now, the number itself, `typed`, when it is asked. */
  giveAmount(name: string, typed: string): void {
    this.amount = typed;
    void this.give([name], false);
  }

  /** Answer the open question if a standing order does, or the number behind the thousands of an amount. */
  giveByOrders(): void {
    const { game, orders } = this.controller;
    const { amount } = this;
    const question = game.isAsked ? game.turn!.question! : null;
    if (question === null) return;
    this.amount = null;
    const isRest = amount !== null && question.ends.length === 0;
    const ordered = isRest ? restOfAmount(question, amount) : orders.automaticAnswer(question);
    if (ordered !== null) void this.give([ordered], false);
  }

  /** Give up the game. */
  giveUp(): void {
    void this.remote
      .send({ document: "give_up" })
      .catch((error: unknown) => this.controller.questionView.showProblem(errorSentence(error)));
  }

  /** Tell the host how many questions the player is asked: he learns it as the line begins anew. */
  setLevel(level: Level): void {
    savePreferences({ ask: level });
    this.remote.guest.asks = level;
    this.remote.reconnect();
  }

  /** Show why the host refuses an answer. */
  refuse({ message, hint }: Refused): void {
    this.stopWaiting();
    this.amount = null;
    this.takeBack(errorSentence(new InputError(message, "", hint)));
  }

  /** Note that the table has taken the answer, or the line is lost. */
  stopWaiting(): void {
    clearTimeout(this.timer);
  }

  /** Put the question again, with a remark why its answer was not taken. */
  private takeBack(remark: string): void {
    const { game, queries, questionView } = this.controller;
    game.noteRefusal();
    queries.release();
    questionView.nextRemark = remark;
    this.controller.show();
  }
}

/** The name of the option that is the rest of an amount: a typed number, or what is suggested. */
function restOfAmount(question: Question, typed: string): string | null {
  const found = question.options.find(({ name }) => typed !== "" && Number(name) === Number(typed));
  return (found ?? question.options[question.preferred])?.name ?? null;
}
