/** The binary format of WebAssembly, read and written byte by byte.
 *
 * Source: WebAssembly Core Specification 2.0, 5.2 and 5.3.
 */

import { NoGame } from "../rules/gamefile";

const REFUSED = "This game file holds a program that does what no game does, so it is not run.";

/** Types of values by their numbers. */
export const I32 = 0x7f;
export const I64 = 0x7e;

/** Types of values that code may handle: 32 and 64 bits, fractions, vectors; no references. */
export const VALUES: ReadonlySet<number> = new Set([I32, I64, 0x7d, 0x7c, 0x7b]);

/** What a module that no compiler of rules makes is refused with. */
export function refused(): NoGame {
  return new NoGame(REFUSED);
}

/** Bytes that are read one behind the other. Throws {@link NoGame} where they are over too soon. */
export class Input {
  at = 0;

  constructor(readonly whole: Uint8Array) {}

  get length(): number {
    return this.whole.length;
  }

  get isOver(): boolean {
    return this.at >= this.whole.length;
  }

  byte(): number {
    const found = this.whole[this.at++];
    if (found === undefined) throw refused();
    return found;
  }

  take(count: number): Uint8Array {
    if (count > this.whole.length - this.at) throw refused();
    this.at += count;
    return this.whole.subarray(this.at - count, this.at);
  }

  /** A number from 0, below 2 ** 32. */
  unsigned(): number {
    let found = 0;
    for (let factor = 1; factor < 2 ** 35; factor *= 128) {
      const byte = this.byte();
      found += (byte & 0x7f) * factor;
      if (byte < 0x80) return found < 2 ** 32 ? found : this.wrong();
    }
    return this.wrong();
  }

  /** A number of any size that nobody needs to know. */
  number(): void {
    for (let left = 10; left > 0; left--) if (this.byte() < 0x80) return;
    this.wrong();
  }

  /** A name, in UTF-8. */
  text(): string {
    const bytes = this.take(this.unsigned());
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return this.wrong();
    }
  }

  /** How many types there are, each of a value. */
  values(): number {
    const count = this.unsigned();
    if (!this.take(count).every((type) => VALUES.has(type))) throw refused();
    return count;
  }

  /** Where in the memory something lies; there is one memory. */
  address(): void {
    if (this.unsigned() >= 64) throw refused();
    this.unsigned();
  }

  private wrong(): never {
    throw refused();
  }
}

/** Bytes that are written one behind the other. */
export class Output {
  length = 0;
  private buffer: Uint8Array<ArrayBuffer>;

  constructor(room: number) {
    this.buffer = new Uint8Array(Math.max(room, 64));
  }

  get written(): Uint8Array<ArrayBuffer> {
    return this.buffer.subarray(0, this.length);
  }

  byte(value: number): void {
    this.grow(1);
    this.buffer[this.length++] = value;
  }

  bytes(values: Uint8Array): void {
    this.grow(values.length);
    this.buffer.set(values, this.length);
    this.length += values.length;
  }

  unsigned(value: number): void {
    let left = value;
    for (; left > 0x7f; left = Math.floor(left / 128)) this.byte((left % 128) | 0x80);
    this.byte(left);
  }

  instruction(code: number, what: number): void {
    this.byte(code);
    this.unsigned(what);
  }

  /** Write a number below 2 ** 30 where there are five bytes for it. */
  patch(place: number, value: number): void {
    for (let at = 0; at < 4; at++) this.buffer[place + at] = ((value >> (7 * at)) & 0x7f) | 0x80;
    this.buffer[place + 4] = (value >> 28) & 0x7f;
  }

  private grow(count: number): void {
    if (this.length + count <= this.buffer.length) return;
    const larger = new Uint8Array(2 * (this.length + count));
    larger.set(this.written);
    this.buffer = larger;
  }
}
