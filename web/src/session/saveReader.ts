/** Parser of saves: JSON lines, a header first, then the dice as they fell and the answers by name.
 *
 * A line may have fields that another version has added: they are ignored, reported in a note, and stay in the file.
 */

import { DecodeError, formatValue } from "../codecProblems";
import { addOwnName } from "../engine/names";
import * as sentences from "../engine/sentences";
import { STORY_VERSIONS } from "../engine/views";
import { clip, InputError } from "../errors";
import { isObject, type Json, type JsonObject, parseJson } from "../json";
import { joinNames } from "../listing";
import type { End, Header, Record, RulesLine } from "./classes";
import { READABLE_VERSIONS, readHeader, readLine, readRecord } from "./lines";
import { lastDecision, withoutStoryHash } from "./records";

const HEADER_MARK = new TextEncoder().encode('{"bombsight":');
const READABLE_VERSIONS_TEXT = joinNames([...READABLE_VERSIONS].map(String));
const NEWLINE = 10;
const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The contents of a save. */
export interface ParsedSave {
  /** The current header, after all changes. */
  readonly header: Header;
  /** The records without undone ones. */
  readonly records: readonly Record[];
  /** The end, or null while the game goes on. */
  readonly end: End | null;
  /** Notes about repairs and unknown fields. */
  readonly notes: readonly string[];
  /** Bytes up to the end of the last complete line; the rest does not count. */
  readonly length: number;
  /** Whether the last line has its line end. */
  readonly isComplete: boolean;
}

/** Maximum size of a save in bytes: ten times the longest. */
export const MAX_SAVE_BYTES = 64_000_000;

/** Maximum lines of a save: fifty times those of the longest. */
const MAX_LINES = 1_000_000;

/** Maximum bytes of a line; the longest are headers, with names and pins. */
const MAX_LINE_BYTES = 1_000_000;

/** Characters of the problem of a first line that its error shows at most. */
const MAX_PROBLEM_LENGTH = 200;

/** So many lines are read between two looks at the clock. */
const SLICE_LINES = 500;

/**
 * Parse the bytes of a save's file; `path` names it in errors.
 *
 * @param path - The save's name in messages.
 * @throws InputError - They are no save, or a line other than a broken last one is wrong.
 */
export function parseSave(data: Uint8Array, path: string): ParsedSave {
  return runToEnd(parseInSlices(data, path));
}

