/** Game files: one compressed file that holds a game's program and the modules that play it.
 *
 * Parts, and words of the head, that are not known here are passed over: a later version has added them.
 */

import { TooLarge } from "../codec";
import { decodeDocument, decodeProgram, LONGEST, OtherClasses } from "./decode";
import type { Cards, Settings, Things } from "./documents";
import { mendOlderSites, SIDES_SAY } from "./older";
import type { Program } from "./program";
import { budgetsOfStranger, excessOf, VALUES } from "./sizes";

/** The version of the format that is read here, and the oldest. */
const VERSION = 3;
const OLDEST = 2;

/** How many bytes a file may come to once it is unpacked: thirteen times the largest game. */
export const LARGEST = 40_000_000;

/** How many bytes a part may have that is read as data: twelve times the largest. */
const LARGEST_DATA = 10_000_000;

/** A game as its file tells it. */
export interface Game {
  readonly head: Head;
  readonly program: Program;
  /** What may be chosen before a game; read, as the next two are, when it is first asked for. */
  settings(): Settings;
  /** The cards of its tables. */
  cards(): Cards;
  /** What has a name or a title. */
  things(): Things;
  /** Tells the journal: what a person plays on. */
  readonly traced: Uint8Array<ArrayBuffer>;
  /** Plays many runs. */
  readonly plain: Uint8Array<ArrayBuffer>;
  /** Works out what is told beside a run. */
  readonly asides: Uint8Array<ArrayBuffer>;
}

/** The first line of a game file. */
export interface Head {
  /** The version of the format. */
  readonly bombsight_game: number;
  readonly game: string;
  readonly title: string;
  readonly digest: string;
  /** The digest of the texts of its rules; left out by versions that did not put them into the file. */
  readonly snapshot?: string;
  /** Of the program that wrote it; left out by versions that did not say it. */
  readonly version?: string;
  /** How many bytes each part has, in their order. */
  readonly parts: Readonly<Record<string, number>>;
}

/** A file that is no game, in a sentence for people. */
export class NoGame extends Error {}

/** A game file that another version of the program can read. */
export class OtherVersion extends NoGame {
  /** @param version - The version that wrote it, as far as it says so. */
  constructor(readonly version = "") {
    super(OTHER_VERSION);
  }
}

const NO_FILE = "This is no game file.";
const NOT_WHOLE = "This game file is not whole: get it once more.";
const OTHER_VERSION = "This game was made for another version of this program.";
const TOO_LARGE = `This game file is too large: unpacked it may have ${LARGEST.toLocaleString("en")} bytes.`;
const NO_GAME_LIKE_IT = "This is no game file: its data are deeper or longer than those of any game.";
const ONLY_TEXTS =
  "This file holds the texts of rules, and nothing that plays them here. Where it was written, `bombsight compile SAVE " +
  "--site` makes the game file of the rules that a save was begun by: put that onto the page.";

/** Options of a game: the largest has 39. */
const OPTIONS = 500;

/** What the id of a game looks like, which becomes part of addresses and of names of files. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** What compressed files begin with. */
const COMPRESSED = [0x1f, 0x8b];

const LINE_END = 10;

/** Whose a game is: the site's, which runs as it came, or a stranger's, whose work is counted. */
export type Whose = "site" | "stranger";

/** The game in a file. One of a stranger has no larger budgets than his rules could have without anybody's leave.
 *
 * Throws {@link NoGame} where it is none, is not whole, or holds only texts; {@link OtherVersion} where it is of one.
 */
export async function readGame(file: Blob, whose: Whose = "site"): Promise<Game> {
  const bytes = await unpacked(file);
  const end = bytes.indexOf(LINE_END);
  const head = headOf(bytes.subarray(0, Math.max(0, end)));
  const parts = new Map<string, Uint8Array<ArrayBuffer>>();
  let at = end + 1;
  for (const [name, length] of Object.entries(head.parts)) {
    parts.set(name, bytes.subarray(at, at + length));
    at += length;
  }
  if (at !== bytes.length) throw new NoGame(NOT_WHOLE);
  const part = (name: string): Uint8Array<ArrayBuffer> => {
    const found = parts.get(name);
    if (found === undefined) throw new OtherVersion(head.version);
    return found;
  };
  const json = (name: string): unknown => jsonOf(part(name));
  const program = programOf(json("program"), head);
  return {
    head,
    program: whose === "site" ? program : { ...program, budgets: budgetsOfStranger(program.budgets) },
    settings: once(() => settingsOf(json("settings"))),
    cards: once(() => readDocument(json("cards"), "Cards")),
    things: once(() => readDocument(json("things"), "Things")),
    traced: part("traced"),
    plain: part("plain"),
    asides: part("asides"),
  };
}

