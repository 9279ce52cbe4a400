/** Decoding of game files' plain data into objects. Unknown attributes, of later versions, are ignored. */

import { type Format, readObject, tryReadObject } from "../codec";
import { type Cards, DOCUMENT_CLASSES, type Settings, type SiteGames, type Things } from "./documents";
import { PROGRAM_CLASSES, type Program } from "./program";

/** Characters of one text: forty lines of a printed page. */
export const MAX_TEXT_LENGTH = 4000;

/** Maximum parts of a text template, holes included. */
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

/**
 * Decode JSON data as a program. Throws {@link DecodeError} for data of another version, {@link TooLarge} for data too
 * deep or long.
 */
export function decodeProgram(data: unknown): Program {
  return readObject(data, "Program", PROGRAM_FORMAT) as Program;
}

/**
 * Decode JSON data as a document of a class; null if they do not match. Parts missing in earlier versions are empty.
 */
export function decodeDocument<K extends keyof DocumentTypes>(data: unknown, name: K): DocumentTypes[K] | null {
  return tryReadObject(data, name, DOCUMENT_FORMAT) as DocumentTypes[K] | null;
}
