/** A seat's own file: a line for each message received or sent, and the seat's secret; as the terminal keeps it. */

import { InputError } from "../errors";
import type { Answered, StoredMessage } from "./classes";
import { comparableText, decodeStoredMessage, encodeMessage } from "./messages";

/** Maximum characters of a file: the terminal reads no larger one. */
const MAX_FILE_LENGTH = 64_000_000;

/** The messages that are stored once, however often they are sent. */
const STORED_ONCE: readonly StoredMessage["document"][] = [
  "root",
  "waits",
  "seated",
  "share",
  "share_wanted",
  "played_in_page",
  "undo_asked",
  "undo_reply",
  "undone",
];

/** Where lines are kept. */
export interface LineStore {
  /** Add a line behind the first `count` ones; once this resolves it is on the disk. */
  append(count: number, line: string): Promise<void>;
}

/** The message of a class, by the name of its document. */
type MessageOf<Name extends StoredMessage["document"]> = Extract<StoredMessage, { document: Name }>;

/** A seat's own file of messages, open for appending. */
export class SeatFile {
  readonly messages: StoredMessage[];
  private length: number;

  /** Open the file of some lines. Throws an {@link InputError} if one is no message of a seat's file. */
  constructor(
    readonly lines: string[],
    private readonly kept: LineStore,
  ) {
    this.messages = lines.map(decodeStoredMessage);
    this.length = lines.reduce((sum, line) => sum + line.length + 1, 0);
  }

  /**
   * Append a message, unless it is already there and only sent again after a reconnection; `line` is the message as it
   * was received. Throws an {@link InputError} if the file would be too large.
   */
  async store(message: StoredMessage, line = encodeMessage(message)): Promise<void> {
    if (this.isThere(message)) return;
    if (this.length + line.length + 1 > MAX_FILE_LENGTH) throw new InputError("the seat's file would be too large");
    await this.kept.append(this.lines.length, line);
    this.messages.push(message);
    this.lines.push(line);
    this.length += line.length + 1;
  }

  /** The last stored message of a class, by the name of its document; null if there is none. */
  last<Name extends StoredMessage["document"]>(document: Name): MessageOf<Name> | null {
    return this.all(document).at(-1) ?? null;
  }

  /** All stored messages of a class, by the name of its document. */
  all<Name extends StoredMessage["document"]>(document: Name): MessageOf<Name>[] {
    return this.messages.filter((each): each is MessageOf<Name> => each.document === document);
  }

  /** The text of the file, as `bombsight verify` reads it. */
  get text(): string {
    return this.lines.map((line) => `${line}\n`).join("");
  }

  /** Whether a message need not be stored again. */
  private isThere(message: StoredMessage): boolean {
    const text = comparableText(message);
    if (STORED_ONCE.includes(message.document))
      return this.all(message.document).some((each) => comparableText(each) === text);
    if (message.document !== "hello" && message.document !== "answer") return false;
    const last = message.document === "answer" ? findLastAnswer(this.messages) : this.last(message.document);
    return last !== null && comparableText(last) === text;
  }
}

/** Find the last answer of a seat; null for none, or if something was taken back since. */
export function findLastAnswer(messages: readonly StoredMessage[]): Answered | null {
  let answer: Answered | null = null;
  let undone = 0;
  for (const message of messages) {
    if (message.document === "answer") answer = message;
    else if (message.document === "turn" && message.undone !== undone) [answer, undone] = [null, message.undone];
  }
  return answer;
}

/**
 * Find the numbers of the requests for an undo that the seat of a file made, or agreed to. A host cannot invent a
 * request of this seat: each follows an `undo_request` that it sent.
 */
export function findConsentedUndos(messages: readonly StoredMessage[]): ReadonlySet<number> {
  const numbers = new Set<number>();
  let seat = "";
  let hasRequested = false;
  for (const message of messages) {
    const { document } = message;
    if (document === "seated") seat ||= message.seat;
    else if (document === "undo_request") hasRequested = true;
    else if (document === "undo_reply" && message.agrees) numbers.add(message.number);
    else if ((document === "undo_asked" || document === "undone") && message.seat === seat && hasRequested) {
      hasRequested = false;
      numbers.add(message.number);
    }
  }
  return numbers;
}

/** Split the text of a seat's file into lines; a truncated last one is ignored. Throws an {@link InputError}. */
export function readSeatLines(text: string): string[] {
  const lines = text.split("\n").slice(0, -1);
  try {
    for (const line of lines) decodeStoredMessage(line);
  } catch (error) {
    if (error instanceof InputError) throw new InputError("this is no file of a seat", "", error.message);
    throw error;
  }
  if (lines.length === 0) throw new InputError("this is no file of a seat");
  return lines;
}
