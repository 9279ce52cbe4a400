/** What is kept of a session: its header, dice and answers, and how it ended; in memory, and where it is stored.
 *
 * Until a run has come to the end of the records they may yet be refused, and a save that is refused stays as it is:
 * what is to be written is held back until then.
 */

import { unreachable } from "../closed";
import type { OwnName } from "../engine/classes";
import { withName } from "../engine/names";
import { clip } from "../errors";
import type { Answer, End, Header, Record, Throw } from "./classes";
import { headerLine, nameLine, recordLine, rulesLine, throwerLine, undoLine } from "./lines";
import { lastDecision, thrownBy } from "./records";

/** Where lines are written. */
export interface Keeper {
  /** What it is called, for messages. */
  readonly path: string;
  /** Put a line behind the others. */
  write(line: string): void;
}

/** A keeper that collects lines until somebody stores them: before what was answered has any effect that is shown. */
export class Unwritten implements Keeper {
  private waiting: string[] = [];

  constructor(readonly path: string) {}

  write(line: string): void {
    this.waiting.push(line);
  }

  /** The lines that came together since this was asked before. */
  take(): readonly string[] {
    const lines = this.waiting;
    this.waiting = [];
    return lines;
  }
}

/** The records of a session. */
export class Ledger {
  /** Dice and answers so far. */
  readonly records: Record[];
  private released = false;
  private held: string[] = [];

  /**
   * @param header - What the session began with, as it counts now.
   * @param end - How it ended by its records, or null.
   * @param keeper - Where they are written, or null.
   * @param path - What is read is called, for messages, where it is not written there.
   */
  constructor(
    public header: Header,
    records: readonly Record[] = [],
    public end: End | null = null,
    readonly keeper: Keeper | null = null,
    private readonly path = "",
  ) {
    this.records = [...records];
  }

  // --- what is written

  /** Take a new record. */
  add(record: Record): void {
    this.records.push(record);
    this.write(recordLine(record));
  }

  /** Take how it ended. */
  close(end: End): void {
    this.end = end;
    this.write(recordLine(end));
  }

  /** Take that it goes on beyond its end; all records still count. */
  reopen(): void {
    this.end = null;
    this.write(rulesLine(this.header, this.records.length));
  }

  /** Take back answers, or throws of real dice, with all that followed them; how many there were to take back. */
  takeBack(count: number): number {
    let done = 0;
    for (; done < count; done += 1) {
      const index = lastDecision(this.records, this.header);
      if (index === null) break;
      this.records.length = index;
    }
    if (done) {
      this.end = null;
      this.write(undoLine(done));
    }
    return done;
  }

  /** Take a name that a player gave. */
  name(own: OwnName): void {
    this.header = { ...this.header, names: withName(this.header.names, own) };
    this.write(nameLine(own));
  }

  /** Take that from here on a person throws, or those who did it before. */
  throwByHand(wanted: boolean): void {
    const header = thrownBy(this.header, wanted);
    if (header.thrower !== this.header.thrower) {
      this.header = header;
      this.write(throwerLine(header.thrower));
    }
  }

  /** The records were not refused: what was held back is written. */
  release(): void {
    this.released = true;
    for (const line of this.held) this.write(line);
    this.held = [];
  }

  /** What is kept as the lines of a save: the header as it counts now, and what was not taken back. */
  lines(): string[] {
    const ending = this.end === null ? [] : [this.end];
    return [headerLine(this.header), ...[...this.records, ...ending].map(recordLine)];
  }

  private write(line: string): void {
    if (this.released) this.keeper?.write(line);
    else this.held.push(line);
  }

  // --- what people are told of it

  /** A record in words: the number of the answer counts, for people remember answers. */
  where(index: number): string {
    const answers = this.records.slice(0, index + 1).filter((record) => record.is === "answer").length;
    const record = this.record(index);
    switch (record.is) {
      case "end":
        return `the end (${clip(record.fault || record.result)})`;
      case "answer":
        return answerInWords(record, answers);
      case "throw":
        return throwInWords(record, answers);
      default:
        return unreachable(record);
    }
  }

  /** Where a record stands in the save: `file:line`, as far as that is known. */
  place(index: number): string {
    const { line } = this.record(index);
    const path = this.keeper?.path ?? this.path;
    return line ? `${path}:${line}` : path;
  }

  /** A record, or behind the last of them the end. */
  record(index: number): Record | End {
    return this.records[index] ?? this.end!;
  }
}

function answerInWords(answer: Answer, number: number): string {
  return `answer ${number} (${clip(answer.name)} at ${clip(answer.at)})`;
}

function throwInWords(dice: Throw, number: number): string {
  return `the throw of ${clip(`[${dice.faces.join(", ")}]`)} at ${clip(dice.at)} after answer ${number}`;
}
