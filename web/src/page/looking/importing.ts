/** Saves out of files into the browser: one, or many behind one another. */

import { clip, InputError } from "../../errors";
import { played } from "../../session/entry";
import { LARGEST, linesKept } from "../../session/saved";
import { sentence } from "../dom";
import { keepPlayed } from "../keeping/games";
import { likestPlayer } from "../keeping/players";
import { newId, type Save } from "../keeping/saves";
import { type Progress, readSave } from "./reading";

/** What came of a file with saves. */
export interface Imported {
  readonly saves: readonly Save[];
  /** What is wrong with those that were not taken, a sentence each. */
  readonly problems: readonly string[];
}

/** Characters of a title that a list of saves shows. */
const LONGEST_TITLE = 100;

/** Each save begins with a line of this. */
const BEGINNING = new TextEncoder().encode('{"bombsight":');

const LINE_END = 10;

/** Take the saves of a file, each by itself: one that is broken keeps no other back. */
export async function importSaves(file: File, progress?: Progress): Promise<Imported> {
  if (file.size > LARGEST)
    throw new InputError(`more than ${LARGEST.toLocaleString("en")} bytes are no save`, file.name);
  const parts = partsOf(new Uint8Array(await file.arrayBuffer()));
  const saves: Save[] = [];
  const problems: string[] = [];
  for (const [at, data] of parts.entries()) {
    const name = parts.length === 1 ? file.name : `${file.name}, save ${at + 1}`;
    try {
      saves.push(await importSave(data, name, progress));
    } catch (error) {
      const place = error instanceof InputError && error.place ? error.place : name;
      problems.push(`${place}: ${sentence(error)}`);
    }
  }
  return { saves, problems };
}

/** The saves of a file, one behind the other. */
export function partsOf(data: Uint8Array): Uint8Array[] {
  const begins: number[] = [0];
  for (let at = data.indexOf(LINE_END); at >= 0; at = data.indexOf(LINE_END, at + 1))
    if (BEGINNING.every((byte, index) => data[at + 1 + index] === byte)) begins.push(at + 1);
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
  const found = await likestPlayer(header);
  if (found === null)
    throw new InputError(`${header.title} is not here`, "", "Put a game file of it onto the page first.");
  const { ready, player } = found;
  const now = Date.now();
  const save: Save = {
    id: newId(),
    game: header.game,
    place: player.place,
    title: clip(header.title, LONGEST_TITLE),
    digest: ready.digest,
    what: [played(header.entry, header.args), player.edition].filter((each) => each).join(", "),
    standing: `From ${name}`,
    isOver: saved.end !== null,
    until: "",
    begun: now,
    played: now,
    lines: 0,
  };
  return keepPlayed(ready, save, linesKept(data, saved));
}
