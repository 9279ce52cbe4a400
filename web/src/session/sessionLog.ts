/** The log of a session: its header, dice and answers, and its end; in memory, and in storage.
 *
 * Until a run has reached the end of the records they may still be refused, and a refused save stays as it is: new
 * lines are held back until then.
 */

import { unreachable } from "../closed";
import type { OwnName } from "../engine/classes";
import { addOwnName } from "../engine/names";
import * as sentences from "../engine/sentences";
import { clip } from "../errors";
import type { Answer, End, Header, Record, Throw } from "./classes";
import { headerLine, nameLine, recordLine, rulesLine, throwerLine, undoLine } from "./lines";
import { lastDecision, withThrower } from "./records";

/** A destination of lines. */
export interface LineWriter {
  /** Its name in messages. */
  readonly path: string;
  /** Append a line. */
  write(line: string): void;
}

/** A writer that buffers the lines of a save until the page stores them, before it shows their effect. */
export class LineBuffer implements LineWriter {
  private lines: string[] = [];

  /** Make an empty buffer; `path` names the save in errors. */
  constructor(readonly path: string) {}

  /** Append a line. */
  write(line: string): void {
    this.lines.push(line);
  }

  /** Return the buffered lines, and empty the buffer. */
  takeLines(): readonly string[] {
    const lines = this.lines;
    this.lines = [];
    return lines;
  }
}

/** The log of a session: its header, records and end, each written as a line once the records are accepted. */
export class SessionLog {
  /** Dice and answers so far. */
  readonly records: Record[];
  private isReleased = false;
  private heldLines: string[] = [];

  /**
   * Make a log that begins with these records and end.
   * @param header - The current header.
   * @param end - The recorded end, or null.
   * @param writer - The writer of new lines, or null.
   * @param path - The name in messages if there is no writer.
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

  // --- changes

  /** Append a new record to the log. */
  addRecord(record: Record): void {
    this.records.push(record);
    this.write(recordLine(record));
  }

  /** Record the end of the session. */
  addEnd(end: End): void {
    this.end = end;
    this.write(recordLine(end));
  }

  /** Record that the session goes on beyond its end; all records still count. */
  reopen(): void {
    this.end = null;
    this.write(rulesLine(this.header, this.records.length));
  }

  /** Undo the last `count` decisions (answers, throws of real dice) with all that followed; return how many. */
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

  /** Record a player's own name for a person or thing. */
  setOwnName(ownName: OwnName): void {
    this.header = { ...this.header, names: addOwnName(this.header.names, ownName) };
    this.write(nameLine(ownName));
  }

  /** Record whether a person throws the dice from here on (`byHand`), or the generator. */
  setByHand(byHand: boolean): void {
    const header = withThrower(this.header, byHand);
    if (header.thrower !== this.header.thrower) {
      this.header = header;
      this.write(throwerLine(header.thrower));
    }
  }

  /** Write the lines held back until the records were accepted, and from here on each line at once. */
  releaseLines(): void {
    this.isReleased = true;
    for (const line of this.heldLines) this.write(line);
    this.heldLines = [];
  }

  /** Encode the log as the lines of a save: the current header, and the records without undone ones. */
  lines(): string[] {
    const ending = this.end === null ? [] : [this.end];
    return [headerLine(this.header), ...[...this.records, ...ending].map(recordLine)];
  }

  /** Write a line of the save, or hold it back until the records are accepted. */
  private write(line: string): void {
    if (this.isReleased) this.writer?.write(line);
    else this.heldLines.push(line);
  }

  // --- descriptions

  /** Describe the record at an index for a message, by its number among the answers, which people remember. */
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

  /** The place of the record at an index in the save: `file:line`, or the file alone. */
  placeOf(index: number): string {
    const { line } = this.recordAt(index);
    const path = this.writer?.path ?? this.path;
    return line ? `${path}:${line}` : path;
  }

  /** The record at an index; the end of the session if it is past the last. */
  recordAt(index: number): Record | End {
    return this.records[index] ?? this.end!;
  }
}

/** Describe an answer, with its number among the answers, for a message. */
function describeAnswer(answer: Answer, number: number): string {
  return sentences.answerRecord(number, clip(answer.name), clip(answer.at));
}

/** Describe a throw for a message, by the number of the answer before the throw. */
function describeThrow(dice: Throw, number: number): string {
  return sentences.throwRecord(clip(`[${dice.faces.join(", ")}]`), clip(dice.at), number);
}
