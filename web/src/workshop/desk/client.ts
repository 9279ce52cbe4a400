/**
 * The page's side of a desk: calls as promises, in their order; a desk that takes too long is stopped and begun anew.
 *
 * The client keeps the text of every file that the desk was given, so a new desk has what the old one had.
 */

import { unreachable } from "../../closed";
import { InputError } from "../../errors";
import type { Calls } from "./calls";
import type { Refusal } from "./classes";
import type { DeskParts, FromDesk, ToDesk } from "./messages";

/** What the client needs of a worker. */
export interface DeskWorker {
  onmessage: ((event: MessageEvent<FromDesk>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToDesk): void;
  terminate(): void;
}

/** How long a call may take, in milliseconds. */
export const CALL_LIMIT = 20_000;

/** The calls that give a file to the desk: its path, its text. */
const GIVING_CALLS: readonly (keyof Calls)[] = ["put_file", "change_text"];

/** The calls by which the desk learns what files were before any change. */
const PREPARING_CALLS: readonly (keyof Calls)[] = ["open_game", "set_original"];

type PreparingCall = readonly [call: string, ...args: readonly string[]];

/** The error of a call whose desk was stopped, since it took too long. */
export class DeskStopped extends Error {
  /** Make the error. */
  constructor(readonly seconds: number) {
    super(`This took more than ${seconds} seconds, and was stopped. Your text is as you left it.`);
  }
}

/** The error of a call that met a fault of ours; the traceback is for a report. */
export class DeskFault extends Error {
  /** Make the error. */
  constructor(readonly traceback: string) {
    super("The program has a fault here. Your text is as you left it.");
  }
}

/** What the client tells of the desk: how much is fetched; whether it is ready; why there is none. */
export type DeskState =
  | { readonly is: "fetching"; readonly bytes: number }
  | { readonly is: "ready" }
  | { readonly is: "failed"; readonly message: string };

interface PendingCall {
  readonly number: number;
  /** The file whose text the call gives to the desk; null for any other call. */
  readonly given: string | null;
  readonly call: string;
  readonly limit: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A desk in a worker. */
export class DeskClient {
  private worker: DeskWorker | null = null;
  private failure: Error | null = null;
  private isReady = false;
  private isBusy = false;
  private count = 0;
  private readonly waiting: PendingCall[] = [];
  private readonly texts = new Map<string, string>();
  /** The calls of {@link PREPARING_CALLS} that were made, each once. */
  private readonly preparations = new Map<string, PreparingCall>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Begin a desk.
   * @param makeWorker - Makes its worker.
   * @param parts - What it is made of.
   * @param tell - Hears of its state.
   */
  constructor(
    private readonly makeWorker: () => DeskWorker,
    private readonly parts: DeskParts,
    private readonly tell: (state: DeskState) => void,
  ) {
    this.begin();
  }

  /** Make a call. Rejects with an {@link InputError}, a {@link DeskStopped} or a {@link DeskFault}. */
  call<K extends keyof Calls>(name: K, ...args: Parameters<Calls[K]>): Promise<ReturnType<Calls[K]>> {
    return this.callWithin(CALL_LIMIT, name, ...args);
  }

  /** Make a call that may take another time, in milliseconds. */
  callWithin<K extends keyof Calls>(
    limit: number,
    name: K,
    ...args: Parameters<Calls[K]>
  ): Promise<ReturnType<Calls[K]>> {
    const given = GIVING_CALLS.includes(name) ? (args[0] as string) : null;
    if (given !== null) this.texts.set(given, args[1] as string);
    if (PREPARING_CALLS.includes(name))
      this.preparations.set(JSON.stringify([name, ...args]), [name, ...(args as string[])]);
    if (name === "remove_file") this.texts.delete(args[0] as string);
    if (this.failure !== null) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      const call = JSON.stringify({ call: name, arguments: args });
      const settle = resolve as (result: unknown) => void;
      this.waiting.push({ number: ++this.count, given, call, limit, resolve: settle, reject });
      this.sendNext();
    });
  }

  /** Stop the desk for good; what waits for it is rejected. */
  close(): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    this.failure ??= new Error("The desk was closed.");
    for (const pending of this.waiting.splice(0)) pending.reject(this.failure);
  }

  private begin(): void {
    const worker = this.makeWorker();
    worker.onmessage = (event) => this.take(event.data);
    worker.onerror = (event) => this.fail(event.message);
    worker.postMessage({ kind: "start", parts: this.parts });
    this.worker = worker;
    this.isReady = this.isBusy = false;
  }

  private take(message: FromDesk): void {
    switch (message.kind) {
      case "fetched":
        this.tell({ is: "fetching", bytes: message.bytes });
        break;
      case "ready":
        this.isReady = true;
        this.tell({ is: "ready" });
        this.sendNext();
        break;
      case "answer":
        this.settle(message.number, message.answer);
        break;
      case "failed":
        this.fail(message.message);
        break;
      default:
        unreachable(message);
    }
  }

  /** Send the first waiting call, if the desk is free: one that is stopped then takes no other with it. */
  private sendNext(): void {
    const next = this.waiting[0];
    if (next === undefined || !this.isReady || this.isBusy || this.worker === null) return;
    this.isBusy = true;
    this.timer = setTimeout(() => this.restart(next), next.limit);
    this.worker.postMessage({ kind: "call", number: next.number, call: next.call });
  }

  private settle(number: number, answer: string): void {
    const pending = this.waiting[0];
    if (pending?.number !== number) return;
    clearTimeout(this.timer);
    this.waiting.shift();
    this.isBusy = false;
    const answered = JSON.parse(answer) as { result?: unknown; refusal?: Refusal; fault?: string };
    if (answered.fault !== undefined) pending.reject(new DeskFault(answered.fault));
    else if (answered.refusal !== undefined) {
      const { message, place, hint } = answered.refusal;
      pending.reject(new InputError(message, place, hint));
    } else pending.resolve(answered.result);
    this.sendNext();
  }

  /**
   * Stop a desk that has taken too long with a call, and begin another with the same files.
   *
   * A file whose check took too long is not among them, or the other desk would take as long; the next change of its
   * text gives it to the desk again.
   */
  private restart(stopped: PendingCall): void {
    this.worker?.terminate();
    this.waiting.shift();
    if (stopped.given !== null) this.texts.delete(stopped.given);
    const again = (call: string, given: string | null, ...args: string[]): PendingCall => ({
      number: ++this.count,
      given,
      call: JSON.stringify({ call, arguments: args }),
      limit: stopped.limit,
      resolve: () => {},
      reject: () => {},
    });
    // First what files were: of a game it is found in them, before changed ones are written.
    const prepared = [...this.preparations.values()].map(([call, ...args]) => again(call, null, ...args));
    const files = [...this.texts].map(([file, text]) => again("put_file", file, file, text));
    this.waiting.unshift(...prepared, ...files);
    stopped.reject(new DeskStopped(Math.round(stopped.limit / 1000)));
    this.begin();
  }

  private fail(message: string): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    this.tell({ is: "failed", message });
    this.failure = new Error(message);
    for (const pending of this.waiting.splice(0)) pending.reject(this.failure);
  }
}
