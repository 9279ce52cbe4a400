/** Reader and writer of the WebAssembly binary format, byte by byte.
 *
 * Source: WebAssembly Core Specification 2.0, 5.2 and 5.3.
 */

import { InvalidGame } from "../rules/gamefile";

const REFUSED_TEXT = "This game file holds a program that does what no game does, so it is not run.";

/** Encodings of the value types. */
export const I32 = 0x7f;
export const I64 = 0x7e;

/** The value types that code may use: integers and floats of 32 and 64 bits, vectors; no references. */
export const VALUE_TYPES: ReadonlySet<number> = new Set([I32, I64, 0x7d, 0x7c, 0x7b]);

/** Make the error for a WebAssembly module with contents that our rules compiler never emits. */
export function unsafeModuleError(): InvalidGame {
  return new InvalidGame(REFUSED_TEXT);
}

/** A sequential byte reader. Throws {@link InvalidGame} at a premature end of the bytes. */
export class ByteReader {
  position = 0;

  /** Make a reader that begins at the first of these bytes. */
  constructor(readonly bytes: Uint8Array) {}

  /** The number of all bytes, read or not. */
  get length(): number {
    return this.bytes.length;
  }

  get isAtEnd(): boolean {
    return this.position >= this.bytes.length;
  }

  /** Read the next byte. */
  readByte(): number {
    const value = this.bytes[this.position++];
    if (value === undefined) throw unsafeModuleError();
    return value;
  }

  /** Read the next bytes, without copying them. */
  readBytes(count: number): Uint8Array {
    if (count > this.bytes.length - this.position) throw unsafeModuleError();
    this.position += count;
    return this.bytes.subarray(this.position - count, this.position);
  }

  /** Read an unsigned integer below 2 ** 32 in LEB128. */
  readUnsigned(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 35; factor *= 128) {
      const byte = this.readByte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value < 2 ** 32 ? value : this.refuse();
    }
    return this.refuse();
  }

  /** Skip an integer of any size in LEB128. */
  skipNumber(): void {
    for (let remaining = 10; remaining > 0; remaining--) if (this.readByte() < 0x80) return;
    this.refuse();
  }

  /** Read a name in UTF-8, preceded by its length. */
  readName(): string {
    const bytes = this.readBytes(this.readUnsigned());
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return this.refuse();
    }
  }

  /** Skip a vector of value types, and return their number. Throws for another type than integers. */
  skipValueTypes(): number {
    const count = this.readUnsigned();
    if (!this.readBytes(count).every((type) => VALUE_TYPES.has(type))) throw unsafeModuleError();
    return count;
  }

  /** Skip the memory operand (alignment and offset) of a load or store instruction. */
  skipAddress(): void {
    if (this.readUnsigned() >= 64) throw unsafeModuleError();
    this.readUnsigned();
  }

  /** Throw the error for contents that our rules compiler never emits. */
  private refuse(): never {
    throw unsafeModuleError();
  }
}

/** A sequential byte writer with a growing buffer. */
export class ByteWriter {
  length = 0;
  private buffer: Uint8Array<ArrayBuffer>;

  /** Make a writer whose buffer has room for a number of bytes at first. */
  constructor(capacity: number) {
    this.buffer = new Uint8Array(Math.max(capacity, 64));
  }

  /** The bytes written so far. */
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

  /** Write an unsigned integer in LEB128. */
  writeUnsigned(value: number): void {
    let remaining = value;
    for (; remaining > 0x7f; remaining = Math.floor(remaining / 128)) this.writeByte((remaining % 128) | 0x80);
    this.writeByte(remaining);
  }

  /** Write the code of an instruction with one unsigned operand. */
  writeInstruction(code: number, operand: number): void {
    this.writeByte(code);
    this.writeUnsigned(operand);
  }

  /** Overwrite five reserved bytes at a position with an unsigned integer below 2 ** 30 in LEB128. */
  patchUnsigned(position: number, value: number): void {
    for (let at = 0; at < 4; at++) this.buffer[position + at] = ((value >> (7 * at)) & 0x7f) | 0x80;
    this.buffer[position + 4] = (value >> 28) & 0x7f;
  }

  /** Enlarge the buffer if it has no room for `count` more bytes. */
  private ensureCapacity(count: number): void {
    if (this.length + count <= this.buffer.length) return;
    const larger = new Uint8Array(2 * (this.length + count));
    larger.set(this.output);
    this.buffer = larger;
  }
}
