/** Game files: one compressed file that holds a game's program and the modules that play it. */

import { decodeProgram } from "./decode";
import type { Cards, Settings, Things } from "./documents";
import type { Program } from "./program";

/** The version of the format that is read here. */
export const VERSION = 1;

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
  readonly traced: BufferSource;
  /** Plays many runs. */
  readonly plain: BufferSource;
  /** Works out what is told beside a run. */
  readonly asides: BufferSource;
}

/** The first line of a game file. */
export interface Head {
  readonly bombsight_game: number;
  readonly game: string;
  readonly title: string;
  readonly digest: string;
  readonly parts: Readonly<Record<string, number>>;
}

/** A file that is no game, in a sentence for people. */
export class NoGame extends Error {}

/** The game in a file. Throws {@link NoGame} where it is none, or of another version. */
export async function readGame(file: Blob): Promise<Game> {
  const bytes = await unpacked(file);
  const end = bytes.indexOf(10);
  const head = headOf(bytes.subarray(0, Math.max(0, end)));
  const parts = new Map<string, Uint8Array<ArrayBuffer>>();
  let at = end + 1;
  for (const [name, length] of Object.entries(head.parts)) {
    parts.set(name, bytes.subarray(at, at + length));
    at += length;
  }
  if (at !== bytes.length) throw new NoGame("This file is not whole.");
  const part = (name: string): Uint8Array<ArrayBuffer> => {
    const found = parts.get(name);
    if (found === undefined) throw new NoGame("This file is not whole.");
    return found;
  };
  const json = (name: string): unknown => JSON.parse(new TextDecoder().decode(part(name)));
  return {
    head,
    program: decodeProgram(json("program")),
    settings: once(() => json("settings") as Settings),
    cards: once(() => json("cards") as Cards),
    things: once(() => json("things") as Things),
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

async function unpacked(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  } catch {
    throw new NoGame("This is no game file.");
  }
}

function headOf(line: Uint8Array): Head {
  let head: Partial<Head>;
  try {
    head = JSON.parse(new TextDecoder().decode(line)) as Partial<Head>;
  } catch {
    throw new NoGame("This is no game file.");
  }
  if (typeof head.bombsight_game !== "number" || !head.parts) throw new NoGame("This is no game file.");
  if (head.bombsight_game !== VERSION) throw new NoGame("This game was made for another version of this program.");
  return head as Head;
}
