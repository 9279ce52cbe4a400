/** Decoding of game files' plain data into objects. Unknown attributes, of later versions, are ignored. */

import { type Format, readObject } from "../codec";
import { type Cards, DOCUMENT_CLASSES, type Settings, type SiteGames, type Things } from "./documents";
import { PROGRAM_CLASSES, type Program } from "./program";

/** The error for data that match no known class: another version wrote them. */
export class ClassMismatch extends Error {}

/** Maximum characters of a text: forty lines of a printed page. */
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

/** Decode a program from plain data. Throws {@link ClassMismatch} if they do not match, and `TooLarge`. */
export function decodeProgram(data: unknown): Program {
  const program = readObject(data, "Program", PROGRAM_FORMAT);
  if (program === undefined) throw new ClassMismatch("this is no program");
  return program as Program;
}

/** Decode a document from plain data; null if they do not match. Parts missing in earlier versions are empty. */
export function decodeDocument<K extends keyof DocumentTypes>(data: unknown, name: K): DocumentTypes[K] | null {
  return (readObject(data, name, DOCUMENT_FORMAT) as DocumentTypes[K] | undefined) ?? null;
}
