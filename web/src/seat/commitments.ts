/** The guest's part of the commitment scheme: a hash chain of shares of the dice, and its notation. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { InputError } from "../errors";

/** The number of bytes of a secret, and of a share of the dice. */
const SECRET_BYTES = 32;

/** The number of the last move for which a chain has a share; share 0 is that of the beginning. */
export const MAX_MOVE = 2 ** 16;

/** Milliseconds of hashing before the page gets to draw. */
const SLICE_MILLISECONDS = 12;

/** How many hashes are made between two looks at the clock. */
const SLICE_HASHES = 512;

/** Generate random hexadecimal digits: the root of a hash chain. */
export function generateSecret(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** The SHA-256 of a text, in hexadecimal. */
export function digestText(text: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(text)));
}

/** All shares of a hash chain. */
export class ShareChain {
  private constructor(private readonly links: Uint8Array) {}

  /** Compute the chain with a secret root, in slices, so that the page stays responsive. */
  static async expand(root: string): Promise<ShareChain> {
    const links = new Uint8Array(SECRET_BYTES * (MAX_MOVE + 1));
    let share = hexToBytes(root);
    links.set(share, SECRET_BYTES * MAX_MOVE);
    let until = performance.now() + SLICE_MILLISECONDS;
    for (let move = MAX_MOVE - 1; move >= 0; move--) {
      share = sha256(share);
      links.set(share, SECRET_BYTES * move);
      if (move % SLICE_HASHES === 0 && performance.now() >= until) {
        await new Promise((resolve) => setTimeout(resolve));
        until = performance.now() + SLICE_MILLISECONDS;
      }
    }
    return new ShareChain(links);
  }

  /** The share for a move; move 0 begins the game. Throws an {@link InputError} if the chain has none. */
  shareOf(move: number): string {
    if (move < 0 || move > MAX_MOVE)
      throw new InputError(`a table has dice for ${MAX_MOVE} moves, and this would be move ${move}`);
    return bytesToHex(this.links.subarray(SECRET_BYTES * move, SECRET_BYTES * (move + 1)));
  }

  /** The commitment to the chain, its anchor: the hash of its first share. */
  get anchor(): string {
    return bytesToHex(sha256(hexToBytes(this.shareOf(0))));
  }
}
