/** The binary format of WebAssembly, read and written byte by byte.
 *
 * Source: WebAssembly Core Specification 2.0, 5.2 and 5.3.
 */

import { InvalidGame } from "../rules/gamefile";

const REFUSED_TEXT = "This game file holds a program that does what no game does, so it is not run.";

/** Types of values by their numbers. */
export const I32 = 0x7f;
export const I64 = 0x7e;

/** Types of values that code may handle: 32 and 64 bits, fractions, vectors; no references. */
export const VALUE_TYPES: ReadonlySet<number> = new Set([I32, I64, 0x7d, 0x7c, 0x7b]);

/** What a module that no compiler of rules makes is refused with. */
export function unsafeModuleError(): InvalidGame {
  return new InvalidGame(REFUSED_TEXT);
}

/** Bytes that are read one behind the other. Throws {@link InvalidGame} where they are over too soon. */
export class ByteReader {
  position = 0;

  constructor(readonly bytes: Uint8Array) {}

  get length(): number {
    return this.bytes.length;
  }

  get isAtEnd(): boolean {
    return this.position >= this.bytes.length;
  }

  readByte(): number {
    const value = this.bytes[this.position++];
    if (value === undefined) throw unsafeModuleError();
    return value;
  }

  readBytes(count: number): Uint8Array {
    if (count > this.bytes.length - this.position) throw unsafeModuleError();
    this.position += count;
    return this.bytes.subarray(this.position - count, this.position);
  }

  /** A number from 0, below 2 ** 32. */
  readUnsigned(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 35; factor *= 128) {
      const byte = this.readByte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value < 2 ** 32 ? value : this.refuse();
    }
    return this.refuse();
  }

  /** A number of any size that nobody needs to know. */
  skipNumber(): void {
    for (let remaining = 10; remaining > 0; remaining--) if (this.readByte() < 0x80) return;
    this.refuse();
  }

  /** A name, in UTF-8. */
  readName(): string {
    const bytes = this.readBytes(this.readUnsigned());
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return this.refuse();
    }
  }

  /** How many types there are, each of a value. */
  readValueTypes(): number {
    const count = this.readUnsigned();
    if (!this.readBytes(count).every((type) => VALUE_TYPES.has(type))) throw unsafeModuleError();
    return count;
  }

  /** Where in the memory something lies; there is one memory. */
  skipAddress(): void {
    if (this.readUnsigned() >= 64) throw unsafeModuleError();
    this.readUnsigned();
  }

  private refuse(): never {
    throw unsafeModuleError();
  }
}

/** Bytes that are written one behind the other. */
export class ByteWriter {
  length = 0;
  private buffer: Uint8Array<ArrayBuffer>;

  constructor(capacity: number) {
    this.buffer = new Uint8Array(Math.max(capacity, 64));
  }

  get output(): Uint8Array<ArrayBuffer> {
    return this.buffer.subarray(0, this.length);
  }

  writeByte(value: number): void {
    this.ensureCapacity(1);
    this.buffer[this.length++] = value;
  }

  writeBytes(values: Uint8Array): void {
    this.ensureCapacity(values.length);
    this.buffer.set(values, this.length);
    this.length += values.length;
  }

  writeUnsigned(value: number): void {
    let remaining = value;
    for (; remaining > 0x7f; remaining = Math.floor(remaining / 128)) this.writeByte((remaining % 128) | 0x80);
    this.writeByte(remaining);
  }

  writeInstruction(code: number, operand: number): void {
    this.writeByte(code);
    this.writeUnsigned(operand);
  }

  /** Write a number below 2 ** 30 where there are five bytes for it. */
  patchUnsigned(position: number, value: number): void {
    for (let at = 0; at < 4; at++) this.buffer[position + at] = ((value >> (7 * at)) & 0x7f) | 0x80;
    this.buffer[position + 4] = (value >> 28) & 0x7f;
  }

  private ensureCapacity(count: number): void {
    if (this.length + count <= this.buffer.length) return;
    const larger = new Uint8Array(2 * (this.length + count));
    larger.set(this.output);
    this.buffer = larger;
  }
}
