/** What a save says: JSON lines, a header first, then the dice as they fell and the answers by name.
 *
 * A line may have fields that another version has added: they are passed over, named in a note, and stay in the file.
 */

import { withName } from "../engine/names";
import { STORIES } from "../engine/views";
import { clip, InputError } from "../errors";
import { isObject, type Json, type JsonObject, jsonText, parseJson } from "../json";
import { listed } from "../listing";
import type { End, Header, Record, RulesLine } from "./classes";
import { READABLE_VERSIONS, readHeader, readLine, readRecord } from "./lines";
import { lastDecision, withoutStory } from "./records";

const MARK = new TextEncoder().encode('{"bombsight":');
const EDITED = "Lines cannot be changed by hand. To play on from before it, delete this line and all behind it.";
const READABLE = listed([...READABLE_VERSIONS].map(String));
const LINE_END = 10;
const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What a save holds. */
export interface Saved {
  /** As it counts now. */
  readonly header: Header;
  /** Those that were not taken back. */
  readonly records: readonly Record[];
  /** How it ended, or null while it goes on. */
  readonly end: End | null;
  /** What was put right in reading. */
  readonly notes: readonly string[];
  /** Bytes up to the end of the last whole line; what follows is no part of it. */
  readonly length: number;
  /** Whether the last line has its line end. */
  readonly whole: boolean;
}

/** How large a save may be, in bytes: ten times the longest. */
export const LARGEST = 64_000_000;

/** How many lines: fifty times those of the longest. */
const MOST_LINES = 1_000_000;

/** How long a line may be, in bytes; the longest are headers, with names and what is pinned. */
const LONGEST_LINE = 1_000_000;

/** So many lines are read between two looks at the clock. */
const SLICE = 500;

/** What the bytes of a save say.
 *
 * @param path - What it is called, for messages.
 * @throws InputError - They are no save, or a line other than a broken last one is wrong.
 */
export function parseSave(data: Uint8Array, path: string): Saved {
  return atOnce(parseBySlices(data, path));
}

