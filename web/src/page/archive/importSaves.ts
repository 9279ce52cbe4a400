/** Import of saves from files into the browser: one, or several concatenated. */

import { clip, InputError } from "../../errors";
import { describeEntry } from "../../session/entry";
import { completeLines, MAX_SAVE_BYTES } from "../../session/saveReader";
import { errorSentence } from "../dom";
import { findClosestGameFile } from "../storage/gameFiles";
import { storeSave } from "../storage/games";
import { newId, type Save } from "../storage/saves";
import { type Progress, readSave } from "./slicedWork";

/** The result of importing a file of saves. */
export interface ImportResult {
  readonly saves: readonly Save[];
  /** The errors of saves that were not imported, a sentence each. */
  readonly problems: readonly string[];
}

/** Maximum characters of a title in a list of saves. */
const MAX_TITLE_LENGTH = 100;

/** The first bytes of each save. */
const FIRST_BYTES = new TextEncoder().encode('{"bombsight":');

const NEWLINE = 10;

/**
 * Import the saves of a file into the browser; returns their summaries, and the errors of those that were not imported.
 */
export async function importSaves(file: File, progress?: Progress): Promise<ImportResult> {
  if (file.size > MAX_SAVE_BYTES)
    throw new InputError(`more than ${MAX_SAVE_BYTES.toLocaleString("en")} bytes are no save`, file.name);
  const parts = splitSaves(new Uint8Array(await file.arrayBuffer()));
  const saves: Save[] = [];
  const problems: string[] = [];
  for (const [at, data] of parts.entries()) {
    const name = parts.length === 1 ? file.name : `${file.name}, save ${at + 1}`;
    try {
      saves.push(await importSave(data, name, progress));
    } catch (error) {
      const place = error instanceof InputError && error.place ? error.place : name;
      problems.push(`${place}: ${errorSentence(error)}`);
    }
  }
  return { saves, problems };
}

/** Whether a file begins as a save does. */
export async function looksLikeSave(file: Blob): Promise<boolean> {
  const begin = new Uint8Array(await file.slice(0, FIRST_BYTES.length).arrayBuffer());
  return begin.length === FIRST_BYTES.length && FIRST_BYTES.every((byte, index) => begin[index] === byte);
}

/** Split a file's bytes into its concatenated saves, each of which begins with a header. */
export function splitSaves(data: Uint8Array): Uint8Array[] {
  const begins: number[] = [0];
  for (let at = data.indexOf(NEWLINE); at >= 0; at = data.indexOf(NEWLINE, at + 1))
    if (FIRST_BYTES.every((byte, index) => data[at + 1 + index] === byte)) begins.push(at + 1);
  return begins.map((first, at) => data.subarray(first, begins[at + 1]));
}

/**
 * Import one save from the bytes of its file, and return its summary; missing rules are reported only when it is
 * played.
 *
 * Throws an {@link InputError} if it is no save, or its game is not here.
 */
async function importSave(data: Uint8Array, name: string, progress?: Progress): Promise<Save> {
  const saved = await readSave(data, name, progress);
  const { header } = saved;
  const opened = await findClosestGameFile(header);
  if (opened === null)
    throw new InputError(`${header.title} is not here`, "", "Put a game file of it onto the page first.");
  const { ready, player } = opened;
  const now = Date.now();
  const save: Save = {
    id: newId(),
    game: header.game,
    place: player.place,
    title: clip(header.title, MAX_TITLE_LENGTH),
    digest: ready.digest,
    what: [describeEntry(header.entry, header.args), player.edition].filter((each) => each).join(", "),
    standing: `From ${name}`,
    isOver: saved.end !== null,
    until: "",
    begun: now,
    played: now,
    lines: 0,
  };
  return storeSave(ready, save, completeLines(data, saved));
}
