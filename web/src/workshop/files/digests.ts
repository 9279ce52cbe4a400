/** Digests of texts. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** The first hexadecimal digits of the SHA-256 digest of a text, enough to tell two texts from each other. */
export function digestText(text: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(text))).slice(0, 16);
}
