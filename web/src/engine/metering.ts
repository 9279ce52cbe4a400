/** Metering: rewrites a stranger's WebAssembly before compilation so that it counts its own work.
 *
 * A module of a game that did not come with the site may hold an endless loop. Code on the page's own thread cannot be
 * stopped from outside, so each function and each loop iteration subtracts its cost from a global that the code itself
 * cannot name, `fuel`, and traps when that is used up. The host fills it (`machine.ts`). Code that could work
 * uncounted, grow the memory or reach outside is refused: the rules compiler emits none of it.
 *
 * The output is valid exactly if the input is: a module that already uses the indices or names of the additions (a
 * global, a local in each function, an export) is refused.
 *
 * Source: WebAssembly Core Specification 2.0, 5.3 to 5.5 (binary format).
 */

import { ByteReader, ByteWriter, I32, I64, unsafeModuleError, VALUE_TYPES } from "./binary";

/** The export name of the fuel global. */
export const FUEL_EXPORT = "host:fuel";

/** The globals of a module that its host reads or sets. */
export const HOST_GLOBALS: ReadonlySet<string> = new Set([
  "hosted",
  "script",
  "script_begin",
  "script_end",
  "fault",
  "ended",
  "ended_value",
]);

/** Maximum memory of a module, in pages of 64 KiB: the largest game has 116. */
const MAX_PAGES = 1200;

/** Maximum locals of a function: engines allow 50,000, and metering adds one. */
const MAX_LOCALS = 49_000;

/** The host functions that a module may import. */
const ALLOWED_IMPORTS = new Set(["host:roll", "host:ask", "host:log"]);

/** Cost of a function call, besides its instructions. */
const CALL_COST = 4;

/** Bytes that a bulk copy or fill moves at the cost of one instruction, as a power of 2. */
const BULK_BYTES_SHIFT = 2;

/** The export kind of a global. */
const GLOBAL_EXPORT_KIND = 3;

/** The sections of a module by their ids. */
enum Section {
  Custom = 0,
  Types = 1,
  Imports = 2,
  Functions = 3,
  Memory = 5,
  Globals = 6,
  Exports = 7,
  Code = 10,
  Data = 11,
}

/**
 * Rewrite a WebAssembly module so that it counts its own work, and traps when its fuel is used up.
 *
 * Throws {@link InvalidGame} if it could do more than games' modules do. Other malformed modules stay malformed, and
 * compilation refuses them.
 */
export function meterModule(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const input = new ByteReader(module);
  const output = new ByteWriter(module.length * 2);
  output.writeBytes(input.readBytes(8));
  const summary = new ModuleSummary();
  while (!input.isAtEnd) {
    const kind = input.readByte();
    const section = new ByteReader(input.readBytes(input.readUnsigned()));
    if (kind === Section.Custom) {
      section.readName();
      continue;
    }
    const content = new ByteWriter(section.length + 16);
    meterSection(kind, section, content, summary);
    output.writeByte(kind);
    output.writeUnsigned(content.length);
    output.writeBytes(content.output);
  }
  if (!summary.hasGlobals || !summary.hasExports || !summary.hasMemory) throw unsafeModuleError();
  return output.output;
}

/** Facts collected from the sections of a WebAssembly module that were read so far. */
class ModuleSummary {
  /** The number of parameters of each function type. */
  readonly params: number[] = [];
  /** The type index of each function that the module defines. */
  readonly functions: number[] = [];
  /** The type of each global. */
  readonly globals: number[] = [];
  hasGlobals = false;
  hasExports = false;
  hasMemory = false;
}

/**
 * Check a section of the module, by its kind, and copy it to `content`; functions and globals get code that counts
 * fuel.
 */
function meterSection(kind: number, section: ByteReader, content: ByteWriter, summary: ModuleSummary): void {
  switch (kind) {
    case Section.Types:
      readTypes(section, summary);
      break;
    case Section.Imports:
      checkImports(section);
      break;
    case Section.Functions:
      for (let remaining = section.readUnsigned(); remaining > 0; remaining--)
        summary.functions.push(section.readUnsigned());
      break;
    case Section.Memory:
      checkMemory(section);
      summary.hasMemory = true;
      break;
    case Section.Globals:
      addFuelGlobal(section, content, summary);
      return;
    case Section.Exports:
      addFuelExport(section, content, summary);
      return;
    case Section.Code:
      meterCode(section, content, summary);
      return;
    case Section.Data:
      break;
    default: // the rest: no section of a game's module
      throw unsafeModuleError();
  }
  content.writeBytes(section.bytes);
}

