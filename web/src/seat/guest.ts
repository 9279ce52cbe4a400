/**
 * The guest's protocol client: it stores messages in the seat's file, and opens shares of the dice by itself.
 *
 * It has no connection of its own: the caller passes on received lines, and sends the returned messages.
 */

import { unreachable } from "../closed";
import { InputError } from "../errors";
import type { Level } from "../modes";
import type { Answered, HostMessage, SeatMessage, ShareRefused, Turn } from "./classes";
import { digestText } from "./commitments";
import { GuestShares, HOST_CHEATS_HINT } from "./guestShares";
import type { SeatFile } from "./seatFile";

/** The error for a host who breaks the protocol in a way that no honest host does, with the refusal to send him. */
export class HostCheatsError extends InputError {
  constructor(
    error: InputError,
    readonly reply: ShareRefused,
  ) {
    super(error.message, error.place, error.hint);
  }
}

/** The protocol client of a guest. */
export class GuestClient {
  private readonly shares: GuestShares;
  private receivedCount: number;
  private pendingAnswer: Answered | null;
  private hasReconnected = false;
  /** The requests whose replies are stored: unrequested ones could fill the disk. */
  private requested: ("looked" | "odds")[] = [];

  /** Restore a guest's client from the messages in his seat's file; `asks` is how many questions he answers himself. */
  constructor(
    readonly file: SeatFile,
    public asks: Level,
  ) {
    this.shares = new GuestShares(file);
    const last = file.last("turn");
    this.receivedCount = last === null ? 0 : last.start + last.events.length;
    this.pendingAnswer = findPendingAnswer(file);
  }

  /**
   * Prepare a message for sending: an answer gets its share of the dice seed, and is stored first. Throws an {@link
   * InputError} if the host has had this share for another answer.
   */
  async prepareMessage(message: SeatMessage): Promise<SeatMessage> {
    if (message.document === "answer") {
      this.pendingAnswer = await this.shares.addShare(message);
      return this.pendingAnswer;
    }
    if (message.document === "give_up") await this.file.store(message);
    else if (message.document === "look") this.requested.push("looked");
    else if (message.document === "weigh") this.requested.push("odds");
    return message;
  }

  /**
   * Handle a message of the host, received as `line`; return the automatic reply, null for none. Throws a {@link
   * HostCheatsError} if it refuses to open a share, an {@link InputError} if the message contradicts an earlier one.
   */
  async handleMessage(message: HostMessage, line: string): Promise<SeatMessage | null> {
    switch (message.document) {
      case "waits":
        this.hasReconnected = this.pendingAnswer !== null;
        this.requested = [];
        return { ...(await this.shares.makeHello(message, line, this.asks)), have: this.receivedCount };
      case "seated":
        await this.shares.storeTerms(message, line);
        return this.file.last("turn") === null ? this.shares.openFirstShare() : null;
      case "turn":
        return this.handleTurn(message, line);
      case "share_wanted":
        try {
          return await this.shares.openWantedShare(message, line);
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          const reply: ShareRefused = { document: "share_refused", move: message.move, message: error.message };
          throw new HostCheatsError(error, reply);
        }
      case "looked":
        if (this.takeRequest("looked"))
          await this.file.store({ document: "seen_state", eventCount: message.eventCount, digest: digestText(line) });
        return null;
      case "odds":
        if (this.takeRequest("odds")) await this.file.store(message, line);
        return null;
      case "error":
        this.pendingAnswer = null;
        return null;
      case "there":
      case "reasons":
      case "revealed":
      case "awaited":
        return null; // not stored
      default:
        return unreachable(message);
    }
  }

  /** Take a request from those whose replies are stored; returns whether there was one. */
  private takeRequest(name: "looked" | "odds"): boolean {
    const at = this.requested.indexOf(name);
    if (at >= 0) this.requested.splice(at, 1);
    return at >= 0;
  }

  /**
   * Store a turn, and return an answer to be sent again, which the host missed as the connection broke; else null.
   * Throws an {@link InputError} if the host has gone back to an earlier turn.
   */
  private async handleTurn(turn: Turn, line: string): Promise<Answered | null> {
    const last = this.file.last("turn");
    if (last !== null && (turn.number < last.number || (turn.number === last.number && turn.moves < last.moves)))
      throw new InputError("the host has gone back to an earlier question", "", HOST_CHEATS_HINT);
    await this.file.store(turn, line);
    this.receivedCount = turn.start + turn.events.length;
    const { pendingAnswer, hasReconnected } = this;
    this.hasReconnected = false;
    if (pendingAnswer !== null && turn.number > pendingAnswer.number) this.pendingAnswer = null;
    return hasReconnected && pendingAnswer?.number === turn.number ? pendingAnswer : null;
  }
}

/** Find the stored answer to the open question, which may not have reached the host; null for none. */
export function findPendingAnswer(file: SeatFile): Answered | null {
  const [turn, answered] = [file.last("turn"), file.last("answer")];
  return turn !== null && answered?.number === turn.number ? answered : null;
}
