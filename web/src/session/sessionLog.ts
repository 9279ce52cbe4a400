/** What is kept of a session: its header, dice and answers, and how it ended; in memory, and where it is stored.
 *
 * Until a run has come to the end of the records they may yet be refused, and a save that is refused stays as it is:
 * what is to be written is held back until then.
 */

import { unreachable } from "../closed";
import type { OwnName } from "../engine/classes";
import { addOwnName } from "../engine/names";
import * as sentences from "../engine/sentences";
import { clip } from "../errors";
import type { Answer, End, Header, Record, Throw } from "./classes";
import { headerLine, nameLine, recordLine, rulesLine, throwerLine, undoLine } from "./lines";
import { lastDecision, withThrower } from "./records";

/** Where lines are written. */
export interface LineWriter {
  /** What it is called, for messages. */
  readonly path: string;
  /** Put a line behind the others. */
  write(line: string): void;
}

/** A keeper that collects lines until somebody stores them: before what was answered has any effect that is shown. */
export class LineBuffer implements LineWriter {
  private lines: string[] = [];

  constructor(readonly path: string) {}

  write(line: string): void {
    this.lines.push(line);
  }

  /** The lines that came together since this was asked before. */
  takeLines(): readonly string[] {
    const lines = this.lines;
    this.lines = [];
    return lines;
  }
}

/** The records of a session. */
export class SessionLog {
  /** Dice and answers so far. */
  readonly records: Record[];
  private isReleased = false;
  private heldLines: string[] = [];

  /**
   * @param header - What the session began with, as it counts now.
   * @param end - How it ended by its records, or null.
   * @param writer - Where they are written, or null.
   * @param path - What is read is called, for messages, where it is not written there.
   */
  constructor(
    public header: Header,
    records: readonly Record[] = [],
    public end: End | null = null,
    readonly writer: LineWriter | null = null,
    private readonly path = "",
  ) {
    this.records = [...records];
  }

  // --- what is written

  /** Take a new record. */
  addRecord(record: Record): void {
    this.records.push(record);
    this.write(recordLine(record));
  }

  /** Take how it ended. */
  addEnd(end: End): void {
    this.end = end;
    this.write(recordLine(end));
  }

  /** Take that it goes on beyond its end; all records still count. */
  reopen(): void {
    this.end = null;
    this.write(rulesLine(this.header, this.records.length));
  }

  /** Take back answers, or throws of real dice, with all that followed them; how many there were to take back. */
  undo(count: number): number {
    let undone = 0;
    for (; undone < count; undone += 1) {
      const index = lastDecision(this.records, this.header);
      if (index === null) break;
      this.records.length = index;
    }
    if (undone) {
      this.end = null;
      this.write(undoLine(undone));
    }
    return undone;
  }

  /** Take a name that a player gave. */
  setOwnName(ownName: OwnName): void {
    this.header = { ...this.header, names: addOwnName(this.header.names, ownName) };
    this.write(nameLine(ownName));
  }

  /** Take that from here on a person throws, or those who did it before. */
  setByHand(byHand: boolean): void {
    const header = withThrower(this.header, byHand);
    if (header.thrower !== this.header.thrower) {
      this.header = header;
      this.write(throwerLine(header.thrower));
    }
  }

  /** The records were not refused: what was held back is written. */
  releaseLines(): void {
    this.isReleased = true;
    for (const line of this.heldLines) this.write(line);
    this.heldLines = [];
  }

  /** What is kept as the lines of a save: the header as it counts now, and what was not taken back. */
  lines(): string[] {
    const ending = this.end === null ? [] : [this.end];
    return [headerLine(this.header), ...[...this.records, ...ending].map(recordLine)];
  }

  private write(line: string): void {
    if (this.isReleased) this.writer?.write(line);
    else this.heldLines.push(line);
  }

  // --- what people are told of it

  /** A record in words: the number of the answer counts, for people remember answers. */
  describeRecord(index: number): string {
    const answers = this.records.slice(0, index + 1).filter((record) => record.is === "answer").length;
    const record = this.recordAt(index);
    switch (record.is) {
      case "end":
        return sentences.endRecord(clip(record.fault || record.result));
      case "answer":
        return describeAnswer(record, answers);
      case "throw":
        return describeThrow(record, answers);
      default:
        return unreachable(record);
    }
  }

  /** Where a record stands in the save: `file:line`, as far as that is known. */
  placeOf(index: number): string {
    const { line } = this.recordAt(index);
    const path = this.writer?.path ?? this.path;
    return line ? `${path}:${line}` : path;
  }

  /** A record, or behind the last of them the end. */
  recordAt(index: number): Record | End {
    return this.records[index] ?? this.end!;
  }
}

function describeAnswer(answer: Answer, number: number): string {
  return sentences.answerRecord(number, clip(answer.name), clip(answer.at));
}

function describeThrow(dice: Throw, number: number): string {
  return sentences.throwRecord(clip(`[${dice.faces.join(", ")}]`), clip(dice.at), number);
}
