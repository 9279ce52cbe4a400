/** A game as a seat knows it: what the host has sent, and nothing else. */

import type { View } from "../engine/classes";
import { InputError } from "../errors";
import { makeMatrix, type QuestionGroup } from "../play/answers/questionGroups";
import type { Debriefing } from "../play/debriefing/classes";
import type { Answered, Revealed, Seated, StoredMessage, Turn } from "./classes";

/** A game at a seat: its terms, the events so far, and whose turn it is. */
export class GameAtSeat {
  /** All events that the seat may see. */
  readonly views: View[] = [];
  /** The debriefings of missions that have ended, by the numbers of their events. */
  readonly debriefings = new Map<number, Debriefing>();
  /** The last message on whose turn it is; null before the first. */
  turn: Turn | null = null;
  /** The seats that are connected. */
  presentSeats: readonly string[] = [];
  /** The seats whose shares of the dice are awaited. */
  awaitedSeats: readonly string[] = [];
  /** Everything that was hidden; null while the game goes on. */
  revealed: Revealed | null = null;
  /** The number of the last question that was answered here, while the host has not taken it; null for none. */
  answeredNumber: number | null = null;

  /** Make the game of the terms that the host has sent. */
  constructor(readonly seated: Seated) {}

  /** Add a turn. Throws an {@link InputError} if events before it are missing. */
  addTurn(turn: Turn): void {
    if (turn.start > this.views.length) throw new InputError("what happened before this was not told");
    this.views.length = turn.start;
    for (const view of turn.events) this.views.push(view);
    for (const debriefing of turn.debriefings) this.debriefings.set(debriefing.event, debriefing);
    this.awaitedSeats = [];
    if (this.answeredNumber !== null && turn.number > this.answeredNumber) this.answeredNumber = null;
    this.turn = turn;
  }

  /** The number of events so far. */
  get eventCount(): number {
    return this.views.length;
  }

  /** The group that the open question is asked in; null for a single one. */
  get group(): QuestionGroup | null {
    const { turn } = this;
    if (turn === null || turn.question === null) return null;
    const { question, rows, again } = turn;
    if (rows.length > 0) return makeMatrix(rows);
    if (again === null) return null;
    return { is: "several", title: question.together, question, most: again.most, preferred: again.preferred };
  }

  /** Whether the game has ended: by its rules, or because somebody gave it up. */
  get isOver(): boolean {
    return this.revealed !== null || this.turn?.turn === "";
  }

  /** The title by which the rules call a player. */
  titleOf(seat: string): string {
    return this.seated.seats.find(({ name }) => name === seat)?.title ?? seat;
  }

  /** The title of this seat. */
  get ownTitle(): string {
    return this.titleOf(this.seated.seat);
  }

  /** Whether it is this seat's turn, and its answer is not on its way. */
  get isAsked(): boolean {
    const { turn } = this;
    return turn !== null && turn.question !== null && this.revealed === null && this.answeredNumber !== turn.number;
  }

  /** Make the answer to the open question, by the names of options. */
  makeAnswer(names: readonly string[], together: boolean): Answered {
    const { turn } = this;
    if (turn === null || turn.question === null) throw new InputError("no question is open");
    return { document: "answer", number: turn.number, names, together, move: 0, share: "" };
  }
}

/** Restore the game of a seat from the messages in its file; null if it tells of none. */
export function restoreGame(messages: readonly StoredMessage[]): GameAtSeat | null {
  const seated = messages.find((each): each is Seated => each.document === "seated");
  if (seated === undefined) return null;
  const game = new GameAtSeat(seated);
  for (const message of messages) {
    if (message.document === "turn") game.addTurn(message);
    else if (message.document === "answer") game.answeredNumber = message.number;
  }
  return game;
}

/** The warning that the host can know the dice before they are thrown; empty if he cannot. */
export function diceWarning(seated: Seated): string {
  if (seated.seed !== null)
    return `The dice are those of seed ${seated.seed}, which the host named: he can know them before they fall.`;
  if (seated.spares) return "Letters are spared by agreement: the host can know the dice before he answers.";
  return "";
}