/** Read the types section, and note the number of parameters of each function type in the summary. */
function readTypes(section: ByteReader, summary: ModuleSummary): void {
  for (let remaining = section.readUnsigned(); remaining > 0; remaining--) {
    if (section.readByte() !== 0x60) throw unsafeModuleError();
    const counts = [section.skipValueTypes(), section.skipValueTypes()];
    summary.params.push(counts[0]!);
  }
}

/** Check that the module imports only the allowed host functions. */
function checkImports(section: ByteReader): void {
  for (let remaining = section.readUnsigned(); remaining > 0; remaining--) {
    const from = section.readName();
    if (from !== "host" || !ALLOWED_IMPORTS.has(section.readName()) || section.readByte() !== 0)
      throw unsafeModuleError();
    section.readUnsigned();
  }
}

/** Check that the module has one memory with a maximum size; it cannot grow. */
function checkMemory(section: ByteReader): void {
  if (section.readUnsigned() !== 1 || section.readByte() !== 1) throw unsafeModuleError();
  const least = section.readUnsigned();
  if (section.readUnsigned() !== least || least > MAX_PAGES) throw unsafeModuleError();
}

/** Append a global for the fuel to the module's globals, all of which must be integers. */
function addFuelGlobal(section: ByteReader, content: ByteWriter, summary: ModuleSummary): void {
  const count = section.readUnsigned();
  const begin = section.position;
  for (let remaining = count; remaining > 0; remaining--) {
    const [type, mutable, constant] = [section.readByte(), section.readByte(), section.readByte()];
    if (!(type === I32 && constant === 0x41) && !(type === I64 && constant === 0x42)) throw unsafeModuleError();
    if (mutable > 1) throw unsafeModuleError();
    summary.globals.push(type);
    section.skipNumber();
    if (section.readByte() !== 0x0b) throw unsafeModuleError();
  }
  summary.hasGlobals = true;
  content.writeUnsigned(count + 1);
  content.writeBytes(section.bytes.subarray(begin));
  content.writeBytes(new Uint8Array([I32, 1, 0x41, 0, 0x0b]));
}

/** Append an export of the fuel global to the module's exports; check those that the host uses. */
function addFuelExport(section: ByteReader, content: ByteWriter, summary: ModuleSummary): void {
  const count = section.readUnsigned();
  summary.hasExports = true;
  content.writeUnsigned(count + 1);
  content.writeBytes(section.bytes.subarray(section.position));
  for (let remaining = count; remaining > 0; remaining--) {
    const [name, kind, index] = [section.readName(), section.readByte(), section.readUnsigned()];
    const type = summary.globals[index];
    if (name === FUEL_EXPORT) throw unsafeModuleError();
    if (kind === GLOBAL_EXPORT_KIND && (type === undefined || (HOST_GLOBALS.has(name) && type !== I32)))
      throw unsafeModuleError();
  }
  const name = new TextEncoder().encode(FUEL_EXPORT);
  content.writeUnsigned(name.length);
  content.writeBytes(name);
  content.writeByte(GLOBAL_EXPORT_KIND);
  content.writeUnsigned(summary.globals.length);
}

/** Rewrite the code section: every function body with charges of fuel. */
function meterCode(section: ByteReader, content: ByteWriter, summary: ModuleSummary): void {
  const count = section.readUnsigned();
  content.writeUnsigned(count);
  for (let number = 0; number < count; number++) {
    const params = summary.params[summary.functions[number] ?? -1];
    if (params === undefined) throw unsafeModuleError();
    const body = new ByteReader(section.readBytes(section.readUnsigned()));
    const metered = new ByteWriter(body.length * 2 + 64);
    meterBody(body, metered, params, summary.globals.length);
    content.writeUnsigned(metered.length);
    content.writeBytes(metered.output);
  }
}

/** A code region that is charged at its start: a function body, or one loop iteration. */
interface MeteredRegion {
  /** The position at which its cost is patched in. */
  readonly costPosition: number;
  cost: number;
}

