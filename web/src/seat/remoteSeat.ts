/**
 * The connection of a seat to its table: it connects again after a failure, and sends the last answer again.
 *
 * Everything goes through one queue: a message is stored before the next one is looked at, and before it is shown.
 */

import { InputError } from "../errors";
import type { HostMessage, SeatMessage } from "./classes";
import { type GuestClient, HostCheatsError } from "./guest";
import { decodeHostMessage, encodeMessage } from "./messages";

/** The first and the longest pause before the table is tried again, in milliseconds. */
const FIRST_DELAY = 250;
const MAX_DELAY = 8000;

/** Milliseconds within which a connection must be open. */
const OPENING_TIMEOUT = 10_000;

/** The codes with which a table ends a connection: somebody else has the seat; a message was too long. */
const SEAT_TAKEN = 4000;

/** How a seat hears of its table. */
export interface SeatListener {
  /** The host has sent a message, which is stored. */
  onMessage(message: HostMessage, line: string): void;
  /** The table does not answer; it is tried again. */
  onLost(): void;
  /** Somebody else has taken the seat, or the table cannot go on; nothing is tried again. */
  onEnd(error: InputError): void;
}

/** The reason why a connection ended for good: another device or tab has the seat. */
export class SeatTakenError extends InputError {}

/** A seat at a table on another machine. */
export class RemoteSeat {
  private socket: WebSocket | null = null;
  private queue: Promise<void> = Promise.resolve();
  private delay = FIRST_DELAY;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  /** Make the seat at the table of an address, `ws://HOST:PORT/TOKEN`; {@link connect} begins. */
  constructor(
    private readonly address: string,
    readonly guest: GuestClient,
    private readonly listener: SeatListener,
  ) {}

  /** Whether the line to the table is open. */
  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Connect at once, unless the line is open: at the beginning, or because the player or the browser has woken up. */
  connect(): void {
    if (this.isClosed || this.socket !== null) return;
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    const opening = setTimeout(() => this.drop(socket), OPENING_TIMEOUT);
    socket.onopen = () => clearTimeout(opening);
    socket.onmessage = ({ data }) => this.enqueue(() => this.receive(socket, data));
    socket.onclose = ({ code }) => {
      clearTimeout(opening);
      this.enqueue(async () => this.handleClose(socket, code));
    };
  }

  /** Begin the line anew: with another level of asking, or because it seems to hang. */
  reconnect(): void {
    const { socket } = this;
    this.delay = FIRST_DELAY;
    if (socket === null) this.connect();
    else this.drop(socket);
  }

  /** Store a message where need be, and send it; an answer is sent again after a reconnection if it had not arrived. */
  send(message: SeatMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      this.enqueue(async () => {
        try {
          if (this.isClosed) throw new InputError("the line to the table has ended");
          this.transmit(await this.guest.prepareMessage(message));
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** Agree to the terms of a table that waits for that, and sit down. */
  agree(): void {
    this.enqueue(async () => {
      const hello = await this.guest.agree();
      if (hello !== null) this.transmit(hello);
    });
  }

  /** End the connection for good. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  /** Do something behind all that is waiting. */
  private enqueue(action: () => Promise<void>): void {
    this.queue = this.queue.then(action).catch((error: unknown) => this.end(error));
  }

  /** Store a message of the host, send the automatic reply, and pass the message on. */
  private async receive(socket: WebSocket, data: unknown): Promise<void> {
    if (socket !== this.socket) return;
    const line = String(data);
    const message = decodeHostMessage(line);
    try {
      const reply = await this.guest.handleMessage(message, line);
      if (reply !== null) this.transmit(reply);
    } catch (error) {
      if (error instanceof HostCheatsError) this.transmit(error.reply);
      throw error;
    }
    if (message.document === "seated") this.delay = FIRST_DELAY;
    this.listener.onMessage(message, line);
  }

  /** Send a message if the line is open. */
  private transmit(message: SeatMessage): void {
    if (this.isOpen) this.socket!.send(encodeMessage(message));
  }

  /** Give up a line that does not open, or hangs: its end may never come by itself. */
  private drop(socket: WebSocket): void {
    socket.onmessage = socket.onclose = null;
    socket.close();
    this.enqueue(async () => this.handleClose(socket, 0));
  }

  /** Try again after a pause, unless the line has ended for good. */
  private handleClose(socket: WebSocket, code: number): void {
    if (socket !== this.socket || this.isClosed) return;
    this.socket = null;
    if (code === SEAT_TAKEN) {
      const hint = "A seat is for one: who came last has it.";
      throw new SeatTakenError("this seat was taken in another tab, or by somebody else", "", hint);
    }
    this.listener.onLost();
    this.timer = setTimeout(() => this.connect(), this.delay);
    this.delay = Math.min(1.5 * this.delay, MAX_DELAY);
  }

  /** End the connection by an error. */
  private end(error: unknown): void {
    if (this.isClosed) return;
    this.close();
    if (error instanceof InputError) this.listener.onEnd(error);
    else this.listener.onEnd(new InputError(error instanceof Error ? error.message : String(error)));
  }
}
