/** Plain data of game files as their objects. Attributes that are not known here are left out, whatever they hold: a later
 * version has added them.
 */

import { type Format, readObject } from "../codec";
import { type Cards, DOCUMENT_CLASSES, type Settings, type SiteGames, type Things } from "./documents";
import { PROGRAM_CLASSES, type Program } from "./program";

/** The data are not of the classes that are known here: another version has written them. */
export class OtherClasses extends Error {}

/** Characters of one text: forty lines of a printed page. */
export const LONGEST = 4000;

/** Parts of one text, values among them that it is filled in with. */
const PARTS = 300;

const PROGRAM: Format = { classes: PROGRAM_CLASSES, tagged: true, longest: LONGEST, parts: PARTS };

const DOCUMENT: Format = { classes: DOCUMENT_CLASSES };

interface Documents {
  readonly Settings: Settings;
  readonly Cards: Cards;
  readonly Things: Things;
  readonly SiteGames: SiteGames;
}

/** The program of plain data. Throws {@link OtherClasses} where they are none, and `TooLarge`. */
export function decodeProgram(data: unknown): Program {
  const found = readObject(data, "Program", PROGRAM);
  if (found === undefined) throw new OtherClasses("this is no program");
  return found as Program;
}

/** The document of plain data; null where they are none. Parts of it that an earlier version did not write are empty. */
export function decodeDocument<K extends keyof Documents>(data: unknown, name: K): Documents[K] | null {
  return (readObject(data, name, DOCUMENT) as Documents[K] | undefined) ?? null;
}