/** Rewrite a function body so that each straight-line region charges its cost; `params` counts its parameters. */
function meterBody(body: ByteReader, output: ByteWriter, params: number, fuelIndex: number): void {
  const groups = body.readUnsigned();
  output.writeUnsigned(groups + 1);
  const begin = body.position;
  let locals = 0;
  for (let remaining = groups; remaining > 0; remaining--) {
    locals += body.readUnsigned();
    if (!VALUE_TYPES.has(body.readByte())) throw unsafeModuleError();
  }
  output.writeBytes(body.bytes.subarray(begin, body.position));
  output.writeBytes(new Uint8Array([1, I32]));
  if (locals > MAX_LOCALS) throw unsafeModuleError();
  const amountLocal = params + locals;
  const regions: MeteredRegion[] = [{ costPosition: emitCharge(output, fuelIndex), cost: CALL_COST + locals }];
  /** For each open block, whether it is a loop. */
  const blocks: boolean[] = [false];
  while (blocks.length > 0) {
    const from = body.position;
    const code = body.readByte();
    const region = regions.at(-1)!;
    region.cost += 1;
    if (code === 0xfc) region.cost += meterBulk(body, output, amountLocal, fuelIndex);
    else skipOperands(code, body, amountLocal, fuelIndex);
    output.writeBytes(body.bytes.subarray(from, body.position));
    if (code === 0x02 || code === 0x04) blocks.push(false);
    else if (code === 0x03) {
      blocks.push(true);
      regions.push({ costPosition: emitCharge(output, fuelIndex), cost: 0 });
    } else if (code === 0x0b && blocks.pop()) {
      const { costPosition, cost } = regions.pop()!;
      output.patchUnsigned(costPosition, cost);
    }
  }
  if (!body.isAtEnd) throw unsafeModuleError();
  output.patchUnsigned(regions[0]!.costPosition, regions[0]!.cost);
}

/** Emit code that charges fuel, and traps when it is used up; return the position at which to patch the cost in. */
function emitCharge(output: ByteWriter, fuelIndex: number): number {
  output.writeInstruction(0x23, fuelIndex); // global.get
  output.writeByte(0x41); // i32.const
  const place = output.length;
  output.writeBytes(new Uint8Array(5));
  output.writeByte(0x6b); // i32.sub
  emitTrapIfSpent(output, fuelIndex);
  return place;
}

/** Emit code that stores the fuel from the top of the stack, and traps if it is negative. */
function emitTrapIfSpent(output: ByteWriter, fuelIndex: number): void {
  output.writeInstruction(0x24, fuelIndex); // global.set
  output.writeInstruction(0x23, fuelIndex); // global.get
  output.writeBytes(new Uint8Array([0x41, 0, 0x48, 0x04, 0x40, 0x00, 0x0b])); // i32.const 0, i32.lt_s, if, unreachable, end
}

/** Emit a charge for the byte count (on top of the stack) of a bulk memory instruction; return its fixed cost. */
function meterBulk(body: ByteReader, output: ByteWriter, amountLocal: number, fuelIndex: number): number {
  const kind = body.readUnsigned();
  if (kind < 8) return 0; // conversions
  if (kind !== 10 && kind !== 11) throw unsafeModuleError();
  if (body.readByte() !== 0 || (kind === 10 && body.readByte() !== 0)) throw unsafeModuleError();
  output.writeInstruction(0x22, amountLocal); // local.tee
  output.writeInstruction(0x23, fuelIndex); // global.get
  output.writeInstruction(0x20, amountLocal); // local.get
  output.writeBytes(new Uint8Array([0x41, BULK_BYTES_SHIFT, 0x76, 0x6b])); // i32.const, i32.shr_u, i32.sub
  emitTrapIfSpent(output, fuelIndex);
  return CALL_COST;
}

/** Skip the operands of an instruction; check its local and global indices against these counts. */
function skipOperands(code: number, body: ByteReader, locals: number, globals: number): void {
  if (code === 0x02 || code === 0x03 || code === 0x04 || code === 0x41 || code === 0x42) body.skipNumber();
  else if (code === 0x0c || code === 0x0d || code === 0x10) body.readUnsigned();
  else if (code >= 0x20 && code <= 0x22) {
    if (body.readUnsigned() >= locals) throw unsafeModuleError();
  } else if (code === 0x23 || code === 0x24) {
    if (body.readUnsigned() >= globals) throw unsafeModuleError();
  } else if (code === 0x0e)
    for (let remaining = body.readUnsigned() + 1; remaining > 0; remaining--) body.readUnsigned();
  else if (code >= 0x28 && code <= 0x3e) body.skipAddress();
  else if (code === 0x3f) body.readBytes(1);
  else if (code === 0x43) body.readBytes(4);
  else if (code === 0x44) body.readBytes(8);
  else if (code === 0xfd) skipVectorOperands(body.readUnsigned(), body);
  else if (!(code <= 0x01 || code === 0x05 || code === 0x0b || code === 0x0f || code === 0x1a || code === 0x1b))
    if (!(code >= 0x45 && code <= 0xc4)) throw unsafeModuleError();
}

/** Skip the operands of a vector (SIMD) instruction. */
function skipVectorOperands(code: number, body: ByteReader): void {
  if (code <= 11 || code === 92 || code === 93) body.skipAddress();
  else if (code === 12 || code === 13) body.readBytes(16);
  else if (code >= 21 && code <= 34) body.readBytes(1);
  else if (code >= 84 && code <= 91) {
    body.skipAddress();
    body.readBytes(1);
  }
}
