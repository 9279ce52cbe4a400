/**
 * Links to games as text: JSON, packed ({@link packData}), in the fragment of an address.
 *
 * A browser sends no fragment, so no server sees what was played. A link may come from anybody: its text, what it
 * unpacks to and its answers are bounded before anything is played.
 */

import { encodeObject, type Format, readObject, TooLarge } from "../../codec";
import { DecodeError } from "../../codecProblems";
import { clip, InputError, isPrintable } from "../../errors";
import { type Json, parseJson, stringifyJson } from "../../json";
import { parseAnswers, parseReasons } from "./answers";
import { LINK_CLASSES, type LinkedGame } from "./classes";
import { describeFault, type FaultSentences, LinkDataError, MAX_LINK_LENGTH, packData, unpackData } from "./packedData";
import * as sentences from "./sentences";

/** The first byte of a packed link, raised when older programs would misread a link. */
export const LINK_FORM = 1;

/** The most bytes that a link unpacks to. */
export const MAX_UNPACKED_BYTES = 200_000;

/** What a link without a site begins with. */
const LINK_SCHEME = "bombsight:";

/** What stands before the packed link in the address of a page. */
export const LINK_ROUTE = "#/link/";

/** How many digits of the hash of rules, and of what happened, a link has. */
export const RULES_DIGITS = 16;
export const DIGEST_DIGITS = 16;

/** The most characters of the title and of the version. */
const MAX_TITLE_LENGTH = 200;

const MAX_PROBLEM_LENGTH = 200;

/** How messages name a link, whose text would fill them. */
export const PLACE = "link";

const LINK_FORMAT: Format = { classes: LINK_CLASSES, rejectsUnknownFields: true };

/** What texts of a link must look like. */
const TEXT_PATTERNS = {
  game: /^[A-Za-z0-9_-]{1,64}$/,
  rules: new RegExp(`^[0-9a-f]{${RULES_DIGITS}}$`),
  snapshot: new RegExp(`^(?:[0-9a-f]{${RULES_DIGITS}})?$`),
  digest: new RegExp(`^[0-9a-f]{${DIGEST_DIGITS}}$`),
} as const;

/** Read a link from its address, or from its packed part alone. Throws an {@link InputError} if it is none. */
export async function readLink(text: string): Promise<LinkedGame> {
  const at = text.indexOf(LINK_ROUTE);
  const packed = at >= 0 ? text.slice(at + LINK_ROUTE.length) : text.trim().replace(new RegExp(`^${LINK_SCHEME}`), "");
  return unpackLink(packed.split("/")[0]!);
}

/** Pack a link into the text that stands in addresses. Throws an {@link InputError} if the game is too long for one. */
export async function packLink(link: LinkedGame): Promise<string> {
  const data = new TextEncoder().encode(stringifyJson(encodeObject(link, "LinkedGame", LINK_CLASSES)));
  const packed = await packData(data, LINK_FORM);
  if (data.length > MAX_UNPACKED_BYTES || packed.length > MAX_LINK_LENGTH)
    throw new InputError(sentences.noLinkPossible(MAX_LINK_LENGTH), "", sentences.SEND_SAVE_HINT);
  return packed;
}

/**
 * Unpack a link from the text that stands in addresses; blanks in it, as mail programs insert them, do not matter.
 *
 * Throws an {@link InputError} if it is no link, damaged, too large, of a newer form, or holds no game.
 */
export async function unpackLink(packed: string): Promise<LinkedGame> {
  const data = await unpackData(packed, LINK_FORM, MAX_UNPACKED_BYTES).catch((error: unknown) => {
    throw error instanceof LinkDataError ? describeFault(error.fault, FAULTS) : error;
  });
  return parseLink(data);
}

/** The errors for texts that are no packed link. */
const FAULTS: FaultSentences<InputError> = {
  tooLong: () => new InputError(sentences.linkTooLong(MAX_LINK_LENGTH), PLACE),
  noLink: () => new InputError(sentences.NO_LINK, PLACE, sentences.NO_LINK_HINT),
  otherForm: (form) =>
    new InputError(sentences.otherLinkVersion(form, LINK_FORM), PLACE, sentences.OTHER_LINK_VERSION_HINT),
  tooLarge: () => new InputError(sentences.UNPACKS_TOO_LARGE, PLACE),
  damaged: () => brokenError(),
};

/**
 * Parse the unpacked content of a link; fields of a later version are ignored, for the digest tells whether they matter.
 *
 * Throws an {@link InputError} if it holds no game.
 */
function parseLink(data: Uint8Array): LinkedGame {
  const link = decodeLink(data);
  for (const [name, pattern] of Object.entries(TEXT_PATTERNS))
    if (!pattern.test(link[name as keyof typeof TEXT_PATTERNS])) throw new InputError(sentences.wrongLink(name), PLACE);
  for (const name of ["title", "version"] as const)
    if ([...link[name]].length > MAX_TITLE_LENGTH || !isPrintable(link[name]))
      throw new InputError(sentences.wrongLink(name), PLACE);
  parseReasons(link.reasons, parseAnswers(link.answers, PLACE).length, PLACE);
  return link;
}

/** Decode the unpacked content of a link by its descriptor. Throws an {@link InputError} if it has another shape. */
function decodeLink(data: Uint8Array): LinkedGame {
  let json: Json;
  try {
    json = parseJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data));
  } catch {
    throw brokenError();
  }
  try {
    return readObject(json, "LinkedGame", LINK_FORMAT, true) as LinkedGame;
  } catch (error) {
    if (error instanceof TooLarge) throw brokenError();
    if (!(error instanceof DecodeError)) throw error;
    throw new InputError(sentences.wrongLink(clip(error.message, MAX_PROBLEM_LENGTH)), PLACE);
  }
}

/** Make the error for a damaged link. */
function brokenError(): InputError {
  return new InputError(sentences.BROKEN_LINK, PLACE, sentences.DAMAGED_HINT);
}