/** What comes of work that is done in slices, all of them at once. */
export function atOnce<Made>(work: Generator<number, Made>): Made {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The same, some lines at a time; between them it yields which part of all has been read, from 0 to 1. */
export function* parseBySlices(data: Uint8Array, path: string): Generator<number, Saved> {
  if (data.length > LARGEST) {
    throw new InputError(`this file is too large for a save: ${LARGEST.toLocaleString("en")} bytes are the most`, path);
  }
  const lines = linesOf(data, path);
  const ended = lines.at(-1)!.length === 0;
  if (ended) lines.pop();
  const [first, ...others] = lines;
  if (first === undefined) {
    throw new InputError("this file is empty", path, "Nothing was answered yet: delete it and start again.");
  }
  const reading = new Reading(parseHeader(first, path, ended || others.length > 0), path);
  const cut: string[] = [];
  let whole = ended;
  let length = first.length + 1;
  for (const [index, line] of others.entries()) {
    const number = index + 2;
    const found = parseLine(line);
    if (found === null && number === lines.length && !ended) {
      cut.push(`${path}:${number}: the last line was cut short and is left out`);
      whole = true;
      break;
    }
    reading.take(found, number);
    length += line.length + 1;
    if (number % SLICE === 0) yield number / lines.length;
  }
  if (!whole) length -= 1;
  if (!STORIES.has(reading.header.journal)) reading.forgetStories();
  const notes = [...reading.unknownNoted(), ...cut];
  return { header: reading.header, records: reading.records, end: reading.end, notes, length, whole };
}

/** The whole lines of a save's bytes, in its own words: what further lines are put behind. */
export function linesKept(data: Uint8Array, saved: Saved): string[] {
  const lines = decoded(data.subarray(0, saved.length)).split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** The lines of a file; behind the end of the last line stands an empty one. Throws an {@link InputError} where there are
 * too many.
 */
function linesOf(data: Uint8Array, path: string): Uint8Array[] {
  let end = data.length;
  // After a power cut some file systems leave zeros where the last line should be.
  while (end > 0 && data[end - 1] === 0) end -= 1;
  const lines: Uint8Array[] = [];
  let first = 0;
  for (let at = data.indexOf(LINE_END); at >= 0 && at < end; at = data.indexOf(LINE_END, first)) {
    lines.push(data.subarray(first, at));
    if (lines.length > MOST_LINES)
      throw new InputError(`no save has more than ${MOST_LINES.toLocaleString("en")} lines`, path);
    first = at + 1;
  }
  lines.push(data.subarray(first, end));
  return lines;
}

function decoded(line: Uint8Array): string {
  return DECODER.decode(line);
}

/** A line's JSON, or null where it is none, or holds what no save does: fractions, halves of characters. */
function parseLine(line: Uint8Array): Json {
  if (line.length > LONGEST_LINE) return null;
  try {
    return parseJson(decoded(line));
  } catch {
    return null;
  }
}

function parseHeader(line: Uint8Array, path: string, whole: boolean): Header {
  const found = parseLine(line);
  if (found === null && !whole && line.every((byte, index) => index >= MARK.length || byte === MARK[index])) {
    throw new InputError("the first line is cut short", `${path}:1`, "Nothing was answered yet: start again.");
  }
  if (!isObject(found) || found.bombsight === undefined) {
    throw new InputError("this is no save", `${path}:1`, "Choose a file that a game was saved to.");
  }
  if (!READABLE_VERSIONS.has(found.bombsight)) {
    const format = jsonText(found.bombsight).slice(0, 20);
    throw new InputError(
      `this save has format ${format}, and only ${READABLE} can be read`,
      `${path}:1`,
      "Use the version that wrote it.",
    );
  }
  const header = readHeader(found);
  if (!("message" in header)) return header;
  const where = header.path.join(".") || "header";
  const message = [...header.message].slice(0, 200).join("");
  throw new InputError(`${where}: ${message}`, `${path}:1`, "The first line cannot be changed by hand.");
}

/** Puts the records together, line by line. */
class Reading {
  records: Record[] = [];
  end: End | null = null;
  /** Fields that are not known here, and the first line that has each. */
  private readonly unknown = new Map<string, number>();

  constructor(
    public header: Header,
    private readonly path: string,
  ) {
    this.passOver(header.unknown, 1);
  }

  /** Take a line. Throws an {@link InputError} where it is no record, or cannot stand here. */
  take(found: Json, line: number): void {
    if (!isObject(found)) throw this.notOne(line);
    const undo = found.undo === undefined ? null : readLine("UndoLine", found);
    const rules = found.rules === undefined ? null : readLine("RulesLine", found);
    const name = found.named === undefined ? null : readLine("NameLine", found);
    const thrower = found.thrower === undefined ? null : readLine("ThrowerLine", found);
    if (undo !== null) this.undo(undo[0].undo, line);
    else if (rules !== null) this.changeRules(rules[0], line);
    else if (name !== null) this.header = { ...this.header, names: withName(this.header.names, name[0].named) };
    else if (thrower !== null) this.header = { ...this.header, thrower: thrower[0].thrower };
    else if (this.end !== null) throw this.wrong("nothing but an undo can follow the end", line);
    else this.takeRecord(found, line);
    const read = undo ?? rules ?? name ?? thrower;
    if (read !== null) this.passOver(read[1], line);
  }

  /** A note for each field that is not known here. */
  unknownNoted(): string[] {
    return [...this.unknown].map(
      ([name, line]) =>
        `${this.path}:${line}: the field ${clip(name)} is not known to this version: it is kept as it is`,
    );
  }

  /** Leave out hashes that this version would compute otherwise. */
  forgetStories(): void {
    this.records = this.records.map(withoutStory);
    if (this.end !== null) this.end = { ...this.end, journal: "" };
  }

  private takeRecord(found: JsonObject, line: number): void {
    const record = readRecord(found, line);
    if (record === null) throw this.notOne(line);
    if (record.is === "end") this.end = record;
    else this.records.push(record);
    this.passOver(record.unknown, line);
  }

  private passOver(unknown: JsonObject, line: number): void {
    for (const name of Object.keys(unknown)) if (!this.unknown.has(name)) this.unknown.set(name, line);
  }

  private undo(count: number, line: number): void {
    this.end = null;
    for (let done = 0; done < count; done += 1) {
      const index = lastDecision(this.records, this.header);
      if (index === null) throw this.wrong("there is nothing left to take back", line);
      this.records.length = index;
    }
  }

  private changeRules(found: RulesLine, line: number): void {
    if (found.kept > this.records.length) throw this.wrong(`there are no ${found.kept} records before it`, line);
    const { rules, journal, options, overlays, snapshot } = found;
    this.header = { ...this.header, rules, journal, options, overlays, snapshot };
    this.records = this.records.slice(0, found.kept).map(withoutStory);
    this.end = null;
  }

  private notOne(line: number): InputError {
    return this.wrong("this line is no record of a save", line);
  }

  private wrong(message: string, line: number): InputError {
    return new InputError(message, `${this.path}:${line}`, EDITED);
  }
}
