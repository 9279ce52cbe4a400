/** Saves out of files into the browser: one, or many behind one another. */

import { clip, InputError } from "../../errors";
import { describeEntry } from "../../session/entry";
import { completeLines, MAX_SAVE_BYTES } from "../../session/saveReader";
import { errorSentence } from "../dom";
import { findClosestGameFile } from "../storage/gameFiles";
import { storeSave } from "../storage/games";
import { newId, type Save } from "../storage/saves";
import { type Progress, readSave } from "./slicedWork";

/** What came of a file with saves. */
export interface ImportResult {
  readonly saves: readonly Save[];
  /** What is wrong with those that were not taken, a sentence each. */
  readonly problems: readonly string[];
}

/** Characters of a title that a list of saves shows. */
const MAX_TITLE_LENGTH = 100;

/** Each save begins with a line of this. */
const FIRST_BYTES = new TextEncoder().encode('{"bombsight":');

const NEWLINE = 10;

/** Take the saves of a file, each by itself: one that is broken keeps no other back. */
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

/** The saves of a file, one behind the other. */
export function splitSaves(data: Uint8Array): Uint8Array[] {
  const begins: number[] = [0];
  for (let at = data.indexOf(NEWLINE); at >= 0; at = data.indexOf(NEWLINE, at + 1))
    if (FIRST_BYTES.every((byte, index) => data[at + 1 + index] === byte)) begins.push(at + 1);
  return begins.map((first, at) => data.subarray(first, begins[at + 1]));
}

/**
 * Take a save; where nothing here has its rules, one is told when it is to be played.
 *
 * Throws an {@link InputError} where it is none, or its game is not here.
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