/** What is made when it is first asked for, and kept. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** What a file comes to; no more is unpacked than it may. */
async function unpacked(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > LARGEST) throw new NoGame(TOO_LARGE);
  const first = new Uint8Array(await file.slice(0, COMPRESSED.length).arrayBuffer());
  if (COMPRESSED.some((byte, at) => byte !== first[at])) throw new NoGame(NO_FILE);
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value } = await reader.read().catch(() => {
      throw new NoGame(NOT_WHOLE);
    });
    if (value === undefined) return joined(chunks, length);
    chunks.push(value);
    length += value.length;
    if (length <= LARGEST) continue;
    void reader.cancel().catch(() => {});
    throw new NoGame(TOO_LARGE);
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function headOf(line: Uint8Array): Head {
  const head = jsonOf(line, NO_FILE);
  if (typeof head !== "object" || head === null || !("bombsight_game" in head)) throw new NoGame(NO_FILE);
  const version = head.bombsight_game;
  if (typeof version !== "number" || version < OLDEST || version > VERSION) throw new OtherVersion(versionIn(head));
  if (hasOnlyTexts(head)) throw new NoGame(ONLY_TEXTS);
  if (!isHead(head)) throw new NoGame(NOT_WHOLE);
  return head;
}

/** The version that a head of any version says; empty where it says none. */
function versionIn(head: object): string {
  return "version" in head && typeof head.version === "string" ? head.version : "";
}

/** Whether a file is one of those that the command line keeps beside saves. */
function hasOnlyTexts(head: object): boolean {
  const parts = "parts" in head ? head.parts : null;
  return typeof parts === "object" && parts !== null && "sources" in parts && !("program" in parts);
}

/** Whether the head of this version says all that one does. */
function isHead(head: object): head is Head {
  const { game, title, digest, snapshot = "", version = "", parts } = head as Partial<Record<keyof Head, unknown>>;
  const isText = (text: unknown): boolean => typeof text === "string" && text.length <= LONGEST;
  if (![title, digest, snapshot, version].every(isText) || typeof game !== "string" || !NAME.test(game)) return false;
  return typeof parts === "object" && parts !== null && Object.values(parts).every(isLength);
}

/** A document. Throws {@link NoGame} where the data are none. */
function readDocument<K extends Parameters<typeof decodeDocument>[1]>(data: unknown, name: K) {
  const found = decodeDocument(data, name);
  if (found === null) throw new NoGame(NOT_WHOLE);
  return found;
}

/** The options of a game. Throws {@link NoGame} where there are none, or more than anybody would choose from. */
function settingsOf(data: unknown): Settings {
  const settings = readDocument(data, "Settings");
  const { options } = settings;
  const isWithin = options.length <= OPTIONS && options.every(({ values }) => values.length <= VALUES);
  if (!isWithin) throw new NoGame(NO_GAME_LIKE_IT);
  return settings;
}

function isLength(size: unknown): boolean {
  return typeof size === "number" && Number.isSafeInteger(size) && size >= 0;
}

function programOf(data: unknown, head: Head): Program {
  const program = decoded(data, head);
  if (program.game !== head.game) throw new NoGame(NOT_WHOLE);
  const excess = excessOf(program);
  if (excess === null) return program;
  throw new NoGame(`This game is larger than any can be made (${excess}), so it is not played.`);
}

function decoded(data: unknown, head: Head): Program {
  if (head.bombsight_game <= SIDES_SAY) mendOlderSites(data);
  try {
    return decodeProgram(data);
  } catch (error) {
    if (error instanceof OtherClasses) throw new OtherVersion(head.version);
    throw error instanceof TooLarge ? new NoGame(NO_GAME_LIKE_IT) : error;
  }
}

function jsonOf(bytes: Uint8Array, otherwise = NOT_WHOLE): unknown {
  if (bytes.length > LARGEST_DATA) throw new NoGame(TOO_LARGE);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new NoGame(otherwise);
  }
}
