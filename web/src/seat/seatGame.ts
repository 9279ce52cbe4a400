/** A game as a seat knows it: what the host has sent, and nothing else. */

import type { View } from "../engine/classes";
import { InputError } from "../errors";
import { answerTitle } from "../play/answers/answers";
import { makeMatrix, type QuestionGroup } from "../play/answers/questionGroups";
import type { Debriefing } from "../play/debriefing/classes";
import type { WantedDice } from "../play/dice/throws";
import type { Answered, Revealed, Seated, StoredMessage, Thrown, Turn, UndoAsked } from "./classes";
import { REFEREE_SEAT } from "./guestShares";
import { comparableText } from "./messages";

/** An answer of this seat's player, or several that he gave together, which was not taken back. */
export interface OwnAnswer {
  /** The number of events before it. */
  readonly eventCount: number;
  /** The question, in words. */
  readonly prompt: string;
  /** What was answered, in words. */
  readonly title: string;
}

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
  /** The number of events at which dice were last thrown here, while the host has not taken them; null for none. */
  thrownAt: number | null = null;
  /** The request for an undo that waits for consent; null for none. */
  undoAsked: UndoAsked | null = null;
  /** The answers given here that stand, the last one perhaps on its way. */
  ownAnswers: readonly OwnAnswer[] = [];

  /** Make the game of the terms that the host has sent. */
  constructor(readonly seated: Seated) {}

  /**
   * Add a turn; returns how many of the earlier events stay as they were. Throws an {@link InputError} if events before
   * it are missing.
   */
  addTurn(turn: Turn): number {
    if (turn.start > this.views.length) throw new InputError("what happened before this was not told");
    const known = this.views.splice(turn.start);
    for (const view of turn.events) this.views.push(view);
    const changed = known.findIndex((view, at) => !isSameView(view, turn.events[at]));
    const kept = turn.start + (changed < 0 ? known.length : changed);
    for (const event of this.debriefings.keys()) if (event >= kept) this.debriefings.delete(event);
    for (const debriefing of turn.debriefings) this.debriefings.set(debriefing.event, debriefing);
    this.awaitedSeats = [];
    if (turn.undone !== (this.turn?.undone ?? 0)) {
      this.answeredNumber = this.thrownAt = this.undoAsked = null;
      this.ownAnswers = this.ownAnswers.filter(({ eventCount }) => eventCount < this.eventCount);
    }
    if (this.answeredNumber !== null && turn.number > this.answeredNumber) this.answeredNumber = null;
    if (this.thrownAt !== this.eventCount || turn.throw === null) this.thrownAt = null;
    this.turn = turn;
    return kept;
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
    if (seat === REFEREE_SEAT) return "the referee";
    return this.seated.seats.find(({ name }) => name === seat)?.title ?? seat;
  }

  /** Whether this seat is that of a referee, who sees everything and is asked nothing. */
  get isReferee(): boolean {
    return this.seated.seat === REFEREE_SEAT;
  }

  /** The title of this seat. */
  get ownTitle(): string {
    return this.titleOf(this.seated.seat);
  }

  /** Whether it is this seat's turn, and its answer is not on its way. */
  get isAsked(): boolean {
    const { turn } = this;
    if (turn === null || turn.question === null || this.isReferee || this.revealed !== null) return false;
    return this.answeredNumber !== turn.number;
  }

  /** The dice that this seat is to throw; null for none, or while they are on their way. */
  get awaitedThrow(): WantedDice | null {
    return this.revealed === null && this.thrownAt === null ? (this.turn?.throw ?? null) : null;
  }

  /** Whether the game waits for this seat, and nothing of it is on its way. */
  get isOwnTurn(): boolean {
    return this.isAsked || this.awaitedThrow !== null;
  }

  /** Whether an answer or dice of this seat are on their way. */
  get isSending(): boolean {
    const { turn } = this;
    return this.thrownAt !== null || (turn !== null && this.answeredNumber === turn.number);
  }

  /** Note an answer of this seat, which is on its way. */
  noteAnswer({ number, names }: Answered): void {
    this.answeredNumber = number;
    const question = this.turn?.question ?? null;
    if (question === null || this.turn?.number !== number) return;
    const at = question.options.findIndex(({ name }) => name === names[0]);
    const title = names.length === 1 ? answerTitle(question, at) : `${names.length} answers given together`;
    this.ownAnswers = [
      ...this.ownAnswers.filter(({ eventCount }) => eventCount < this.eventCount),
      { eventCount: this.eventCount, prompt: question.prompt, title },
    ];
  }

  /** Note that the host has not taken the answer or the dice that were on their way. */
  noteRefusal(): void {
    if (this.answeredNumber !== null)
      this.ownAnswers = this.ownAnswers.filter(({ eventCount }) => eventCount < this.eventCount);
    this.answeredNumber = this.thrownAt = null;
  }

  /** Make the message with the faces of the awaited dice. */
  makeThrown(faces: readonly number[]): Thrown {
    return { document: "thrown", number: this.eventCount, faces };
  }

  /** Make the answer to the open question, by the names of options. */
  makeAnswer(names: readonly string[], together: boolean): Answered {
    const { turn } = this;
    if (turn === null || turn.question === null) throw new InputError("no question is open");
    return { document: "answer", number: turn.number, names, together, move: 0, share: "" };
  }
}

/** Whether two events are equal. */
function isSameView(one: View, other: View | undefined): boolean {
  return other !== undefined && comparableText(one) === comparableText(other);
}

/** Restore the game of a seat from the messages in its file; null if it tells of none. */
export function restoreGame(messages: readonly StoredMessage[]): GameAtSeat | null {
  const seated = messages.find((each): each is Seated => each.document === "seated");
  if (seated === undefined) return null;
  const game = new GameAtSeat(seated);
  for (const message of messages) {
    if (message.document === "turn") game.addTurn(message);
    else if (message.document === "answer") game.noteAnswer(message);
    else if (message.document === "thrown") game.thrownAt = message.number;
  }
  return game;
}

/** The warning that the host can know the dice before they are thrown; empty if he cannot. */
export function diceWarning(seated: Seated): string {
  if (seated.dice === "own")
    return "Each throws dice of his own here, and types what they show: nobody can prove it to the others.";
  if (seated.seed !== null)
    return `The dice are those of seed ${seated.seed}, which the host named: he can know them before they fall.`;
  if (seated.spares) return "Letters are spared by agreement: the host can know the dice before he answers.";
  return "";
}
