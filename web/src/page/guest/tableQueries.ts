/** Questions of a front end to the host of a table: one at a time, each with its reply. */

import { InputError } from "../../errors";
import type {
  HostMessage,
  Looked,
  NamesShown,
  Odds,
  Reasons,
  Rename,
  SeatMessage,
  UndoAsked,
  Undone,
} from "../../seat/classes";

/** Milliseconds in which the table must reply. */
const REPLY_TIMEOUT = 15_000;

/** What a table replies. */
type Reply = Looked | Odds | Reasons | NamesShown | UndoAsked | Undone;

/** A question that waits, or whose reply is awaited. */
interface Query {
  readonly message: SeatMessage;
  /** The names of the documents that reply to it. */
  readonly documents: readonly Reply["document"][];
  resolve(reply: Reply): void;
  reject(error: InputError): void;
}

/** The questions to a table. */
export class TableQueries {
  private readonly waiting: Query[] = [];
  private asked: Query | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether a refusal may be of an answer of the player, so that nothing is asked meanwhile. */
  private isHeld = false;

  /** Make the questions of a seat, which `send` sends to its table. */
  constructor(private readonly send: (message: SeatMessage) => void) {}

  /** Ask for the state after a number of the seat's events; null for the present. */
  look(eventCount: number | null): Promise<Looked> {
    return this.ask({ document: "look", eventCount }, ["looked"]) as Promise<Looked>;
  }

  /** Ask for the odds of the open question's answers. */
  weigh(): Promise<Odds> {
    return this.ask({ document: "weigh" }, ["odds"]) as Promise<Odds>;
  }

  /** Ask what the throw of an event could have led to. */
  why(event: number): Promise<Reasons> {
    return this.ask({ document: "why", event }, ["reasons"]) as Promise<Reasons>;
  }

  /** Ask for the people and things with names. */
  names(): Promise<NamesShown> {
    return this.ask({ document: "names_wanted" }, ["names_shown"]) as Promise<NamesShown>;
  }

  /** Give one of them another name. */
  rename(message: Rename): Promise<NamesShown> {
    return this.ask(message, ["names_shown"]) as Promise<NamesShown>;
  }

  /** Ask to take back the last answer of this seat; resolves when the host has taken the request. */
  async requestUndo(): Promise<void> {
    await this.ask({ document: "undo_request" }, ["undo_asked", "undone"]);
  }

  /** Ask nothing more until the table has replied to an answer of the player. */
  hold(): void {
    this.isHeld = true;
  }

  /** Ask again. */
  release(): void {
    this.isHeld = false;
    this.askNext();
  }

  /** Take a message of the table as the reply to the question that was asked; returns whether it is that. */
  take(message: HostMessage): boolean {
    const { asked } = this;
    if (asked === null) return false;
    if (message.document === "error") {
      this.finish();
      asked.reject(new InputError(message.message, "", message.hint));
      return true;
    }
    if (!asked.documents.some((document) => document === message.document)) return false;
    this.finish();
    asked.resolve(message as Reply);
    return true;
  }

  /** Give up all questions: the line is lost. */
  drop(): void {
    const dropped = [...(this.asked === null ? [] : [this.asked]), ...this.waiting.splice(0)];
    this.isHeld = false;
    this.finish();
    for (const query of dropped) query.reject(new InputError("the table does not answer just now"));
  }

  /** Ask a question as soon as the earlier ones are answered. */
  private ask(message: SeatMessage, documents: readonly Reply["document"][]): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ message, documents, resolve, reject });
      this.askNext();
    });
  }

  /** Ask the next question that waits, unless a reply is awaited. */
  private askNext(): void {
    if (this.asked !== null || this.isHeld) return;
    const next = this.waiting.shift();
    if (next === undefined) return;
    this.asked = next;
    this.timer = setTimeout(() => this.drop(), REPLY_TIMEOUT);
    this.send(next.message);
  }

  /** Note that the question that was asked is done with. */
  private finish(): void {
    clearTimeout(this.timer);
    this.asked = null;
    this.askNext();
  }
}
