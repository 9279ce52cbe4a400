/**
 * Data as the text of a link: compressed (zlib), behind a byte for the form, in base64url.
 *
 * A link may come from anybody: its text and what it unpacks to are bounded.
 */

import { unreachable } from "../../closed";
import { InflateError, inflate } from "../../rules/inflate";

/** The most characters of a packed link. */
export const MAX_LINK_LENGTH = 100_000;

/** The length up to which forums, messengers and mail programs leave addresses whole. */
export const SAFE_LINK_LENGTH = 2_000;

const PACKED_PATTERN = /^[A-Za-z0-9_-]+$/;

/** Why a text is no packed link: too long, of other characters, of another form, too large when unpacked, damaged. */
export type LinkFault =
  | { readonly is: "too long" }
  | { readonly is: "no link" }
  | { readonly is: "other form"; readonly form: number }
  | { readonly is: "too large" }
  | { readonly is: "damaged" };

/** The error for a text that is no packed link. */
export class LinkDataError extends Error {
  /** Make the error. */
  constructor(readonly fault: LinkFault) {
    super(fault.is);
  }
}

/** Pack data into the text that stands in addresses; it may be longer than {@link MAX_LINK_LENGTH}. */
export async function packData(data: Uint8Array<ArrayBuffer>, form: number): Promise<string> {
  const compressed = new Blob([data]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(compressed).arrayBuffer());
  return encodeBase64Url(new Uint8Array([form, ...bytes]));
}

/**
 * Unpack data of a form from the text that stands in addresses; blanks in it, as mail programs insert them, do not matter.
 *
 * Throws a {@link LinkDataError} if it is none, or unpacks to more than `maxBytes`.
 */
export async function unpackData(packed: string, form: number, maxBytes: number): Promise<Uint8Array> {
  if (packed.length > MAX_LINK_LENGTH) throw new LinkDataError({ is: "too long" });
  const text = packed.replace(/\s+/g, "");
  if (!PACKED_PATTERN.test(text)) throw new LinkDataError({ is: "no link" });
  const content = decodeBase64Url(text);
  if (content[0] !== form) throw new LinkDataError({ is: "other form", form: content[0]! });
  const compressed = content.subarray(1);
  const data = await inflate(new Blob([compressed]), "deflate", maxBytes).catch((error: unknown) => {
    throw new LinkDataError({ is: error instanceof InflateError && error.isTooLarge ? "too large" : "damaged" });
  });
  if (!endsWithChecksum(compressed, data)) throw new LinkDataError({ is: "damaged" });
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

/** Encode bytes in base64url, without padding. */
function encodeBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Decode base64url to bytes. Throws a {@link LinkDataError} if it is none. */
function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  } catch {
    throw new LinkDataError({ is: "damaged" });
  }
}

/** The sentences about faults of a kind of link. */
export interface FaultSentences<T> {
  tooLong(): T;
  noLink(): T;
  otherForm(form: number): T;
  tooLarge(): T;
  damaged(): T;
}

/** Make of a fault what `sentences` say of it. */
export function describeFault<T>(fault: LinkFault, sentences: FaultSentences<T>): T {
  switch (fault.is) {
    case "too long":
      return sentences.tooLong();
    case "no link":
      return sentences.noLink();
    case "other form":
      return sentences.otherForm(fault.form);
    case "too large":
      return sentences.tooLarge();
    case "damaged":
      return sentences.damaged();
    default:
      return unreachable(fault);
  }
}
