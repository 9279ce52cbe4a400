/** Game files: one compressed file with a game's program and the modules that play it.
 *
 * Unknown parts and fields of the header are ignored: a later version has added them.
 */

import { TooLarge } from "../codec";
import { DecodeError } from "../codecProblems";
import { isObject, type Json } from "../json";
import { decodeDocument, decodeProgram, MAX_TEXT_LENGTH } from "./decode";
import type { Cards, Settings, Things } from "./documents";
import { InflateError, inflate } from "./inflate";
import { LAST_SIDES_VERSION, upgradeOlderSites } from "./olderGameFiles";
import type { Program } from "./program";
import { capBudgets, findExcess, MAX_VALUES } from "./sizes";

/** The current version of the format, and the oldest readable one. */
const VERSION = 3;
const OLDEST_VERSION = 2;

/** Maximum unpacked size of a file in bytes: thirteen times the largest game. */
export const MAX_UNPACKED_SIZE = 40_000_000;

/** Maximum size of a JSON part in bytes: twelve times the largest. */
const MAX_DATA_SIZE = 10_000_000;

/** The contents of a game file. */
export interface Game {
  readonly head: Head;
  readonly program: Program;
  /** The options to choose before a game; decoded, like the next two, at first use. */
  settings(): Settings;
  /** The cards of its tables. */
  cards(): Cards;
  /** The index of everything with a name or a title. */
  things(): Things;
  /** The code with journal events, for play by a person. */
  readonly traced: Uint8Array<ArrayBuffer>;
  /** The code without journal events, for many runs. */
  readonly plain: Uint8Array<ArrayBuffer>;
  /** The code of the asides. */
  readonly asides: Uint8Array<ArrayBuffer>;
}

/** The header, the first line of a game file. */
export interface Head {
  /** The version of the format. */
  readonly bombsight_game: number;
  readonly game: string;
  readonly title: string;
  readonly digest: string;
  /** The digest of the rules' texts; missing in older versions, whose files have no texts. */
  readonly snapshot?: string;
  /** The version of the program that wrote it; missing in older versions. */
  readonly version?: string;
  /** The size of each part in bytes, in file order. */
  readonly parts: Readonly<Record<string, number>>;
}

/** The error for a file that is no game file, with a message for people. */
export class InvalidGame extends Error {}

/** The error for a game file that only another version of the program can read. */
export class UnsupportedVersion extends InvalidGame {
  /**
   * Make the error, with its message.
   * @param version - The version that wrote it, if known.
   */
  constructor(readonly version = "") {
    super(OTHER_VERSION);
  }
}

const NOT_A_GAME_FILE = "This is no game file.";
const INCOMPLETE_FILE = "This game file is not whole: get it once more.";
const OTHER_VERSION = "This game was made for another version of this program.";
const TOO_LARGE = `This game file is too large: unpacked it may have ${MAX_UNPACKED_SIZE.toLocaleString("en")} bytes.`;
const IMPLAUSIBLE_DATA = "This is no game file: its data are deeper or longer than those of any game.";
const ONLY_SOURCES =
  "This file holds the texts of rules, and nothing that plays them here. Where it was written, `bombsight compile SAVE " +
  "--site` makes the game file of the rules that a save was begun by: put that onto the page.";

/** Maximum number of options of a game: the largest has 39. */
const MAX_OPTIONS = 500;

/** The pattern of game ids, which become part of URLs and file names. */
const GAME_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** The first bytes of gzip files. */
const GZIP_MAGIC = [0x1f, 0x8b];

const NEWLINE = 10;

/** The owner of a game: the site, whose modules run unchanged, or a stranger, whose modules are metered. */
export type GameOwner = "site" | "stranger";

/**
 * Read a game file; if its `owner` is a stranger, the budgets (limits of work and text) are capped.
 *
 * Throws {@link InvalidGame} if it is no game, is truncated, or holds only texts; {@link UnsupportedVersion} for
 * others.
 */
export async function readGame(file: Blob, owner: GameOwner = "site"): Promise<Game> {
  const bytes = await unpackFile(file);
  const end = bytes.indexOf(NEWLINE);
  const head = parseHead(bytes.subarray(0, Math.max(0, end)));
  const parts = new Map<string, Uint8Array<ArrayBuffer>>();
  let at = end + 1;
  for (const [name, length] of Object.entries(head.parts)) {
    parts.set(name, bytes.subarray(at, at + length));
    at += length;
  }
  if (at !== bytes.length) throw new InvalidGame(INCOMPLETE_FILE);
  /** The bytes of the file's part with a name. Throws if another version left it out. */
  const readPart = (name: string): Uint8Array<ArrayBuffer> => {
    const content = parts.get(name);
    if (content === undefined) throw new UnsupportedVersion(head.version);
    return content;
  };
  /** The parsed JSON of the file's part with a name. */
  const readJsonPart = (name: string): unknown => parseJsonBytes(readPart(name));
  const program = parseProgram(readJsonPart("program"), head);
  return {
    head,
    program: owner === "site" ? program : { ...program, budgets: capBudgets(program.budgets) },
    settings: memoize(() => parseSettings(readJsonPart("settings"))),
    cards: memoize(() => readDocument(readJsonPart("cards"), "Cards")),
    things: memoize(() => readDocument(readJsonPart("things"), "Things")),
    traced: readPart("traced"),
    plain: readPart("plain"),
    asides: readPart("asides"),
  };
}

