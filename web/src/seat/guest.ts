/**
 * The guest's protocol client: it stores messages in the seat's file, and opens shares of the dice by itself.
 *
 * It has no connection of its own: the caller passes on received lines, and sends the returned messages.
 */

import { unreachable } from "../closed";
import { InputError } from "../errors";
import type { Level } from "../modes";
import type {
  Answered,
  GiveUp,
  HostMessage,
  SeatMessage,
  ShareRefused,
  Thrown,
  Turn,
  UndoReply,
  UndoRequest,
  Waits,
} from "./classes";
import { digestText } from "./commitments";
import { GuestShares, HOST_CHEATS_HINT, REFEREE_SEAT } from "./guestShares";
import { findConsentedUndos, findLastAnswer, type SeatFile } from "./seatFile";

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
  private pendingThrow: Thrown | null;
  /** The greeting of a table that waits for the player's consent to its terms, with its line; null for none. */
  private unagreed: readonly [waits: Waits, line: string] | null = null;
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
    this.pendingThrow = findPendingThrow(file);
  }

  /** Whether the table waits for the player's consent to dice that nobody can prove: {@link agree} gives it. */
  get awaitsConsent(): boolean {
    return this.unagreed !== null;
  }

  /** Agree to the terms of the table; return the greeting to be sent, null if nothing waits for consent. */
  async agree(): Promise<SeatMessage | null> {
    const { unagreed } = this;
    this.unagreed = null;
    return unagreed && this.greet(...unagreed);
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
    if (["thrown", "give_up", "undo_request", "undo_reply"].includes(message.document))
      await this.file.store(message as Thrown | GiveUp | UndoRequest | UndoReply);
    if (message.document === "thrown") this.pendingThrow = message;
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
        this.requested = [];
        // A greeting that is stored was sent with the player's consent.
        this.unagreed = message.dice === "own" && this.file.last("waits")?.dice !== "own" ? [message, line] : null;
        return this.unagreed === null ? this.greet(message, line) : null;
      case "seated":
        await this.shares.storeTerms(message, line);
        return this.file.last("turn") === null ? this.shares.openFirstShare() : null;
      case "turn":
        return this.handleTurn(message, line);
      case "share_wanted":
        // The host has this seat's answer, and was killed before he had its share.
        if (this.pendingAnswer !== null && message.move > 0 && this.pendingAnswer.move === message.move)
          return this.pendingAnswer;
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
        this.pendingAnswer = this.pendingThrow = null;
        return null;
      case "undo_asked":
      case "undone":
        await this.file.store(message, line);
        return null;
      case "there":
      case "reasons":
      case "revealed":
      case "awaited":
      case "undo_refused":
      case "names_shown":
        return null; // not stored
      default:
        return unreachable(message);
    }
  }

  /** Greet a table, with what was received of it before. */
  private async greet(waits: Waits, line: string): Promise<SeatMessage> {
    this.hasReconnected = this.pendingAnswer !== null || this.pendingThrow !== null;
    const hello = await this.shares.makeHello(waits, line, this.asks);
    return { ...hello, have: this.receivedCount, undone: this.file.last("turn")?.undone ?? 0 };
  }

  /** Take a request from those whose replies are stored; returns whether there was one. */
  private takeRequest(name: "looked" | "odds"): boolean {
    const at = this.requested.indexOf(name);
    if (at >= 0) this.requested.splice(at, 1);
    return at >= 0;
  }

  /**
   * Store a turn, and return an answer or a throw to be sent again, which the host missed as the connection broke; else
   * null. Throws an {@link InputError} if the host has gone back to an earlier turn.
   */
  private async handleTurn(turn: Turn, line: string): Promise<Answered | Thrown | null> {
    const last = this.file.last("turn");
    if (last !== null) checkOrder(this.file, last, turn);
    await this.file.store(turn, line);
    const eventCount = turn.start + turn.events.length;
    this.receivedCount = eventCount;
    const isBack = this.hasReconnected;
    this.hasReconnected = false;
    if (last !== null && turn.undone !== last.undone) this.pendingAnswer = this.pendingThrow = null;
    const { pendingAnswer, pendingThrow } = this;
    if (pendingThrow !== null && (turn.throw === null || eventCount !== pendingThrow.number)) this.pendingThrow = null;
    if (this.pendingThrow !== null && isBack) return this.pendingThrow;
    if (pendingAnswer !== null && turn.number > pendingAnswer.number) this.pendingAnswer = null;
    return isBack && pendingAnswer?.number === turn.number ? pendingAnswer : null;
  }
}

/**
 * Check that a turn can follow the last one: it goes back only behind an undo to which this seat consented. Throws an
 * {@link InputError} if it cannot.
 */
function checkOrder(file: SeatFile, last: Turn, turn: Turn): void {
  const isUndone = turn.undone !== last.undone;
  const isReferee = file.last("seated")?.seat === REFEREE_SEAT; // who is not asked for his consent
  const isAgreed = isReferee || findConsentedUndos(file.messages).has(turn.undone);
  if (isUndone && (turn.undone < last.undone || !isAgreed))
    throw new InputError("the host has taken something back without this seat's consent", "", HOST_CHEATS_HINT);
  if ((turn.number < last.number && !isUndone) || turn.moves < last.moves)
    throw new InputError("the host has gone back to an earlier question", "", HOST_CHEATS_HINT);
}

/** Find the stored answer to the open question, which may not have reached the host; null for none. */
export function findPendingAnswer(file: SeatFile): Answered | null {
  const [turn, answered] = [file.last("turn"), findLastAnswer(file.messages)];
  return turn !== null && answered?.number === turn.number ? answered : null;
}

/** Find the stored throw that is awaited, which may not have reached the host; null for none. */
export function findPendingThrow(file: SeatFile): Thrown | null {
  const last = file.messages.filter(({ document }) => document === "turn" || document === "thrown").at(-1);
  return last?.document === "thrown" ? last : null;
}
