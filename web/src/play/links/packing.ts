/**
 * Links as text: JSON, compressed (zlib), behind a byte for the form, in base64url, in the fragment of an address.
 *
 * A browser sends no fragment, so no server sees what was played. A link may come from anybody: its text, what it
 * unpacks to and its answers are bounded before anything is played.
 */

import { encodeObject, type Format, readObject, TooLarge } from "../../codec";
import { DecodeError } from "../../codecProblems";
import { clip, InputError, isPrintable } from "../../errors";
import { type Json, parseJson, stringifyJson } from "../../json";
import { InflateError, inflate } from "../../rules/inflate";
import { parseAnswers, parseReasons } from "./answers";
import { LINK_CLASSES, type LinkedGame } from "./classes";
import * as sentences from "./sentences";

/** The first byte of a packed link, raised when older programs would misread a link. */
export const LINK_FORM = 1;

/** The most characters of a packed link. */
export const MAX_LINK_LENGTH = 100_000;

/** The most bytes that a link unpacks to. */
export const MAX_UNPACKED_BYTES = 200_000;

/** The length up to which forums, messengers and mail programs leave addresses whole. */
export const SAFE_LINK_LENGTH = 2_000;

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

const PACKED_PATTERN = /^[A-Za-z0-9_-]+$/;

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
  const compressed = new Blob([data]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(compressed).arrayBuffer());
  const packed = encodeBase64Url(new Uint8Array([LINK_FORM, ...bytes]));
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
  if (packed.length > MAX_LINK_LENGTH) throw new InputError(sentences.linkTooLong(MAX_LINK_LENGTH), PLACE);
  return parseLink(await unpackBytes(packed.replace(/\s+/g, "")));
}

/** Unpack the bytes of a link's content. Throws an {@link InputError} if they are no link, or too large. */
async function unpackBytes(packed: string): Promise<Uint8Array> {
  if (!PACKED_PATTERN.test(packed)) throw new InputError(sentences.NO_LINK, PLACE, sentences.NO_LINK_HINT);
  const content = decodeBase64Url(packed);
  if (content[0] !== LINK_FORM) {
    const message = sentences.otherLinkVersion(content[0]!, LINK_FORM);
    throw new InputError(message, PLACE, sentences.OTHER_LINK_VERSION_HINT);
  }
  const compressed = content.subarray(1);
  const data = await inflate(new Blob([compressed]), "deflate", MAX_UNPACKED_BYTES).catch((error: unknown) => {
    const isTooLarge = error instanceof InflateError && error.isTooLarge;
    throw isTooLarge ? new InputError(sentences.UNPACKS_TOO_LARGE, PLACE) : brokenError();
  });
  if (!endsWithChecksum(compressed, data)) throw brokenError();
  return data;
}

/** Whether compressed data end with the checksum of what they unpack to: some browsers pass over what follows it. */
function endsWithChecksum(compressed: Uint8Array, data: Uint8Array): boolean {
  let low = 1;
  let high = 0;
  for (const byte of data) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  const last = compressed.subarray(-4);
  return [high >> 8, high & 255, low >> 8, low & 255].every((byte, at) => last[at] === byte);
}

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

/** Encode bytes in base64url, without padding. */
function encodeBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Decode base64url to bytes. Throws an {@link InputError} if it is none. */
function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  } catch {
    throw brokenError();
  }
}