/** Make a function that computes its value at the first call only. */
function memoize<T>(compute: () => T): () => T {
  let cached: T | undefined;
  return () => {
    cached ??= compute();
    return cached;
  };
}

/** Decompress a game file. Throws {@link InvalidGame} if it is none, or exceeds the maximum size. */
async function unpackFile(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > MAX_UNPACKED_SIZE) throw new InvalidGame(TOO_LARGE);
  const first = new Uint8Array(await file.slice(0, GZIP_MAGIC.length).arrayBuffer());
  if (GZIP_MAGIC.some((byte, at) => byte !== first[at])) throw new InvalidGame(NOT_A_GAME_FILE);
  try {
    return await inflate(file, "gzip", MAX_UNPACKED_SIZE);
  } catch (error) {
    throw new InvalidGame(error instanceof InflateError && error.isTooLarge ? TOO_LARGE : INCOMPLETE_FILE);
  }
}

/** Parse the header of a game file. Throws {@link UnsupportedVersion} or {@link InvalidGame} if it is not valid. */
function parseHead(line: Uint8Array): Head {
  const head = parseJsonBytes(line, NOT_A_GAME_FILE);
  if (typeof head !== "object" || head === null || !("bombsight_game" in head)) throw new InvalidGame(NOT_A_GAME_FILE);
  const version = head.bombsight_game;
  if (typeof version !== "number" || version < OLDEST_VERSION || version > VERSION)
    throw new UnsupportedVersion(readVersion(head));
  if (hasOnlySources(head)) throw new InvalidGame(ONLY_SOURCES);
  if (!isHead(head)) throw new InvalidGame(INCOMPLETE_FILE);
  return head;
}

/** The version of the program that wrote a game file's header, in any format; empty if the header has none. */
function readVersion(head: object): string {
  return "version" in head && typeof head.version === "string" ? head.version : "";
}

/** Whether a header belongs to a file with only the rules' texts, which the command line keeps beside saves. */
function hasOnlySources(head: object): boolean {
  const parts = "parts" in head ? head.parts : null;
  return typeof parts === "object" && parts !== null && "sources" in parts && !("program" in parts);
}

/** Whether a header has all fields of the current format. */
function isHead(head: object): head is Head {
  const { game, title, digest, snapshot = "", version = "", parts } = head as Partial<Record<keyof Head, unknown>>;
  /** Whether a value is a text of limited length. */
  const isText = (text: unknown): boolean => typeof text === "string" && text.length <= MAX_TEXT_LENGTH;
  if (![title, digest, snapshot, version].every(isText) || typeof game !== "string" || !GAME_ID_PATTERN.test(game))
    return false;
  return typeof parts === "object" && parts !== null && Object.values(parts).every(isByteCount);
}

/** Decode JSON data as a document with a class name. Throws {@link InvalidGame} if they do not match. */
function readDocument<K extends Parameters<typeof decodeDocument>[1]>(data: unknown, name: K) {
  const document = decodeDocument(data, name);
  if (document === null) throw new InvalidGame(INCOMPLETE_FILE);
  return document;
}

/** Decode JSON data as the options of a game. Throws {@link InvalidGame} if they do not match, or are too many. */
function parseSettings(data: unknown): Settings {
  const older = { primer: null, stops: [] }; // what older files lack
  const settings = readDocument(isObject(data as Json) ? { ...older, ...(data as object) } : data, "Settings");
  const { options } = settings;
  const isWithin = options.length <= MAX_OPTIONS && options.every(({ values }) => values.length <= MAX_VALUES);
  if (!isWithin) throw new InvalidGame(IMPLAUSIBLE_DATA);
  return settings;
}

/** Whether a value is a number of bytes. */
function isByteCount(size: unknown): boolean {
  return typeof size === "number" && Number.isSafeInteger(size) && size >= 0;
}

/** Decode JSON data as the program of a game file, and check it against the size limits. */
function parseProgram(data: unknown, head: Head): Program {
  const program = decodeAnyVersion(data, head);
  if (program.game !== head.game) throw new InvalidGame(INCOMPLETE_FILE);
  const excess = findExcess(program);
  if (excess === null) return program;
  throw new InvalidGame(`This game is larger than any can be made (${excess}), so it is not played.`);
}

/** Decode JSON data as a program, upgraded if an older version wrote the file. */
function decodeAnyVersion(data: unknown, head: Head): Program {
  if (head.bombsight_game <= LAST_SIDES_VERSION) upgradeOlderSites(data);
  try {
    return decodeProgram(data);
  } catch (error) {
    if (error instanceof DecodeError) throw new UnsupportedVersion(head.version);
    throw error instanceof TooLarge ? new InvalidGame(IMPLAUSIBLE_DATA) : error;
  }
}

/** Parse bytes of bounded size as JSON. Throws {@link InvalidGame} with a message if they are none. */
function parseJsonBytes(bytes: Uint8Array, message = INCOMPLETE_FILE): unknown {
  if (bytes.length > MAX_DATA_SIZE) throw new InvalidGame(TOO_LARGE);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new InvalidGame(message);
  }
}
