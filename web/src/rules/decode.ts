/** Plain data of game files as their objects. Attributes that are not known here are left out, whatever they hold: a later
 * version has added them.
 */

import { type Format, readObject, tryReadObject } from "../codec";
import { type Cards, DOCUMENT_CLASSES, type Settings, type SiteGames, type Things } from "./documents";
import { PROGRAM_CLASSES, type Program } from "./program";

/** Characters of one text: forty lines of a printed page. */
export const MAX_TEXT_LENGTH = 4000;

/** Parts of one text, values among them that it is filled in with. */
const MAX_TEXT_PARTS = 300;

const PROGRAM_FORMAT: Format = {
  classes: PROGRAM_CLASSES,
  isTagged: true,
  maxTextLength: MAX_TEXT_LENGTH,
  maxTextParts: MAX_TEXT_PARTS,
};

const DOCUMENT_FORMAT: Format = { classes: DOCUMENT_CLASSES };

interface DocumentTypes {
  readonly Settings: Settings;
  readonly Cards: Cards;
  readonly Things: Things;
  readonly SiteGames: SiteGames;
}

/** The program of plain data. Throws `DecodeError` where they are none, for another version has written them, and
 * `TooLarge`.
 */
export function decodeProgram(data: unknown): Program {
  return readObject(data, "Program", PROGRAM_FORMAT) as Program;
}

/** The document of plain data; null where they are none. Parts of it that an earlier version did not write are empty. */
export function decodeDocument<K extends keyof DocumentTypes>(data: unknown, name: K): DocumentTypes[K] | null {
  return tryReadObject(data, name, DOCUMENT_FORMAT) as DocumentTypes[K] | null;
}