/** Run a generator of slices of work to its end at once, and return its result. */
export function runToEnd<Made>(work: Generator<number, Made>): Made {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Parse a save in slices of lines; yields the fraction done, from 0 to 1. */
export function* parseInSlices(data: Uint8Array, path: string): Generator<number, ParsedSave> {
  if (data.length > MAX_SAVE_BYTES) {
    throw new InputError(
      `this file is too large for a save: ${MAX_SAVE_BYTES.toLocaleString("en")} bytes are the most`,
      path,
    );
  }
  const lines = splitLines(data, path);
  const endsWithNewline = lines.at(-1)!.length === 0;
  if (endsWithNewline) lines.pop();
  const [first, ...others] = lines;
  if (first === undefined) {
    throw new InputError(sentences.EMPTY_SAVE, path, sentences.EMPTY_SAVE_HINT);
  }
  const builder = new SaveBuilder(parseHeader(first, path, endsWithNewline || others.length > 0), path);
  const cutNotes: string[] = [];
  let isComplete = endsWithNewline;
  let length = first.length + 1;
  for (const [index, line] of others.entries()) {
    const number = index + 2;
    const parsed = parseLine(line);
    if (parsed === null && number === lines.length && !endsWithNewline) {
      cutNotes.push(sentences.truncatedLine(path, number));
      isComplete = true;
      break;
    }
    builder.addLine(parsed, number);
    length += line.length + 1;
    if (number % SLICE_LINES === 0) yield number / lines.length;
  }
  if (!isComplete) length -= 1;
  if (!STORY_VERSIONS.has(builder.header.journal)) builder.dropStoryHashes();
  const notes = [...builder.unknownFieldNotes(), ...cutNotes];
  return { header: builder.header, records: builder.records, end: builder.end, notes, length, isComplete };
}

/**
 * The complete lines of a parsed save's bytes, unchanged, so that further lines can follow; an unfinished last line is
 * dropped.
 */
export function completeLines(data: Uint8Array, saved: ParsedSave): string[] {
  const lines = decodeLine(data.subarray(0, saved.length)).split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Split a file into lines; after a final line end comes an empty line. Throws an {@link InputError} for too many. */
function splitLines(data: Uint8Array, path: string): Uint8Array[] {
  let end = data.length;
  // After a power cut some file systems leave zeros in place of the last line.
  while (end > 0 && data[end - 1] === 0) end -= 1;
  const lines: Uint8Array[] = [];
  let first = 0;
  for (let at = data.indexOf(NEWLINE); at >= 0 && at < end; at = data.indexOf(NEWLINE, first)) {
    lines.push(data.subarray(first, at));
    if (lines.length > MAX_LINES)
      throw new InputError(`no save has more than ${MAX_LINES.toLocaleString("en")} lines`, path);
    first = at + 1;
  }
  lines.push(data.subarray(first, end));
  return lines;
}

/** Decode the bytes of a line from UTF-8; throws for invalid ones. */
function decodeLine(line: Uint8Array): string {
  return DECODER.decode(line);
}

/** Parse a line of a save as JSON; null if it is invalid, or holds values that saves never do. */
function parseLine(line: Uint8Array): Json {
  if (line.length > MAX_LINE_BYTES) return null;
  try {
    return parseJson(decodeLine(line));
  } catch {
    return null;
  }
}

/**
 * Parse the first line of a save as its header. Throws an {@link InputError}, which says so if the line is cut (not
 * `isComplete`).
 */
function parseHeader(line: Uint8Array, path: string, isComplete: boolean): Header {
  const parsed = parseLine(line);
  if (
    parsed === null &&
    !isComplete &&
    line.every((byte, index) => index >= HEADER_MARK.length || byte === HEADER_MARK[index])
  ) {
    throw new InputError(sentences.TRUNCATED_HEADER, `${path}:1`, sentences.TRUNCATED_HEADER_HINT);
  }
  if (!isObject(parsed) || parsed.bombsight === undefined) {
    throw new InputError(sentences.NOT_A_SAVE, `${path}:1`, "Choose a file that a game was saved to.");
  }
  if (!READABLE_VERSIONS.has(parsed.bombsight)) {
    throw new InputError(
      sentences.otherVersion(formatValue(parsed.bombsight), READABLE_VERSIONS_TEXT),
      `${path}:1`,
      sentences.OTHER_VERSION_HINT,
    );
  }
  try {
    return readHeader(parsed);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new InputError(clip(error.message, MAX_PROBLEM_LENGTH), `${path}:1`, sentences.EDITED_HEADER_HINT);
  }
}

/** A builder that assembles the header and records of a save, line by line. */
class SaveBuilder {
  records: Record[] = [];
  end: End | null = null;
  /** Unknown fields, each with the first line that has it. */
  private readonly unknown = new Map<string, number>();

  /** Begin with the header of a save. */
  constructor(
    public header: Header,
    private readonly path: string,
  ) {
    this.noteUnknown(header.unknown, 1);
  }

  /** Apply a parsed line with its number. Throws an {@link InputError} if it is invalid, or not allowed here. */
  addLine(parsed: Json, line: number): void {
    if (!isObject(parsed)) throw this.notARecordError(line);
    const undo = parsed.undo === undefined ? null : readLine("UndoLine", parsed);
    const rules = parsed.rules === undefined ? null : readLine("RulesLine", parsed);
    const name = parsed.named === undefined ? null : readLine("NameLine", parsed);
    const thrower = parsed.thrower === undefined ? null : readLine("ThrowerLine", parsed);
    if (undo !== null) this.undoDecisions(undo[0].undo, line);
    else if (rules !== null) this.changeRules(rules[0], line);
    else if (name !== null) this.header = { ...this.header, names: addOwnName(this.header.names, name[0].named) };
    else if (thrower !== null) this.header = { ...this.header, thrower: thrower[0].thrower };
    else if (this.end !== null) throw this.lineError(sentences.RECORD_AFTER_END, line);
    else this.addRecord(parsed, line);
    const read = undo ?? rules ?? name ?? thrower;
    if (read !== null) this.noteUnknown(read[1], line);
  }

  /** Make a note for each unknown field of a save, which says that another version wrote the field. */
  unknownFieldNotes(): string[] {
    return [...this.unknown].map(([name, line]) => sentences.unknownField(this.path, line, clip(name)));
  }

  /**
   * Drop the story hashes of all records and of the end, for saves whose hashes another version computed in another
   * way.
   */
  dropStoryHashes(): void {
    this.records = this.records.map(withoutStoryHash);
    if (this.end !== null) this.end = { ...this.end, journal: "" };
  }

  /** Add a parsed line, with its number, as a record or the end. */
  private addRecord(parsed: JsonObject, line: number): void {
    const record = readRecord(parsed, line);
    if (record === null) throw this.notARecordError(line);
    if (record.is === "end") this.end = record;
    else this.records.push(record);
    this.noteUnknown(record.unknown, line);
  }

  /** Remember the names of unknown fields, with the number of their first line. */
  private noteUnknown(unknown: JsonObject, line: number): void {
    for (const name of Object.keys(unknown)) if (!this.unknown.has(name)) this.unknown.set(name, line);
  }

  /** Remove the last `count` decisions, with all that followed them, as a line with an undo says. */
  private undoDecisions(count: number, line: number): void {
    this.end = null;
    for (let done = 0; done < count; done += 1) {
      const index = lastDecision(this.records, this.header);
      if (index === null) throw this.lineError(sentences.NOTHING_TO_TAKE_BACK, line);
      this.records.length = index;
    }
  }

  /**
   * Apply a line that changes the rules: put them into the header, and keep the first records, as many as the line
   * says.
   */
  private changeRules(rulesLine: RulesLine, line: number): void {
    if (rulesLine.kept > this.records.length) throw this.lineError(sentences.tooFewRecords(rulesLine.kept), line);
    const { rules, journal, options, overlays, snapshot } = rulesLine;
    this.header = { ...this.header, rules, journal, options, overlays, snapshot };
    this.records = this.records.slice(0, rulesLine.kept).map(withoutStoryHash);
    this.end = null;
  }

  /** Make the error for a line that is no record. */
  private notARecordError(line: number): InputError {
    return this.lineError(sentences.NOT_A_RECORD, line);
  }

  /** Make an error at the line with a number. */
  private lineError(message: string, line: number): InputError {
    return new InputError(message, `${this.path}:${line}`, sentences.EDITED_LINE_HINT);
  }
}
